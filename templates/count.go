package templates

import (
	"fmt"

	"corrd/game/board"
	"corrd/game/codes"
)

// CountSoFar says how many moves each side has made of those that are counted; "" where
// no count runs, or the game is over.
func (p *gamePage) CountSoFar() string {
	made, runs := p.State.Counted()
	if !runs || p.State.Result != nil {
		return ""
	}
	c := p.State.Count
	return fmt.Sprintf("The moves are counted (%s): of %d each White has made %d, and Black %d.",
		c.Law, c.Moves, made[board.White], made[board.Black])
}

// countCases tells in which case the code lets a side demand the count.
var countCases = map[codes.CountCase]string{
	codes.SidePersists:  "a side demand the count when the other brings a position about for the third time, by a series of checks or the same line of play",
	codes.KingAlone:     "a side demand it that has only its King",
	codes.OnePiece:      "a side demand it that has only a King and one piece, against no less force, where no Pawn stands",
	codes.DifficultMate: "a side demand it that has a King and one piece at most, against no less force, where no Pawn stands",
}

// Counts tells in which cases a side may demand the count.
func (t *told) Counts() string {
	count, _, _ := t.code.Count.Get()
	text := ""
	for i, c := range count.Cases {
		if i > 0 {
			text += "; it lets "
		}
		text += countCases[c]
	}
	return text
}
