package ledger

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// onCards gives the sides of which no player has a mailbox.
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

// KeepOnCards has the sides of a player's running games play by real cards, or no longer, as their
// players now do.
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

// seatOnCards does so in one game, and gives the game after that.
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
