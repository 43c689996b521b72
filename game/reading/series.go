package reading

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/interpret/notation"
)

// Answering returns the indices of the waiting conditionals that answer the last move of a game: those
// that assume the move or, if there are none, those that assume any move. A forfeited turn is no
// move, and nothing answers it.
func Answering(s *game.State) []int {
	n := len(s.Line)
	if n == 0 || s.Forfeited() {
		return nil
	}
	p := s.At(n - 1)
	var named, whatever []int
	for i, c := range s.Conditionals {
		switch {
		case c.Status != line.Waiting || c.Side != s.Position.SideToMove() || c.Ply != s.LastPly() || !follows(s, c) || !assumes(s, &p, c.Branch):
		case len(c.Branch.If) > 0:
			named = append(named, i)
		default:
			whatever = append(whatever, i)
		}
	}
	if len(named) > 0 {
		return named
	}
	return whatever
}

// follows reports whether the sender's own move is one of the moves with which the series was sent.
func follows(s *game.State, c line.Conditional) bool {
	return len(c.After) == 0 || len(s.Line) > 1 && s.SentWith(c, s.Line[len(s.Line)-2].Move)
}

// assumes reports whether a branch assumes the last move of the line, which was made in the
// position p. Any reading of the branch's words is enough.
func assumes(s *game.State, p *board.Position, b line.Branch) bool {
	if len(b.If) == 0 {
		return true
	}
	last := s.Line[len(s.Line)-1].Move
	return slices.ContainsFunc(b.If, func(words string) bool { return Expresses(s, p, notation.Move{Text: words}, last) })
}
