package storetest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
)

func log(f *fixture) {
	var id int64
	f.update(func(tx store.Tx) (err error) {
		if id, err = tx.NewGame(); err != nil {
			return err
		}
		_, err = tx.Game(id)
		fails(f, "Game of a number that is only reserved", err, store.ErrNotFound)
		s, err := tx.Append(id, start(1, 2, f.time()), moved(1, f.time()))
		equal(f, "moves after Append", len(s.Line), 1)
		again, err2 := tx.Game(id)
		equal(f, "Game after Append in the same transaction", again, s)
		return errors.Join(err, err2)
	})
	var last game.State
	f.update(func(tx store.Tx) (err error) {
		late := moved(2, epoch.Add(time.Hour+time.Second/3).In(time.FixedZone("", 3600)))
		last, err = tx.Append(id, late)
		return err
	})
	f.view(func(v store.View) error {
		got, err := v.Game(id)
		equal(f, "Game", got, last)
		equal(f, "the number of the game in its state", got.ID, id)
		equal(f, "whole seconds, UTC", got.LastEvent, epoch.Add(time.Hour))
		before, err2 := v.GameAt(id, 2)
		equal(f, "moves in GameAt", len(before.Line), 1)
		empty, err3 := v.GameAt(id, 0)
		equal(f, "GameAt before the first event", empty, game.State{ID: id})
		_, none := v.GameAt(id, 4)
		fails(f, "GameAt after the last event", none, store.ErrNotFound)
		return errors.Join(err, err2, err3)
	})
	err := appended(f, 999, start(1, 2, epoch))
	fails(f, "Append to no game", err, store.ErrNotFound)
}

func appended(f *fixture, id int64, events ...game.Event) error {
	return f.Update(func(tx store.Tx) error {
		_, err := tx.Append(id, events...)
		return err
	})
}

func chain(f *fixture) {
	id := f.begin(1, 2, 3)
	other := f.begin(1, 3, 2)
	if err := appended(f, id, moved(4, epoch), end(epoch)); err != nil {
		f.Fatal(err)
	}
	f.both(
		func(tx store.Tx) error { return nil },
		func(v store.View) error {
			for _, id := range []int64{id, other} {
				entries, err := v.Events(id)
				if err != nil {
					return err
				}
				verify(f, id, entries)
			}
			got, err := v.Events(id)
			equal(f, "events", len(got), 6)
			after(f, v, id, got)
			line, err2 := v.Line(id, 6)
			equal(f, "the line of an event", string(line), string(got[5].Line))
			_, none := v.Line(id, 7)
			fails(f, "Line after the last event", none, store.ErrNotFound)
			return errors.Join(err, err2)
		})
}

// after reads the log of a game from each of its ends to each other.
func after(f *fixture, v store.View, id int64, log []store.Entry) {
	ends := []store.End{{}}
	for seq := range log {
		_, end, err := v.EventsAfter(id, ends[seq], int64(seq+1))
		if err != nil {
			f.Fatal(err)
		}
		equal(f, "the hash at an end", end.Hash, log[seq].Hash)
		ends = append(ends, end)
	}
	for from, end := range ends {
		for to := max(from, 1); to < len(ends); to++ {
			events, last, err := v.EventsAfter(id, end, int64(to))
			if err != nil {
				f.Fatal(err)
			}
			equal(f, "an end", last, ends[to])
			var want []game.Event
			for _, e := range log[from:to] {
				want = append(want, e.Event)
			}
			equal(f, "the events after another", append([]game.Event(nil), events...), want)
		}
	}
	_, _, none := v.EventsAfter(id, ends[1], int64(len(ends)))
	fails(f, "EventsAfter beyond the last event", none, store.ErrNotFound)
	_, _, none = v.EventsAfter(id, ends[2], 1)
	fails(f, "EventsAfter before the end", none, store.ErrNotFound)
	_, _, none = v.EventsAfter(999, store.End{}, 1)
	fails(f, "EventsAfter of no game", none, store.ErrNotFound)
}

// verify computes the chain anew from the lines, and folds the events.
func verify(f *fixture, id int64, entries []store.Entry) {
	f.Helper()
	var hash [32]byte
	s := game.State{ID: id}
	for i, e := range entries {
		hash = sha256.Sum256(append(hash[:], e.Line...))
		equal(f, "the number of an event", e.Seq, int64(i+1))
		equal(f, "the hash of an event", e.Hash, hash)
		if bytes.ContainsRune(e.Line, '\n') {
			f.Errorf("game %d: event %d is not one line: %s", id, e.Seq, e.Line)
		}
		s = s.Apply(e.Event)
	}
	f.view(func(v store.View) error {
		got, err := v.Game(id)
		equal(f, "the fold of the events", got, s)
		return err
	})
}

