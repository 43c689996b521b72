package umpire

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
)

// objectionToReplace looks at who is to play in whose place.
func objectionToReplace(s game.State, r game.Ruling) reason.Reason {
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
