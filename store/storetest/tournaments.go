package storetest

import (
	"errors"
	"time"

	"corrd/game/tournament"
	"corrd/store"
)

func tournaments(f *fixture) {
	announced := tournament.Event{At: epoch, By: tournament.Director, Law: "event:entry", Fact: tournament.Announced{
		Conditions: tournament.Conditions{Name: "Winter <1>", Games: 2, EnterBy: epoch.Add(time.Hour), Begin: epoch, Close: epoch.Add(2 * time.Hour), Ties: tournament.Ties()}, Drawn: "0a", Commitment: "ff"}}
	entered := tournament.Event{At: epoch, By: tournament.Entrant, Law: "event:1.entry", Fact: tournament.Entered{Player: 3, Ground: "their card"}}
	var want, other tournament.State
	f.both(
		func(tx store.Tx) (err error) {
			want, err = tx.AppendTournament(0, announced)
			var err2, err3 error
			other, err2 = tx.AppendTournament(0, announced)
			want, err3 = tx.AppendTournament(want.ID, entered)
			return errors.Join(err, err2, err3)
		},
		func(v store.View) error {
			got, err := v.Tournament(want.ID)
			equal(f, "Tournament", got, want)
			all, err2 := v.Tournaments()
			equal(f, "Tournaments", all, []tournament.State{want, other})
			_, none := v.Tournament(want.ID + 7)
			fails(f, "Tournament that there is none of", none, store.ErrNotFound)
			_, none = v.TournamentLog(want.ID + 7)
			fails(f, "TournamentLog of none", none, store.ErrNotFound)
			return errors.Join(err, err2)
		})
	hashes := func(v store.View) (all [][32]byte) {
		log, err := v.TournamentLog(want.ID)
		if err != nil || len(log) != 2 {
			f.Errorf("TournamentLog gives %d events: %v", len(log), err)
		}
		for _, e := range log {
			all = append(all, e.Hash)
		}
		return all
	}
	var before [][32]byte
	f.view(func(v store.View) error { before = hashes(v); return nil })
	f.both(
		func(tx store.Tx) error {
			return tx.EraseTournament(want.ID, 1, func(e tournament.Event) bool { return store.About(e, 3) })
		},
		func(v store.View) error {
			equal(f, "the hashes after an erasure", hashes(v), before)
			got, err := v.Tournament(want.ID)
			if fact, _ := got.Log[1].Fact.(tournament.Entered); fact.Ground != "" || fact.Player != 3 {
				f.Errorf("after an erasure stands %+v", fact)
			}
			if first, _ := got.Log[0].Fact.(tournament.Announced); first.Drawn != "0a" {
				f.Errorf("the number of the lot was erased")
			}
			return err
		})
}