func lists(f *fixture) {
	a, b, c := f.begin(1, 2, 0), f.begin(3, 1, 1), f.begin(2, 3, 8)
	f.update(func(tx store.Tx) error { _, err := tx.NewGame(); return err })
	f.both(
		func(tx store.Tx) error { _, err := tx.Append(c, end(epoch)); return err },
		func(v store.View) error {
			all, err := v.Games(0, 10)
			equal(f, "Games", all, []int64{a, b, c})
			some, err2 := v.Games(a, 1)
			equal(f, "one of Games after the first", some, []int64{b})
			of1, err3 := v.GamesOf(1)
			equal(f, "GamesOf 1", of1, []int64{a, b})
			of3, err4 := v.GamesOf(3)
			equal(f, "GamesOf 3, one of them over", of3, []int64{b, c})
			return errors.Join(err, err2, err3, err4)
		})
}

// passing wants no number given that was passed over, and a smaller one to change nothing.
func passing(f *fixture) {
	f.update(func(tx store.Tx) error {
		return errors.Join(tx.PassNumbers(store.Numbers{Game: 7, Registration: 8, Challenge: 9, Letter: 10}), tx.PassNumbers(store.Numbers{Game: 2, Letter: 3}))
	})
	f.update(func(tx store.Tx) error {
		id, err := tx.NewGame()
		r, c, l := store.Registration{Address: "a@example.org"}, store.Challenge{}, store.Letter{}
		err = errors.Join(err, tx.PutRegistration(&r), tx.PutChallenge(&c), tx.PutLetter(&l, nil))
		equal(f, "the numbers after those passed over", []int64{id, r.ID, c.ID, l.ID}, []int64{8, 9, 10, 11})
		return err
	})
}

// consultation wants a game listed for every member of its sides.
func consultation(f *fixture) {
	e := start(1, 2, epoch)
	started := e.Fact.(game.Started)
	started.Consultation = &game.Consultation{White: []int64{1, 5, 6}, Black: []int64{2, 7}}
	e.Fact = started
	var id int64
	f.both(
		func(tx store.Tx) (err error) {
			if id, err = tx.NewGame(); err == nil {
				_, err = tx.Append(id, e)
			}
			return err
		},
		func(v store.View) error {
			var errs []error
			for player, want := range map[int64][]int64{1: {id}, 2: {id}, 5: {id}, 6: {id}, 7: {id}, 3: nil} {
				of, err := v.GamesOf(player)
				equal(f, "GamesOf a member", of, want)
				errs = append(errs, err)
			}
			return errors.Join(errs...)
		})
}

func alarms(f *fixture) {
	f.view(func(v store.View) error {
		_, _, ok, err := v.NextAlarm()
		equal(f, "an alarm without a game", ok, false)
		return err
	})
	first := f.begin(1, 2, 0)
	f.pass(time.Hour)
	second := f.begin(1, 2, 0)
	nextAlarm(f, first)
	f.pass(time.Hour)
	if err := appended(f, first, moved(1, f.time())); err != nil {
		f.Fatal(err)
	}
	nextAlarm(f, second)
	f.view(func(v store.View) error {
		id, _, ok, err := v.NextAlarm(second)
		equal(f, "the next alarm but one", id, first)
		equal(f, "it is set", ok, true)
		_, _, none, err2 := v.NextAlarm(first, second)
		equal(f, "an alarm but those of both games", none, false)
		return errors.Join(err, err2)
	})
	if err := appended(f, second, game.Event{At: f.time(), Fact: game.Notified{Side: board.White}}, end(f.time())); err != nil {
		f.Fatal(err)
	}
	nextAlarm(f, first)
}

