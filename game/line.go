package game

import (
	"iter"

	"corrd/game/board"
)

// After gives the position after a turn, which began in another: a check of which the
// turn says nothing need not be met, and men that were set in their places stand there.
func (t Turn) After(p board.Position) board.Position {
	p = set(p.Play(t.Move), t.Placed)
	if t.Silent {
		p = p.Unheeding()
	}
	return p
}

// Played yields the turns of the line in order, each with the position in which it
// began.
func (s State) Played() iter.Seq2[board.Position, Turn] {
	return func(yield func(board.Position, Turn) bool) {
		p := s.Initial
		for _, t := range s.Line {
			if !yield(p, t) {
				return
			}
			p = t.After(p)
		}
	}
}

// At gives the position after the first n moves of the line.
func (s State) At(n int) board.Position {
	p := s.Initial
	for _, t := range s.Line[:n] {
		p = t.After(p)
	}
	return p
}

// movesSince counts the moves that each side has made from a ply on, that ply among
// them, without a capture if quiet is set: then those since the last. A turn that was
// passed is no move; the count begins after the passed plies of a first turn of several
// moves, so that half of the plies is each side's.
func (s State) movesSince(ply int, quiet bool) (moves [2]int) {
	passed := s.PliesBefore() + s.FirstPlies()
	for p, t := range s.Played() {
		switch {
		case t.Ply < ply:
		case t.Move == board.Pass && t.Ply < passed, quiet && p.IsCapture(t.Move):
			moves = [2]int{}
		case t.Move != board.Pass:
			moves[t.Side]++
		}
	}
	return moves
}

// PliesSinceCapture counts the plies of the line since the last capture in it
// (II.8(b)): moves of Pawns do not end the count. Where a turn was passed it counts no
// more moves of a side than the other has made, and one.
func (s State) PliesSinceCapture() int {
	moves := s.movesSince(0, true)
	white, black := moves[board.White], moves[board.Black]
	return white + black - max(0, max(white, black)-min(white, black)-1)
}
