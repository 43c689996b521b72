package umpire

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
)

// objectsToReplacement returns the objection to who is to play in whose place.
func objectsToReplacement(s game.State, r game.Ruling, _ time.Time) reason.Reason {
	side, named := r.Side.Side()
	if !named || s.Consults(side) != (r.Member > 0) || r.Member > len(s.Members(side)) {
		return reason.Because("objection no seat")
	}
	for _, of := range []board.Side{board.White, board.Black} {
		if slices.Contains(s.Members(of), r.Player) {
			return reason.Because("objection plays already", of)
		}
	}
	return ""
}
