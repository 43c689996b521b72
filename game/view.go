package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
)

// RoundOver is the round of a ply to which the reply has been received. corrd then recognises
// words that acted in any round of the ply.
const RoundOver = -1

// RoundOf returns the round in which a side's letter with the key of a ply is read. Within one
// round, a letter with the same words as a letter that acted is that letter again. The round of a
// ply that is over is RoundOver.
func (s State) RoundOf(side board.Side, ply int) int {
	if ply < s.LastPly() {
		return RoundOver
	}
	return s.Rounds[side]
}

// TurnNumber returns the number and the side of the turn due; while a move is undetermined, of the
// turn of that move.
func (s State) TurnNumber() (number int, side board.Side) {
	return line.NumberOf(s.LastPly() + 1), s.Position.SideToMove()
}

// Code returns the code of laws of the game.
func (s State) Code() *codes.Code { return codes.Of(s.Terms) }

// Candidates returns the moves that the receiver may adopt for the ply due, sorted by UCI and each
// once, and none when nothing is held. For pairs of moves, which Choices gives, Candidates gives
// the first moves.
func (s State) Candidates() []board.Move {
	if s.Held == nil {
		return nil
	}
	if !s.PairsHeld() {
		return s.Held.Moves
	}
	return slices.Compact(slices.Clone(s.Held.Moves))
}

// Stage returns the phase as `corrctl game show` names it. After a claim to the umpire the stage is
// that of a claim until the next move, although neither side must wait for the umpire. The stage
// of an adjourned game is suspended.
func (s State) Stage() Phase {
	if c := s.Claim; c != nil && s.Phase == c.Phase && s.LastPly() == c.Ply {
		return ClaimOpen
	}
	if s.Resting() {
		return Suspended
	}
	return s.Phase
}

// ToAct returns who can move the game on: "white", "black", "both" while an offence is open,
// "umpire" at a claim and in a suspended game, or "none".
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

// KeyPly returns the ply that a letter to a side carries in its key: the ply due from the side, or
// else the side's last ply. KeyPly gives the side's next ply while the opponent's move waits for
// the side's choice, while an offence of the opponent is open, and when no move has been made.
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

// notice returns the present end of the log, as the point at which a side is told of something.
func (s *State) notice(to board.Side) line.Notice {
	return line.Notice{Seq: s.Began, Ply: s.KeyPly(to)}
}
