package postgres

import (
	"fmt"
	"time"

	"corrd/store"
)

var disputes = newTable("disputes", "dispute",
	number("id", func(d *store.Dispute) *int64 { return &d.ID }),
	number("game", func(d *store.Dispute) *int64 { return &d.Game }),
	number("event", func(d *store.Dispute) *int64 { return &d.Event }),
	text("ground", func(d *store.Dispute) *string { return &d.Ground }),
	text("by", func(d *store.Dispute) *string { return &d.By }),
	instant("opened", func(d *store.Dispute) *time.Time { return &d.Opened }),
	instant("closed", func(d *store.Dispute) *time.Time { return &d.Closed }),
	number("ended", func(d *store.Dispute) *int64 { return &d.Ended }),
)

// Dispute returns the dispute with a number, or store.ErrNotFound.
func (v *view) Dispute(id int64) (store.Dispute, error) {
	v.owns(key("dispute/", id))
	return disputes.get(v, id)
}

// DisputesOf lists by number the disputes about a game.
func (v *view) DisputesOf(gameID int64) ([]store.Dispute, error) {
	v.owns(theGame(gameID))
	return disputes.list(v, "where game = $1 and game <> 0", gameID)
}

// OpenDisputes lists by number the disputes that are open.
func (v *view) OpenDisputes() ([]store.Dispute, error) {
	v.wholly()
	return disputes.list(v, "where closed is null and game <> 0")
}

// PutDispute stores a dispute; one with ID 0 gets the next number.
func (u *update) PutDispute(d *store.Dispute) error {
	u.owns(theGame(d.Game))
	if d.ID == 0 {
		if err := u.next("dispute", &d.ID); err != nil {
			return err
		}
		disputes.put(u, d.ID, true, d)
		return nil
	}
	old, err := u.Dispute(d.ID)
	if err != nil {
		return err
	}
	if old.Game != d.Game {
		return fmt.Errorf("store: dispute %d is about game %d and stays so", d.ID, old.Game)
	}
	disputes.put(u, d.ID, false, d)
	return nil
}
