package bolt

import (
	"fmt"
	"math"

	"corrd/store"
)

var disputes = asJSON(bDisputes, "dispute", index[store.Dispute]{
	in:      bDisputesByGame,
	means:   "the disputes about the game are not those listed",
	entries: func(id int64, d *store.Dispute) []entry { return inGameOf(d, nums(d.Game, id)) },
}, index[store.Dispute]{
	in:    bDisputesOpen,
	means: "the umpire is not told what waits",
	entries: func(id int64, d *store.Dispute) []entry {
		if !d.Closed.IsZero() {
			return nil
		}
		return inGameOf(d, num(id))
	},
})

// inGameOf is an entry of a dispute about a game; none of the empty record.
func inGameOf(d *store.Dispute, key []byte) []entry {
	if d.Game == 0 {
		return nil
	}
	return at(key)
}

// Dispute returns the dispute with a number, or store.ErrNotFound.
func (v *view) Dispute(id int64) (store.Dispute, error) { return disputes.get(v, id) }

// DisputesOf lists by number the disputes about a game.
func (v *view) DisputesOf(gameID int64) ([]store.Dispute, error) {
	ids, err := idsOf(v.ascend(bDisputesByGame, num(gameID), nil), math.MaxInt)
	return disputes.list(v, ids, err)
}

// OpenDisputes lists by number the disputes that are open.
func (v *view) OpenDisputes() ([]store.Dispute, error) {
	ids, err := idsOf(v.ascend(bDisputesOpen, nil, nil), math.MaxInt)
	return disputes.list(v, ids, err)
}

// PutDispute stores a dispute; one with ID 0 gets the next number.
func (u *update) PutDispute(d *store.Dispute) error {
	old, err := disputes.open(u, &d.ID)
	if err != nil {
		return err
	}
	if old.ID != 0 && old.Game != d.Game {
		return fmt.Errorf("store: dispute %d is about game %d and stays so", d.ID, old.Game)
	}
	return disputes.put(u, d.ID, &old, d)
}
