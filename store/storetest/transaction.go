package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"corrd/game"
	"corrd/store"
)

func clock(f *fixture) {
	f.update(func(tx store.Tx) error {
		began := tx.Now()
		f.pass(time.Hour)
		equal(f, "Now within a transaction", tx.Now(), began)
		return nil
	})
	f.view(func(v store.View) error {
		equal(f, "Now of the next", v.Now(), epoch.Add(time.Hour))
		return nil
	})
}

var errChanged = errors.New("another mind")

// scribble writes something of everything.
func scribble(tx store.Tx, gameID int64) error {
	_, err := tx.Append(gameID, moved(2, tx.Now()))
	_, err2 := newGame(tx, 5, 6, 1)
	l := store.Letter{Game: gameID, State: store.Acted}
	return errors.Join(err, err2,
		tx.SetSetting("motto", "new"),
		tx.PutPlayer(&store.Player{ID: 1, Addresses: []string{"new@a.example"}}),
		tx.PutRegistration(&store.Registration{Address: "x@x.example"}),
		tx.PutChallenge(&store.Challenge{From: 1, State: store.ChallengeOpen}),
		tx.PutLetter(&l, []byte("new")), tx.MarkSeen(store.Key{7}, l.ID),
		tx.Enqueue(&store.Row{To: "a@a.example", Game: gameID}),
		tx.PutRow(&store.Row{ID: 1, To: "b@b.example", State: store.Sent}),
		tx.AddCount("answers", 1))
}

// image reads all that scribble may have written.
func image(v store.View, gameID int64) string {
	var b strings.Builder
	show := func(values ...any) { fmt.Fprintf(&b, "%+v\n", values) }
	motto, ok, err := v.Setting("motto")
	show(motto, ok, err)
	show(v.Players())
	show(v.PlayerAt("new@a.example"))
	show(v.PlayerAt("old@a.example"))
	show(v.RegistrationAt("x@x.example"))
	show(v.ChallengesOf(1))
	show(v.OpenChallenges())
	s, err := v.Game(gameID)
	show(s.Seq, err)
	show(v.Games(0, 99))
	show(v.GamesOf(5))
	show(v.LettersOf(gameID))
	show(v.Letters(99))
	letter, ok, err := v.Seen(store.Key{7})
	show(letter, ok, err)
	show(v.Rows(99))
	show(v.Rows(99, store.Queued))
	show(v.Due(epoch.Add(time.Hour), 99))
	show(v.Count("answers"))
	id, at, ok, err := v.NextAlarm()
	show(id, at, ok, err)
	return b.String()
}

// scene stores what scribble changes.
func (f *fixture) scene() (gameID int64) {
	gameID = f.begin(1, 2, 1)
	f.update(func(tx store.Tx) error {
		return errors.Join(tx.SetSetting("motto", "old"),
			tx.PutPlayer(&store.Player{Addresses: []string{"old@a.example"}}),
			tx.PutLetter(&store.Letter{Game: gameID, State: store.Acted}, []byte("old")),
			tx.Enqueue(&store.Row{To: "a@a.example", Game: gameID}),
			tx.AddCount("answers", 4))
	})
	return gameID
}

func (f *fixture) image(gameID int64) (s string) {
	f.Helper()
	f.view(func(v store.View) error { s = image(v, gameID); return nil })
	return s
}

func rollback(f *fixture) {
	id := f.scene()
	before := f.image(id)
	err := f.Update(func(tx store.Tx) error {
		if err := scribble(tx, id); err != nil {
			return err
		}
		if image(tx, id) == before {
			f.Error("a transaction does not read what it wrote")
		}
		return errChanged
	})
	fails(f, "Update with a function that fails", err, errChanged)
	equal(f, "the store after a transaction that failed", f.image(id), before)
	f.update(func(tx store.Tx) error { return scribble(tx, id) })
	if f.image(id) == before {
		f.Error("nothing was written")
	}
}

func panics(f *fixture) {
	id := f.scene()
	before := f.image(id)
	err := f.Update(func(tx store.Tx) error {
		if err := scribble(tx, id); err != nil {
			return err
		}
		panic("out of ink")
	})
	if err == nil || !strings.Contains(err.Error(), "out of ink") {
		f.Errorf("Update with a function that panics: %v", err)
	}
	equal(f, "the store after a panic", f.image(id), before)
}

func isolation(f *fixture) {
	id := f.scene()
	f.view(func(v store.View) error {
		before := image(v, id)
		f.update(func(tx store.Tx) error { return scribble(tx, id) })
		equal(f, "an open View after a commit", image(v, id), before)
		return nil
	})
	f.view(func(v store.View) error {
		s, err := v.Game(id)
		equal(f, "the game in the next View", s.Seq, 3)
		return err
	})
}

