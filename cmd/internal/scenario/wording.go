package scenario

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// rules returns how moves are read under the terms.
func (s Scenario) rules() notation.Rules {
	code, _ := codes.ByID(s.Terms.Code)
	return code.Rules(s.Terms)
}

// wording writes a legal move in the first notation in which the words read as that
// move alone; ok is false when no agreed notation has such words.
func wording(p *board.Position, m board.Move, r notation.Rules) (words string, ok bool) {
	for n := range notation.All.Each() {
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
