package ledger

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// onCards tells for each side whether none of its players has a mailbox.
func onCards(v store.View, members func(board.Side) []int64) (sides [2]bool, err error) {
	for side := range sides {
		sides[side] = true
		for _, id := range members(board.Side(side)) {
			p, err := v.Player(id)
			if err != nil {
				return sides, err
			}
			sides[side] = sides[side] && p.OnCards()
		}
	}
	return sides, nil
}

// KeepOnCards makes the player's sides in all running games play by real cards, or stop doing so,
// when the mailboxes of the side's players have changed.
func (l *Ledger) KeepOnCards(tx store.Tx, player int64) error {
	ids, err := Running(tx, player)
	for _, id := range ids {
		s, err := tx.Game(id)
		if err == nil {
			_, err = l.seatOnCards(tx, s)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// seatOnCards does the work of KeepOnCards in one game, and gives the game afterwards.
func (l *Ledger) seatOnCards(tx store.Tx, s game.State) (game.State, error) {
	sides, err := onCards(tx, s.Members)
	for side, on := range sides {
		if err != nil {
			return s, err
		}
		if events := play.Decide(s, play.PutOnCards{Side: board.Side(side), On: on}, tx.Now()); len(events) > 0 {
			s, err = l.Append(tx, s, events, By{})
		}
	}
	return s, err
}

// replaces reports whether an event puts another player into a seat.
func replaces(e game.Event) bool {
	_, ok := e.Fact.(game.Replaced)
	return ok
}
