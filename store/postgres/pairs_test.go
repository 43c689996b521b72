package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// scene is what two transactions meet over: records of every kind, all under names of their own.
type scene struct {
	name                                  string
	white, black, game, challenge         int64
	letter, stranger, row                 int64
	whiteAt, newAt, readers, tally, motto string
	mark                                  store.Key
	queued                                store.Row // row as it was stored
}

var scenes atomic.Int64

// newScene stores the records of a scene.
func newScene(t *testing.T, s store.Store) *scene {
	t.Helper()
	n := scenes.Add(1)
	c := &scene{name: fmt.Sprint("scene", n), mark: store.Key{1, byte(n), byte(n >> 8)}}
	c.whiteAt, c.newAt, c.readers = "white@"+c.name+".example", "new@"+c.name+".example", "readers@"+c.name+".example"
	c.tally, c.motto = "answers/"+c.name, "motto/"+c.name
	err := s.Update(func(tx store.Tx) (err error) {
		white, black := store.Player{Name: "White", Addresses: []string{c.whiteAt}}, store.Player{Name: "Black", Addresses: []string{"black@" + c.name + ".example"}}
		err = errors.Join(tx.PutPlayer(&white), tx.PutPlayer(&black))
		c.white, c.black = white.ID, black.ID
		var err2, err3 error
		c.game, err2 = tx.NewGame()
		_, err3 = tx.Append(c.game, play.Decide(game.State{ID: c.game}, play.Start{Terms: terms.Default(), Players: [2]int64{c.white, c.black}}, noon)...)
		ch := store.Challenge{From: c.white, To: "black@" + c.name + ".example", ToID: c.black, State: store.ChallengeOpen}
		held := store.Letter{State: store.HeldLetter, Game: c.game, Received: noon}
		stranger := store.Letter{State: store.Ignored, Stranger: true, Received: noon, Size: 1}
		row := store.Row{To: c.readers, Note: "first", Game: c.game}
		err = errors.Join(err, err2, err3, tx.PutChallenge(&ch), tx.PutLetter(&held, []byte("P-K4")), tx.PutLetter(&stranger, []byte("Buy this!")), tx.Enqueue(&row))
		c.challenge, c.letter, c.stranger, c.row, c.queued = ch.ID, held.ID, stranger.ID, row.ID, row
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// image is all that the kinds of transactions may change in a scene, without numbers.
func (c *scene) image(t *testing.T, s store.Store) string {
	t.Helper()
	var b strings.Builder
	show := func(what string, values ...any) { fmt.Fprintln(&b, append([]any{what}, values...)...) }
	err := s.View(func(v store.View) error {
		log, err := v.Events(c.game)
		for _, e := range log[min(1, len(log)):] {
			show("event", fmt.Sprintf("%T", e.Event.Fact), string(e.Plain[strings.Index(string(e.Plain), `"data"`):]), e.Erased != 0)
		}
		for i, e := range log {
			if e.Seq != int64(i)+1 || i > 0 && e.Event.At.Before(log[i-1].Event.At) {
				show("event out of order", i)
			}
		}
		for _, at := range []string{c.whiteAt, c.newAt} {
			p, err := v.PlayerAt(at)
			r, err2 := v.RegistrationAt(at)
			show("at", p.Name, strings.ReplaceAll(fmt.Sprint(p.Addresses), c.name, ""), errors.Is(err, store.ErrNotFound), r.Name, errors.Is(err2, store.ErrNotFound))
		}
		white, err2 := v.Player(c.white)
		show("white", white.Name, strings.ReplaceAll(fmt.Sprint(white.Addresses), c.name, ""))
		ch, err3 := v.Challenge(c.challenge)
		games, err4 := v.GamesOf(c.white)
		of, err5 := v.ChallengesOf(c.black)
		show("challenge", ch.State, len(games), len(of))
		held, err6 := v.Letter(c.letter)
		stranger, err7 := v.Letter(c.stranger)
		_, gone := v.Raw(c.stranger)
		_, seen, err8 := v.Seen(c.mark)
		of2, err9 := v.LettersOf(c.game)
		show("letters", held.State, stranger.State, stranger.Purged, errors.Is(gone, store.ErrPurged), seen, len(of2))
		rows, err10 := v.Rows(1 << 20)
		for _, r := range rows {
			if r.To == c.readers {
				show("row", r.Note, r.State)
			}
		}
		n, err11 := v.Count(c.tally)
		motto, _, err12 := v.Setting(c.motto)
		show("tally", n, "motto", motto)
		return errors.Join(err, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12)
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// protest appends an event to the game of a scene, and tells the readers.
func (c *scene) protest(tx store.Tx, by string) error {
	s, err := tx.Game(c.game)
	if err != nil {
		return err
	}
	_, err = tx.Append(c.game, game.Event{At: tx.Now(), By: game.White, Fact: game.Protested{Words: fmt.Sprint(by, " after ", s.Seq)}})
	return errors.Join(err, tx.Enqueue(&store.Row{To: c.readers, Note: by, Game: c.game}))
}

// adds adds words to the setting of a scene.
func (c *scene) adds(tx store.Tx, words ...any) error {
	had, _, err := tx.Setting(c.motto)
	return errors.Join(err, tx.SetSetting(c.motto, had+fmt.Sprint(words...)+";"))
}

// names adds words to the name of a player of a scene.
func (c *scene) names(tx store.Tx, by string) error {
	p, err := tx.Player(c.white)
	p.Name += " " + by
	return errors.Join(err, tx.PutPlayer(&p))
}

// kinds are the kinds of transaction. Each decides by what it reads, and says by whom it was made.
var kinds = []struct {
	name string
	run  func(tx store.Tx, c *scene, by string) error
}{
	{"letter", func(tx store.Tx, c *scene, by string) error {
		err := tx.Expect(store.Likely{Games: []int64{c.game}, Addresses: []string{c.whiteAt}, Keys: []store.Key{c.mark}, Letters: 1, Queued: 1})
		if _, seen, err2 := tx.Seen(c.mark); err2 != nil || seen {
			return errors.Join(err, err2)
		}
		l := store.Letter{Game: c.game, State: store.Acted}
		return errors.Join(err, tx.PutLetter(&l, []byte(by)), tx.MarkSeen(c.mark, l.ID), c.protest(tx, by))
	}},
	{"move", func(tx store.Tx, c *scene, by string) error { return c.protest(tx, by) }},
	{"ask to register", func(tx store.Tx, c *scene, by string) error {
		if _, err := tx.RegistrationAt(c.newAt); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return errors.Join(tx.PutRegistration(&store.Registration{Name: by, Address: c.newAt}), tx.Enqueue(&store.Row{To: c.readers, Note: by}))
	}},
	{"register", func(tx store.Tx, c *scene, by string) error {
		if _, err := tx.PlayerAt(c.newAt); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return tx.PutPlayer(&store.Player{Name: by, Addresses: []string{c.newAt}})
	}},
	{"add an address", func(tx store.Tx, c *scene, _ string) error {
		p, err := tx.Player(c.white)
		if err != nil || len(p.Addresses) > 1 {
			return err
		}
		p.Addresses = append(p.Addresses, c.newAt)
		if err := tx.PutPlayer(&p); !errors.Is(err, store.ErrTaken) {
			return err
		}
		return c.adds(tx, "taken")
	}},
	{"name a player", func(tx store.Tx, c *scene, by string) error { return c.names(tx, by) }},
	{"name a player of a game", func(tx store.Tx, c *scene, by string) error {
		_, _, err := tx.Setting("nothing") // what is expected now is expected late
		return errors.Join(err, tx.Expect(store.Likely{Games: []int64{c.game}}), c.names(tx, by))
	}},
	{"accept", func(tx store.Tx, c *scene, by string) error {
		ch, err := tx.Challenge(c.challenge)
		if err != nil || ch.State != store.ChallengeOpen {
			return err
		}
		ch.State = store.ChallengeAccepted
		if ch.Game, err = tx.NewGame(); err != nil {
			return err
		}
		_, err = tx.Append(ch.Game, play.Decide(game.State{ID: ch.Game}, play.Start{Terms: terms.Default(), Players: [2]int64{c.white, c.black}}, noon)...)
		return errors.Join(err, tx.PutChallenge(&ch), tx.Enqueue(&store.Row{To: c.readers, Note: by}))
	}},
	{"withdraw", func(tx store.Tx, c *scene, _ string) error {
		all, err := tx.ChallengesOf(c.black)
		for _, ch := range all {
			ch.State = store.ChallengeWithdrawn
			err = errors.Join(err, tx.PutChallenge(&ch))
		}
		return err
	}},
	{"enqueue", func(tx store.Tx, c *scene, by string) error {
		return errors.Join(tx.Enqueue(&store.Row{To: c.readers, Note: by}), tx.Enqueue(&store.Row{To: c.readers, Note: by}))
	}},
	{"hand over", func(tx store.Tx, c *scene, _ string) error {
		r, err := tx.Row(c.row)
		if err != nil || r.State != store.Queued {
			return err
		}
		r.State = store.Sent
		return tx.PutRow(&r)
	}},
	{"hand over unread", func(tx store.Tx, c *scene, _ string) error {
		sent := c.queued
		sent.State = store.Sent
		return tx.ReplaceRow(&c.queued, &sent)
	}},
	{"park", func(tx store.Tx, c *scene, by string) error {
		r, err := tx.Row(c.row)
		if err != nil || r.State != store.Queued {
			return err
		}
		r.State, r.Note = store.Parked, by
		return errors.Join(tx.PutRow(&r), tx.Unclaim(r.ID))
	}},
	{"budget", func(tx store.Tx, c *scene, by string) error {
		if n, err := tx.Count(c.tally); err != nil || n > 0 {
			return errors.Join(err, c.adds(tx, "refused"))
		}
		return errors.Join(tx.AddCount(c.tally, 1), tx.Enqueue(&store.Row{To: c.readers, Note: by}))
	}},
	{"count", func(tx store.Tx, c *scene, _ string) error { return tx.AddCount(c.tally, 1) }},
	{"note", func(tx store.Tx, c *scene, by string) error { return c.adds(tx, by) }},
	{"release", func(tx store.Tx, c *scene, by string) error {
		l, err := tx.Letter(c.letter)
		if err != nil || l.State != store.HeldLetter {
			return err
		}
		l.State = store.Acted
		return errors.Join(tx.PutLetter(&l, nil), c.protest(tx, by))
	}},
	{"keep a stranger", func(tx store.Tx, c *scene, _ string) error {
		l, err := tx.Letter(c.stranger)
		if err != nil {
			return err
		}
		l.State = store.Acted
		return tx.PutLetter(&l, nil)
	}},
	{"purge", func(tx store.Tx, _ *scene, _ string) error {
		_, err := tx.Purge(noon.Add(time.Hour), 0, 1000)
		return err
	}},
	{"erase", func(tx store.Tx, c *scene, _ string) error {
		_, err := tx.EraseTexts(c.game, 1, func(game.Event, string, []byte) bool { return true })
		return err
	}},
	{"list", func(tx store.Tx, c *scene, _ string) error {
		rows, err := tx.Rows(1<<20, store.Queued)
		n := 0
		for _, r := range rows {
			if r.To == c.readers {
				n++
			}
		}
		return errors.Join(err, c.adds(tx, n, " wait"))
	}},
}

// TestPairs has each two kinds of transactions meet, one of which stands still before one of its
// exchanges with the database while the other runs: what comes of it is what would have come had
// one run after the other. Of the pairs one in three is tried where not everything is.
func TestPairs(t *testing.T) {
	relay, url := peertest.Relayed(t)
	one := open(t, url, postgres.Options{})
	direct := open(t, relay.Around(url), postgres.Options{})
	runs, stood := 0, 0
	for _, a := range kinds {
		for _, b := range kinds {
			if !peertest.Sampled(a.name+" and "+b.name, peertest.Share(3, 31)) {
				continue
			}
			first := func(c *scene) error {
				return standing(one.Update(func(tx store.Tx) error { return a.run(tx, c, "first") }))
			}
			second := func(c *scene) error {
				return standing(direct.Update(func(tx store.Tx) error { return b.run(tx, c, "second") }))
			}
			ab := newScene(t, direct)
			before := relay.Exchanges.Load()
			if err := errors.Join(first(ab), second(ab)); err != nil {
				t.Fatal(a.name, b.name, err)
			}
			exchanges := relay.Exchanges.Load() - before
			ba := newScene(t, direct) // a purge is of all scenes
			if err := errors.Join(second(ba), first(ba)); err != nil {
				t.Fatal(a.name, b.name, err)
			}
			wants := []string{ab.image(t, direct), ba.image(t, direct)}
			for at := int64(1); at <= exchanges; at++ {
				runs++
				c := newScene(t, direct)
				if meet(t, relay, at, func() error { return first(c) }, func() error { return second(c) }) {
					stood++
				}
				if got := c.image(t, direct); got != wants[0] && got != wants[1] {
					t.Errorf("%s, which stood before exchange %d, and %s:\n%s\none after the other\n%s\nor\n%s", a.name, at, b.name, got, wants[0], wants[1])
				}
			}
		}
	}
	if stood < runs/2 {
		t.Errorf("of %d runs only %d stood still", runs, stood)
	}
	if _, err := direct.Check(func(fault store.Fault) { t.Error(fault) }); err != nil {
		t.Error(err)
	}
	t.Log(runs, "runs")
}

// standing is the error of a transaction, unless that has found a record changed.
func standing(err error) error {
	if errors.Is(err, store.ErrChanged) {
		return nil
	}
	return err
}

// meet runs first, which stands still before an exchange until second has ended or waits for it.
func meet(t *testing.T, relay *peertest.Relay, at int64, first, second func() error) (stood bool) {
	t.Helper()
	const waits = 15 * time.Millisecond // a transaction that has not ended by then waits for the other
	var n atomic.Int64
	here, on := make(chan struct{}), make(chan struct{})
	relay.Before(func([]byte) {
		if n.Add(1) == at {
			close(here)
			<-on
		}
	})
	defer relay.Before(nil)
	outcome, outcome2 := make(chan error, 1), make(chan error, 1)
	go func() { outcome <- first() }()
	var err, err2 error
	select {
	case <-here:
		stood = true
		go func() { outcome2 <- second() }()
		select {
		case err2 = <-outcome2:
			close(on)
			err = <-outcome
		case <-time.After(waits):
			close(on)
			err, err2 = <-outcome, <-outcome2
		}
	case err = <-outcome:
		err2 = second()
	}
	if err != nil || err2 != nil {
		t.Error(err, err2)
	}
	return stood
}
