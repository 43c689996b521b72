package daemon_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/control"
	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
)

// archive checks invariant I7: when a new corrd takes only the raw letters again, in their order,
// the same games result. Communications that travel arrive at their own times.
func (v *verdicts) archive() {
	now := v.letters[0].Received
	db, err := v.replayStore(func() time.Time { return now })
	if err != nil {
		v.Fatal(err)
	}
	defer db.Close()
	c := corrd.New(clerkConfig(v.house.log), db, v.house.keys, watch.Real{}, nil, nil, nil)
	for _, l := range v.letters {
		now = l.Received // of the clock of that time, which may have been set back since
		v.arrive(db, now.Add(-time.Second), l.ID)
		if _, err := c.Take(context.Background(), clerk.Incoming{Raw: v.raw[l.ID], Received: l.Received, Source: l.Source, Envelope: mailer.Envelope{}}); err != nil {
			v.Errorf("letter %d cannot be taken again: %v", l.ID, err)
		}
	}
	v.arrive(db, v.view.Now(), 0)
	v.must(db.View(func(again store.View) error {
		for _, id := range v.games() {
			if s, err := v.view.GameAt(id, 1); err == nil && s.Tournament != nil {
				break // the director began the games of the event, and the numbers of later games follow theirs
			}
			v.sameGame(id, again)
		}
		return nil
	}))
}

// arrive delivers, in a second store, what has arrived in the games of this world by an instant
// before a letter, and the true words of forms that could not be read. letter is 0 after the last
// letter.
func (v *verdicts) arrive(db store.Store, by time.Time, letter int64) {
	for _, id := range v.games() {
		for rung := true; rung; {
			v.must(db.Update(func(tx store.Tx) error {
				s, err := tx.Game(id)
				if err != nil {
					rung = false
					return noGame(err)
				}
				at, due := s.Deadline()
				if rung = (due == game.DueDelivery || due == game.DueCertificate) && v.arrived(tx, id, at, by, letter); !rung {
					return nil
				}
				_, err = tx.Append(id, play.Decide(s, play.Alarm{}, at)...)
				return err
			}))
		}
	}
}

// arrived reports whether what falls due next in a game arrives by an instant. If somebody set
// corrd's clock, the log tells instead whether more had arrived before the letter acted.
func (v *verdicts) arrived(again store.View, id int64, at, by time.Time, letter int64) bool {
	if !v.jumped {
		return !at.After(by)
	}
	if letter != 0 && v.record(letter).Game != id {
		return false
	}
	all, err := v.view.Events(id)
	v.must(err)
	end := len(all)
	if letter != 0 {
		end = max(0, slices.IndexFunc(all, func(e store.Entry) bool { return e.Event.Letter == letter }))
	}
	here, err := again.Events(id)
	v.must(err)
	return arrivals(here) < arrivals(all[:end])
}

// arrivals counts the arrivals in the log of a game.
func arrivals(log []store.Entry) (n int) {
	for _, e := range log {
		switch e.Event.Fact.(type) {
		case game.Delivered, game.Certified:
			n++
		}
	}
	return n
}

// noGame returns nil for the error that there is no such game yet, and any other err unchanged.
func noGame(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

func (v *verdicts) sameGame(id int64, again store.View) {
	was, err := v.view.Game(id)
	v.must(err)
	is, err := again.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		v.Errorf("game %d, from the archive: there is none", id)
		return
	}
	v.must(err)
	if was.Result != nil && was.Result.How == game.ByTime || v.meddled[id] || v.confirmed(id) {
		// the clock, the umpire or an answer to a question began the game, and the letters alone
		// do not tell so
		return
	}
	for _, s := range []*game.State{&was, &is} {
		for i := range s.Line {
			s.Line[i].At = time.Time{}
		}
	}
	if was.Position.FEN() != is.Position.FEN() || was.Phase != is.Phase || !reflect.DeepEqual(was.Line, is.Line) {
		v.Errorf("game %d, from the archive: %s %s\nis not what it was: %s %s", id, is.Phase, is.Position.FEN(), was.Phase, was.Position.FEN())
	}
	v.tally[gamesAgain]++
}

// evidence checks the last part of I7: the archive of a game's evidence verifies. The archive
// lets anybody read the letters and apply the laws again without corrd.
func (v *verdicts) evidence(db store.Store) {
	c := corrd.New(clerkConfig(v.house.log), db, v.house.keys, watch.Real{}, nil, nil, nil)
	for _, id := range v.games() {
		filed, err := c.Room.GameFile(context.Background(), control.Filing{ID: id, Keep: true})
		if err != nil {
			v.Errorf("game %d: no evidence: %v", id, err)
			continue
		}
		for _, f := range dossier.Verify(filed.Zip) {
			if f.Fault {
				v.Errorf("game %d, the evidence: %s", id, f.Words)
			}
		}
		v.tally[gamesProven]++
	}
}
