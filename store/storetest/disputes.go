package storetest

import (
	"errors"
	"time"

	"corrd/store"
)

func disputes(f *fixture) {
	a := store.Dispute{Game: 7, Event: 3, Ground: "protest", By: "white", Opened: epoch}
	b := store.Dispute{Game: 9, Event: 4, Ground: "flag", By: "corrd", Opened: epoch}
	c := store.Dispute{Game: 7, Event: 5, Ground: "claim", By: "black", Opened: epoch}
	f.both(
		func(tx store.Tx) error { return errors.Join(tx.PutDispute(&a), tx.PutDispute(&b), tx.PutDispute(&c)) },
		func(v store.View) error {
			of, err := v.DisputesOf(7)
			equal(f, "DisputesOf", of, []store.Dispute{a, c})
			open, err2 := v.OpenDisputes()
			equal(f, "OpenDisputes", open, []store.Dispute{a, b, c})
			_, none := v.Dispute(8)
			fails(f, "Dispute that there is none of", none, store.ErrNotFound)
			return errors.Join(err, err2)
		})
	a.Closed, a.Ended = epoch.Add(time.Hour), 8
	f.both(
		func(tx store.Tx) error { return tx.PutDispute(&a) },
		func(v store.View) error {
			open, err := v.OpenDisputes()
			equal(f, "OpenDisputes after one was closed", open, []store.Dispute{b, c})
			got, err2 := v.Dispute(a.ID)
			equal(f, "Dispute", got, a)
			return errors.Join(err, err2)
		})
	f.update(func(tx store.Tx) error {
		other := a
		other.Game = 9
		if tx.PutDispute(&other) == nil {
			f.Error("a dispute is moved to another game")
		}
		return nil
	})
}
