package game

import (
	"corrd/game/board"
	"corrd/game/line"
)

// Choices returns the choices among which the receiver may adopt, in the order in which letters
// number them from 1. Choices gives none when nothing is held.
func (s State) Choices() []line.Choice {
	if s.Held == nil {
		return nil
	}
	return line.Choices(s.Held.Moves, s.Held.Then)
}

// Choices returns the choices that the fact holds, in the fact's order.
func (f Held) Choices() []line.Choice { return line.Choices(f.Moves, f.Then) }

// Choices returns the choices that the fact leaves to the receiver, in the fact's order.
func (f Restored) Choices() []line.Choice { return line.Choices(f.Moves, nil) }

// PairsHeld reports whether pairs of moves are held: both moves of a first turn of two are open.
func (s State) PairsHeld() bool { return s.Held != nil && s.Held.Pairs() }

// DuePly returns the ply due; while pairs of moves are held, the ply of their second moves.
func (s State) DuePly() int {
	if s.PairsHeld() {
		return s.LastPly() + s.FirstPlies()
	}
	return s.LastPly() + 1
}

// reopenFirst takes the first move of a first turn of two moves out of the line while the second
// move is held. Afterwards pairs of moves are held.
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

// narrow keeps the held pairs that begin with a move that has been played: their second moves are held.
func (s *State) narrow(first board.Move) {
	if s.PairsHeld() {
		s.Held = s.Held.After(first, s.notice(s.Held.By.Other()))
	}
}
