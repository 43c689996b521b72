package scenario

import (
	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// notations are those a move of the header can be sent in; the first that the
// terms agree on is used.
var notations = []notation.Set{notation.Descriptive, notation.Algebraic, notation.Numeric, notation.Gringmuth, notation.Uedemann, notation.German}

// wording writes a legal move so that its reader reads that move alone; ok is
// false when no agreed notation can.
func wording(p *board.Position, m board.Move, r notation.Rules) (words string, ok bool) {
	for _, n := range notations {
		words := n.Write(p, m)
		page := interpret.Parse(words)
		if len(page.Statements) != 1 || len(page.Statements[0].Moves) != 1 {
			continue
		}
		read := page.Statements[0].Moves[0].Readings(p, r)
		if len(read.Moves) == 1 && read.Moves[0] == m {
			return words, true
		}
	}
	return "", false
}
