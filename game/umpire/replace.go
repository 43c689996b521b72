package umpire

import (
	"fmt"
	"slices"

	"corrd/game"
	"corrd/game/board"
)

// objectionToReplace looks at who is to play in whose place.
func objectionToReplace(s game.State, r game.Ruling) string {
	side, named := r.Side.Side()
	if !named || s.Consults(side) != (r.Member > 0) || r.Member > len(s.Members(side)) {
		return "there is no such seat; corrctl game show names the players of each side"
	}
	for _, of := range []board.Side{board.White, board.Black} {
		if slices.Contains(s.Members(of), r.Player) {
			return fmt.Sprintf("that player plays in this game already, for %s; one player cannot have two seats in a game", of)
		}
	}
	return ""
}
