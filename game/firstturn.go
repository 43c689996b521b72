package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/line"
)

// MovesDue returns the number of moves that the side to move makes in the turn due. The number is
// one, or two in the receiver's first turn at odds of two moves (IV.4).
func (s State) MovesDue() int {
	if giver, ok := s.Terms.Odds.Side(); !ok || len(s.Line) > 0 || s.Position.SideToMove() == giver {
		return 1
	}
	return max(1, s.Terms.Odds.Grant().Moves)
}

// FirstPlies returns the number of plies of the first turn in the line: one, or three at odds of
// two moves, because the opponent's ply between the two moves is passed.
func (s State) FirstPlies() int {
	giver, ok := s.Terms.Odds.Side()
	if n := s.Terms.Odds.Grant().Moves; ok && n > 1 && s.Initial.SideToMove() != giver {
		return 2*n - 1
	}
	return 1
}

func (s State) turnBegan() int {
	if len(s.Line) <= s.FirstPlies() {
		return 0
	}
	return len(s.Line) - 1
}

// inFirstTurn reports whether a position of the game is one of a first turn of several moves.
func (s State) inFirstTurn(p *board.Position) bool {
	plies := 2 * (p.MoveNumber() - s.Initial.MoveNumber())
	return s.FirstPlies() > 1 && p.SideToMove() == s.Initial.SideToMove() && plies < s.FirstPlies()
}

// WithinReach returns the moves that are allowed in a position. In a first turn of several moves
// WithinReach leaves out moves beyond the mover's own fourth rank.
func (s State) WithinReach(p *board.Position, moves []board.Move) []board.Move {
	reach, _, limited := s.Code().OddsMoves.Get()
	if !limited || !s.inFirstTurn(p) {
		return moves
	}
	return slices.DeleteFunc(moves, func(m board.Move) bool {
		rank := m.To().Rank()
		if p.SideToMove() == board.Black {
			rank = 7 - rank
		}
		return rank >= int(reach)
	})
}

// apply plays a move of a first turn that is not the last move of the turn; the opponent's ply after the move is
// passed, and the turn goes on.
func (f Advanced) apply(s *State, e Event) {
	s.Clocks[s.Position.SideToMove()].Moves++
	if f.Discharge {
		s.Phase, s.Offence = AwaitMove, nil
	}
	for _, t := range []line.Turn{{Move: f.Move, Words: f.Words}, {Move: board.Pass}} {
		t.At, t.Law = e.At, e.Law
		s.AddTurn(t)
	}
	s.narrow(f.Move)
}
