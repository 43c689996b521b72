package game

import (
	"corrd/game/board"
	"corrd/game/line"
)

// Choices gives what the receiver may adopt, in the order in which letters number
// it from 1; none when nothing is held.
func (s State) Choices() []line.Choice {
	if s.Held == nil {
		return nil
	}
	return line.Choices(s.Held.Moves, s.Held.Then)
}

// Choices gives what the fact puts to the choice, in its order.
func (f Held) Choices() []line.Choice { return line.Choices(f.Moves, f.Then) }

// Choices gives what the fact leaves to the choice, in its order.
func (f Restored) Choices() []line.Choice { return line.Choices(f.Moves, nil) }

// PairsHeld reports whether pairs of moves are held: both moves of a first turn of
// two are open.
func (s State) PairsHeld() bool { return s.Held != nil && s.Held.Pairs() }

// DuePly gives the ply that is due; while pairs of moves are held that of their
// second moves.
func (s State) DuePly() int {
	if s.PairsHeld() {
		return s.LastPly() + s.FirstPlies()
	}
	return s.LastPly() + 1
}

// reopenFirst takes the first move of a first turn of two, whose second is held, out
// of the line: pairs of moves are held.
func (s *State) reopenFirst() {
	if len(s.Line) == 0 || len(s.Line) >= s.FirstPlies() {
		return
	}
	first := s.Line[0]
	for len(s.Line) > 0 {
		s.unplay()
	}
	s.Held = s.Held.Behind(first)
}

// narrow leaves of the pairs of moves held those that begin with a move, which has
// been played: their second moves are held.
func (s *State) narrow(first board.Move) {
	if s.PairsHeld() {
		s.Held = s.Held.After(first, s.notice(s.Held.By.Other()))
	}
}