// writers has many goroutines write at once; every third gives up. What
// remains is exactly what was acknowledged, and no number is given twice.
func writers(f *fixture) {
	const goroutines, each = 64, 6
	id := f.begin(1, 2, 0)
	var mu sync.Mutex
	acknowledged := make(map[int64]bool)
	var all sync.WaitGroup
	for g := range goroutines {
		all.Go(func() {
			for n := range each {
				l := store.Letter{Subject: fmt.Sprint(g, n), Game: id, State: store.Acted}
				err := f.Update(func(tx store.Tx) error {
					if err := tx.PutLetter(&l, []byte(l.Subject)); err != nil {
						return err
					}
					_, err := tx.Append(id, game.Event{At: epoch, Letter: l.ID, Fact: game.DrawDeclined{}})
					if (g+n)%3 == 0 {
						return errChanged
					}
					return err
				})
				mu.Lock()
				if err == nil && acknowledged[l.ID] {
					f.Errorf("letter %d was given twice", l.ID)
				}
				if err == nil {
					acknowledged[l.ID] = true
				} else if !errors.Is(err, errChanged) {
					f.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	f.view(func(v store.View) error {
		got, err := v.Letters(goroutines * each)
		equal(f, "letters", len(got), len(acknowledged))
		events, err2 := v.Events(id)
		equal(f, "events", len(events), len(acknowledged)+1)
		for _, e := range events[1:] {
			if !acknowledged[e.Event.Letter] {
				f.Errorf("event %d is of letter %d, which was not acknowledged", e.Seq, e.Event.Letter)
			}
		}
		return errors.Join(err, err2)
	})
}

func closed(f *fixture) {
	f.begin(1, 2, 1)
	f.closed = true
	if err := f.Close(); err != nil {
		f.Fatal(err)
	}
	if err := f.Close(); err != nil {
		f.Errorf("closing twice: %v", err)
	}
	fails(f, "Update of a closed store", f.Update(func(store.Tx) error { return nil }), store.ErrClosed)
	fails(f, "View of a closed store", f.View(func(store.View) error { return nil }), store.ErrClosed)
}

// badInput gives what no caller should give: it is refused, and neither the
// store nor the transactions beside it are harmed.
func badInput(f *fixture) {
	var all sync.WaitGroup
	long := strings.Repeat("x", 513)
	for name, write := range map[string]func(tx store.Tx) error{
		"an empty setting":      func(tx store.Tx) error { return tx.SetSetting("", "x") },
		"a long setting":        func(tx store.Tx) error { return tx.SetSetting(long, "x") },
		"a long tally":          func(tx store.Tx) error { return tx.AddCount(long, 1) },
		"a tally of nothing":    func(tx store.Tx) error { return tx.AddCount("", 1) },
		"a long address":        func(tx store.Tx) error { return tx.PutPlayer(&store.Player{Addresses: []string{long}}) },
		"one who asks from it":  func(tx store.Tx) error { return tx.PutRegistration(&store.Registration{Address: long}) },
		"a row to nobody":       func(tx store.Tx) error { return tx.Enqueue(&store.Row{}) },
		"a row to a zero":       func(tx store.Tx) error { return tx.Enqueue(&store.Row{To: "a\x00@b.example"}) },
		"an address too long":   func(tx store.Tx) error { return tx.Enqueue(&store.Row{To: long}) },
		"an event with no fact": func(tx store.Tx) error { _, err := tx.Append(1, game.Event{}); return err },
	} {
		all.Go(func() {
			if err := f.Update(write); err == nil {
				f.Errorf("%s was taken", name)
			}
		})
		all.Go(func() {
			if err := f.Update(func(tx store.Tx) error { return tx.SetSetting(name, "good") }); err != nil {
				f.Errorf("a good setting beside %s: %v", name, err)
			}
		})
	}
	all.Wait()
}

// Twice returns a store that runs every transaction of s twice and undoes the first run, as a
// database does in which others were in the way. What a transaction does besides writing to the
// store must come to the same then.
func Twice(s store.Store) store.Store { return rehearsed{s} }

type rehearsed struct{ store.Store }

var errRehearsal = errors.New("twice: a rehearsal")

// Update runs f, undoes what f has done, and runs f again.
func (r rehearsed) Update(f func(store.Tx) error) error {
	var given []*int64
	r.Store.Update(func(tx store.Tx) error {
		first := &rehearsal{Tx: tx}
		defer func() { given = first.given }()
		f(first)
		return errRehearsal
	})
	for _, id := range given {
		*id = 0
	}
	return r.Store.Update(f)
}

// rehearsal notes where numbers are given, which are taken back as a store does.
type rehearsal struct {
	store.Tx
	given []*int64
}

func (r *rehearsal) note(id *int64) {
	if *id == 0 {
		r.given = append(r.given, id)
	}
}

// PutPlayer stores a player, and notes their number where the transaction gives it.
func (r *rehearsal) PutPlayer(p *store.Player) error {
	r.note(&p.ID)
	return r.Tx.PutPlayer(p)
}

// PutRegistration stores a registration, as PutPlayer does a player.
func (r *rehearsal) PutRegistration(p *store.Registration) error {
	r.note(&p.ID)
	return r.Tx.PutRegistration(p)
}

// PutChallenge stores a challenge, as PutPlayer does a player.
func (r *rehearsal) PutChallenge(c *store.Challenge) error {
	r.note(&c.ID)
	return r.Tx.PutChallenge(c)
}

// PutDispute stores a dispute, as PutPlayer does a player.
func (r *rehearsal) PutDispute(d *store.Dispute) error {
	r.note(&d.ID)
	return r.Tx.PutDispute(d)
}

// PutLetter stores a letter, as PutPlayer does a player.
func (r *rehearsal) PutLetter(l *store.Letter, raw []byte) error {
	r.note(&l.ID)
	return r.Tx.PutLetter(l, raw)
}

// Enqueue stores a row of the outbox, as PutPlayer does a player.
func (r *rehearsal) Enqueue(row *store.Row) error {
	r.note(&row.ID)
	return r.Tx.Enqueue(row)
}

// ownWrites: a transaction reads what it has written itself, however often it has changed that, and
// the last that it wrote is what is stored.
func ownWrites(f *fixture) {
	gameID := f.begin(1, 2, 1)
	first, l := store.Letter{State: store.Ignored}, store.Letter{}
	f.update(func(tx store.Tx) error {
		return errors.Join(tx.PutLetter(&first, []byte("P-K4")), tx.MarkSeen(store.Key{1}, first.ID))
	})
	marked := func(v store.View, k store.Key, letter int64) {
		id, ok, err := v.Seen(k)
		equal(f, fmt.Sprintf("what key %d marks", k[0]), fmt.Sprint(id, ok, err), fmt.Sprint(letter, letter != 0, nil))
	}
	row := store.Row{To: "a@a.example", Game: gameID, Also: []string{"b@b.example"}, Bytes: []byte("signed")}
	more := []store.Row{{To: "a@a.example"}, {To: "c@c.example", Game: gameID}, {To: "d@d.example"}}
	f.update(func(tx store.Tx) error {
		l = store.Letter{From: "a@a.example", To: []string{"corrd@club.example"}}
		err := tx.PutLetter(&l, []byte("P-Q4"))
		marked(tx, store.Key{2}, 0)
		err = errors.Join(err, tx.MarkSeen(store.Key{1}, l.ID), tx.MarkSeen(store.Key{2}, l.ID), tx.MarkSeen(store.Key{2}, l.ID), tx.MarkSeen(store.Key{3}, l.ID))
		marked(tx, store.Key{1}, l.ID)
		marked(tx, store.Key{3}, l.ID)
		err = errors.Join(err, tx.MarkSeen(store.Key{3}, first.ID), tx.Enqueue(&row))
		for i := range more {
			err = errors.Join(err, tx.Enqueue(&more[i]))
		}
		l.To[0], row.Also[0] = "letters@club.example", "e@e.example" // is not stored before it is put
		of, err2 := tx.RowsOf(gameID, 9)
		equal(f, "rows of the game", len(of), 2)
		equal(f, "who else gets the first", of[0].Also, []string{"b@b.example"})
		signed, err3 := tx.Signed(row.ID)
		equal(f, "the signed bytes", string(signed), "signed")
		l.Game, l.State, l.Note = gameID, store.Acted, "moved"
		return errors.Join(err, err2, err3, tx.PutLetter(&l, nil), tx.MarkSeen(store.Key{4}, l.ID))
	})
	f.view(func(v store.View) error {
		got, err := v.Letter(l.ID)
		raw, err2 := v.Raw(l.ID)
		equal(f, "the letter", fmt.Sprint(got.State, got.Note, got.To, string(raw)), "actedmoved[letters@club.example]P-Q4")
		for k, letter := range []int64{1: l.ID, 2: l.ID, 3: first.ID, 4: l.ID} {
			marked(v, store.Key{byte(k)}, letter)
		}
		all, err3 := v.Rows(9)
		equal(f, "rows", len(all), 4)
		return errors.Join(err, err2, err3)
	})
	f.update(func(tx store.Tx) error { // a letter that is dropped in the transaction that takes it
		gone := store.Letter{Stranger: true}
		err := tx.PutLetter(&gone, []byte("Buy this!"))
		gone.Purged = true
		err = errors.Join(err, tx.PutLetter(&gone, nil))
		_, purged := tx.Raw(gone.ID)
		equal(f, "the bytes are purged", errors.Is(purged, store.ErrPurged), true)
		return err
	})
}
