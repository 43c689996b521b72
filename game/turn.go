package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
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
// once, or none if nothing is held. For pairs of moves, which Choices returns, it returns the
// first moves.
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
// "umpire" at a claim and in a game that the umpire has suspended, or "none", as in one that is
// adjourned.
func (s State) ToAct() string {
	switch s.Stage() {
	case OffenceOpen:
		return "both"
	case ClaimOpen, Suspended:
		if (s.Claim == nil || !s.Claim.Proving) && s.Standstill() != AtAdjournment {
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
// else the side's last ply. KeyPly returns the side's next ply while the opponent's move waits for
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

// MovesDue returns the number of moves that the side to move makes in the turn due. The number is
// one, or two in the receiver's first turn at odds of two moves (IV.4).
func (s State) MovesDue() int {
	if giver, ok := s.Terms.Odds.Side(); !ok || len(s.Line) > 0 || s.Position.SideToMove() == giver {
		return 1
	}
	return max(1, s.Terms.Odds.Grant().Moves)
}

// FirstPlies returns the number of plies of the first turn in the line: one, or three at odds of
// two moves, because the opponent's ply between the two moves is passed. A first turn that its side
// has forfeited is one ply.
func (s State) FirstPlies() int {
	if s.Rules >= 2 && len(s.Line) > 0 && s.Line[0].Move == board.Pass {
		return 1
	}
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

// withinReach returns the moves that are allowed in a position. In a first turn of several moves
// it leaves out moves beyond the mover's own fourth rank.
func (s State) withinReach(p *board.Position, moves []board.Move) []board.Move {
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

// Advanced is one of several moves of a first turn (IV.4), and not the last: the opponent's ply
// after the move is passed. While pairs of moves are held, the pairs that begin with the move
// remain, and their second moves are held.
type Advanced struct {
	Ply    int        `json:"ply"`
	Move   board.Move `json:"move"`
	Words  string     `json:"words"`
	Reader string     `json:"reader"`

	Discharge bool `json:"discharge,omitempty"` // the move was made in discharge of a penalty
}

// apply plays a move of a first turn that is not the last move of the turn; the opponent's ply
// after the move is passed, and the turn goes on.
func (f Advanced) apply(s *State, e Event) {
	s.Clocks[s.Position.SideToMove()].Moves++
	if f.Discharge && s.Offence != nil {
		s.pay(s.Offence.By, s.LastPly()+1)
	}
	if f.Discharge {
		s.Phase, s.Offence = AwaitMove, s.Offence.then()
	}
	for _, t := range []line.Turn{{Move: f.Move, Words: f.Words}, {Move: board.Pass}} {
		t.At, t.Law = e.At, e.Law
		s.AddTurn(t)
	}
	s.narrow(f.Move)
}

// Choices returns the choices among which the receiver may adopt, in the order in which letters
// number them from 1. Choices returns none when nothing is held.
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
	s.unplayTo(0)
	s.Held = s.Held.Behind(first)
}

// narrow keeps the held pairs that begin with a played move: their second moves are held.
func (s *State) narrow(first board.Move) {
	if s.PairsHeld() {
		s.Held = s.Held.After(first, s.notice(s.Held.By.Other()))
	}
}

// Stayed is an end of the game that a correction has brought about, and that comes only when the
// penalty is not exacted (II.6(c), II.11(a)).
type Stayed struct {
	How How `json:"how"`
}

// Stay is an end of the game that a correction has brought about (Stayed), as long as it may come.
type Stay struct {
	Ply   int // of the correction
	How   How
	Until time.Time // when the right to the penalty lapses by itself
}

// stayTime is how long the receiver of a correction that ends the game may exact the penalty.
const stayTime = 14 * clocks.Day

func (f Stayed) apply(s *State, e Event) {
	s.Stay = &Stay{Ply: s.LastPly(), How: f.How}
	s.stayFrom(e.At)
}

// stayFrom counts fourteen days from an instant, or the receiver's time if that is less; no leave.
func (s *State) stayFrom(at time.Time) {
	s.stayUntil(at.Add(stayTime))
	if end := s.Window.Until; !end.IsZero() {
		s.stayUntil(clocks.Earlier(s.Stay.Until, end))
	}
}

func (s *State) stayUntil(at time.Time) { s.Stay = &Stay{Ply: s.Stay.Ply, How: s.Stay.How, Until: at} }

// Stays returns the end that comes if the side to move does not exact the penalty, or nil.
func (s State) Stays() *Stay {
	if s.Stay == nil || s.Stay.Ply != s.LastPly() || s.Held != nil || s.Offence == nil || s.Offence.Exacted || s.Result != nil {
		return nil
	}
	return s.Stay
}

// Mated reports whether a mate stands on the board that ends the game unless the penalty is
// exacted: no draw can be agreed on while it does (II.8(a)).
func (s State) Mated() bool { return s.Stays() != nil && s.Stay.How == ByCheckmate }

// Staying reports whether an end that a side's move has brought about waits for the penalty for an
// offence which the move corrects.
func (s State) Staying(mover board.Side) bool {
	o := s.Offence
	return o != nil && o.By == mover && o.Corrected && s.Exactable(mover.Other()) && s.compels()
}

// stayDue returns when an end comes that waits for the penalty; ok is false while none waits, or
// something of the receiver's is under way, or letters to the receiver come back (house:14).
func (s State) stayDue() (time.Time, bool) {
	stay := s.Stays()
	if stay == nil || s.Rules >= 2 && s.Bouncing() || s.Moving(s.Position.SideToMove()) {
		return time.Time{}, false
	}
	return clocks.Later(stay.Until, s.Window.Deferred), true
}

// stayOn lets the time for the penalty run on after the game has stood still, for a day at least.
func (s *State) stayOn(from, at time.Time) {
	if s.Stays() == nil {
		return
	}
	s.stayUntil(clocks.Later(s.Stay.Until.Add(max(at.Sub(from), 0)), at.Add(clocks.Day)))
}

// stayAs moves the end of that time, within fourteen days, as the end of the receiver's has moved.
func (s *State) stayAs(was time.Time) {
	end := s.Window.Until
	if s.Rules < 2 || s.Stays() == nil || was.IsZero() || end.IsZero() {
		return
	}
	end = clocks.Earlier(end, clocks.Later(s.Stay.Until, s.Window.Opened.Add(stayTime)))
	s.stayUntil(clocks.Earlier(s.Stay.Until.Add(max(s.Window.Until.Sub(was), 0)), end))
}

// StayLost returns the provision by which the giver of odds loses by an end that waits.
func (s State) StayLost() (law Law, lost bool) {
	stay, e := s.Stays(), Ended{Score: Drawn}
	outcome, _, _ := s.Code().Stalemate.Get()
	switch {
	case stay == nil, stay.How == ByOddsCondition, stay.How == ByStalemate && outcome != codes.Drawn:
		return "", false
	case stay.How == ByCheckmate:
		e = Ended{Score: WonBy(s.Position.SideToMove().Other()), How: stay.How}
	}
	return s.LostAtOdds(e)
}