// still wants no alarm in a game that stands still, but for what is under way in it: the
// post goes on while the umpire has suspended the game, or a session is over.
func still(f *fixture) {
	suspended := game.Event{At: epoch, By: game.Umpire, Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesSuspended}}}
	adjourned := game.Event{At: epoch, By: game.Corrd, Fact: game.Closed{}}
	card := game.Event{At: epoch, By: game.White, Fact: game.HandedIn{Number: 1, Words: []string{"P-K4"}, Collected: epoch, Delivered: epoch.Add(time.Hour)}}
	for _, stands := range []game.Event{suspended, adjourned} {
		quiet, awaits := f.begin(1, 2, 0), f.begin(1, 2, 0)
		err := appended(f, quiet, stands)
		err2 := appended(f, awaits, card, stands)
		if err := errors.Join(err, err2); err != nil {
			f.Fatal(err)
		}
		nextAlarm(f, awaits)
		f.sound()
		if err := appended(f, awaits, game.Event{At: epoch.Add(time.Hour), By: game.White, Fact: game.Delivered{Number: 1}}); err != nil {
			f.Fatal(err)
		}
		f.view(func(v store.View) error {
			_, at, ok, err := v.NextAlarm()
			equal(f, "an alarm where nothing is under way any more", ok, false)
			equal(f, "its time", at, time.Time{})
			return err
		})
	}
}

// nextAlarm wants the next alarm to be that of a game, at its deadline.
func nextAlarm(f *fixture, want int64) {
	f.Helper()
	f.view(func(v store.View) error {
		id, at, ok, err := v.NextAlarm()
		if err != nil {
			return err
		}
		s, err := v.Game(want)
		due, _ := s.Deadline()
		equal(f, "an alarm is set", ok, true)
		equal(f, "the game of the next alarm", id, want)
		equal(f, "the time of the next alarm", at, due)
		return err
	})
}

// erasure erases the words of White's moves: the hashes stay, and so does the game.
func erasure(f *fixture) {
	id := f.begin(1, 2, 2)
	other := f.begin(2, 1, 1)
	logs := func(v store.View) (hashes [][32]byte, words []string) {
		for _, id := range []int64{id, other} {
			log, err := v.Events(id)
			if err != nil {
				f.Fatal(err)
			}
			for _, e := range log {
				hashes = append(hashes, e.Hash)
				if p, ok := e.Event.Fact.(game.Played); ok {
					words = append(words, p.Words)
				}
			}
		}
		return hashes, words
	}
	var was [][32]byte
	var end store.End
	f.view(func(v store.View) (err error) {
		was, _ = logs(v)
		_, end, err = v.EventsAfter(id, store.End{}, 2)
		return err
	})
	f.both(
		func(tx store.Tx) error {
			n, err := tx.EraseTexts(id, 7, func(e game.Event, name string, text []byte) bool { return e.By == game.White && name == "words" })
			equal(f, "texts erased", n, 1)
			return errors.Join(err, tx.AddCount("answers/a@a.example", 2), tx.SetSetting("a", "b"), tx.SetSetting("c", "d"),
				tx.Forget(func(name, value string) bool { return name == "a" || name == "answers/a@a.example" }))
		},
		func(v store.View) error {
			hashes, words := logs(v)
			_, _, changed := v.EventsAfter(id, end, 3)
			fails(f, "EventsAfter of before an erasure", changed, store.ErrChanged)
			_, _, err := v.EventsAfter(id, store.End{}, 3)
			equal(f, "EventsAfter from the beginning", err, nil)
			equal(f, "the hashes", hashes, was)
			equal(f, "the words", words, []string{"", "<e7e5> & so on", "<e2e4> & so on"})
			s, err := v.Game(id)
			equal(f, "moves", len(s.Line), 2)
			equal(f, "the words in the state", s.Line[0].Words, "")
			return errors.Join(err, f.forgot(v))
		})
	if err := f.Compact(); err != nil {
		f.Error(err)
	}
	f.view(func(v store.View) error {
		hashes, _ := logs(v)
		equal(f, "the hashes", hashes, was)
		return nil
	})
	if err := appended(f, id, moved(3, epoch)); err != nil {
		f.Error(err)
	}
}

// forgot checks what Forget has left of what erasure counts and sets.
func (f *fixture) forgot(v store.View) error {
	n, err := v.Count("answers/a@a.example")
	_, a, err2 := v.Setting("a")
	_, c, err3 := v.Setting("c")
	equal(f, "what was forgotten", []any{n, a, c}, []any{0, false, true})
	return errors.Join(err, err2, err3)
}

// OneGame begins a game in a store, under the usual terms, between players whom it
// does not know, and closes it.
func OneGame(t *testing.T, s store.Store) {
	t.Helper()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	err := s.Update(func(tx store.Tx) error {
		id, err := tx.NewGame()
		if err == nil {
			_, err = tx.Append(id, play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, now)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
