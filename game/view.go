package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
)

// RoundOver is the round of a ply to which the reply has been received: whatever
// acted in any round of it is known again.
const RoundOver = -1

// RoundOf gives the round in which a side's letter with the key of a ply is read:
// within it, a letter of the same words as one that acted is that letter again. It
// is RoundOver for a ply that is over.
func (s State) RoundOf(side board.Side, ply int) int {
	if ply < s.LastPly() {
		return RoundOver
	}
	return s.Rounds[side]
}

// TurnNumber gives the number and the side of the turn that is due; while a
// move is undetermined, of that move.
func (s State) TurnNumber() (number int, side board.Side) {
	return line.NumberOf(s.LastPly() + 1), s.Position.SideToMove()
}

// Code gives the code of laws of the game.
func (s State) Code() *codes.Code { return codes.Of(s.Terms) }

// Candidates gives the moves the receiver may adopt for the ply that is due, sorted
// by UCI, each once; none when nothing is held. Of pairs of moves, which Choices
// gives, they are the first moves.
func (s State) Candidates() []board.Move {
	if s.Held == nil {
		return nil
	}
	if !s.PairsHeld() {
		return s.Held.Moves
	}
	return slices.Compact(slices.Clone(s.Held.Moves))
}

// Stage gives the phase as `corrctl game show` names it: the game stands at a claim that is
// before the umpire until a move has been played since, though neither side need wait for
// them; an adjourned game is suspended.
func (s State) Stage() Phase {
	if c := s.Claim; c != nil && s.Phase == c.Phase && s.LastPly() == c.Ply {
		return ClaimOpen
	}
	if s.Resting() {
		return Suspended
	}
	return s.Phase
}

// ToAct gives who may move the game on: "white", "black", "both" while an
// offence is open, "umpire" at a claim and in suspense, or "none".
func (s State) ToAct() string {
	switch s.Stage() {
	case OffenceOpen:
		return "both"
	case ClaimOpen, Suspended:
		if s.Claim == nil || !s.Claim.Proving {
			return "umpire"
		}
	default:
		if w, ok := s.Unreadable(); ok {
			return w.Side.Other().String()
		}
		if side, ok := s.Asked(); ok && !s.OnTheWay(s.Window.Side) {
			return side.String()
		}
	}
	return "none"
}

// KeyPly gives the ply that a letter written to a side carries in its key: the
// ply due from it; else its last; and its next while a choice or an offence of
// its opponent's waits for it, or when it has not moved yet.
func (s State) KeyPly(side board.Side) int {
	due := s.DuePly()
	switch {
	case side == s.Position.SideToMove():
		return due
	case s.Held != nil, s.Phase == OffenceOpen, len(s.Line) == 0:
		return due + 1
	}
	return due - 1
}

// notice gives the point of the log that has just been reached, for what a side
// is told there.
func (s *State) notice(to board.Side) line.Notice {
	return line.Notice{Seq: s.Began, Ply: s.KeyPly(to)}
}
