package game

import (
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
)

// Fault returns what is wrong with the words; words that are not intelligible have no more special
// fault.
func (f Offended) Fault() codes.Wrong { return wrongWith(f.Wrong, f.Intelligible) }

func (o *Offence) wrong() codes.Wrong { return wrongWith(o.Wrong, o.Intelligible) }

func wrongWith(w codes.Wrong, intelligible bool) codes.Wrong {
	if !intelligible {
		return codes.Wordless
	}
	return w
}

// Exactable reports whether a side may exact the open penalty. If the opponent committed the
// offence during the side's own turn, the side may exact the penalty only after that turn is over
// (II.11(b)).
func (s State) Exactable(by board.Side) bool {
	o := s.Offence
	return o != nil && !o.Exacted && by != o.By && !(o.Later && s.LastPly() <= o.Ply)
}

// Offending reports whether a side's turn goes on because the side's words for the turn expressed
// no legal move, and nothing has been sent or chosen since.
func (s State) Offending(side board.Side) bool { return s.Phase == OffenceOpen && s.Offence.By == side }

// Offended returns the position before the open offence, which is the position of the turn in which
// the offender discharges a penalty for the offence.
func (s State) Offended() board.Position { return s.At(s.BeforeOffence()) }

// BeforeOffence counts the plies of the line before the turn in which a penalty would be
// discharged.
func (s State) BeforeOffence() int {
	if s.Offence.Corrected && s.Held == nil || len(s.Line) < s.FirstPlies() {
		return s.turnBegan()
	}
	return len(s.Line)
}

// apply opens the offence; the offender's communications for turns to come count for nothing.
func (f Offended) apply(s *State, e Event) {
	s.Phase = OffenceOpen
	s.lapseProposal(s.Position.SideToMove())
	s.Conditionals.Cancel(s.Position.SideToMove())
	s.Offence = &Offence{By: s.Position.SideToMove(), Words: f.Words, Intelligible: f.Intelligible,
		Wrong: f.Wrong, Moves: f.Moves, Law: e.Law, Man: board.NoSquare, At: e.At}
	s.Offence.Told = s.notice(s.Offence.By.Other())
}

// apply makes the penalty due. A move that replaced the illegal one falls.
func (f Exacted) apply(s *State, e Event) {
	if s.Offence == nil {
		return
	}
	o := *s.Offence
	for n := s.BeforeOffence(); len(s.Line) > n; {
		s.unplay()
	}
	o.Exacted, o.Corrected, o.Later, o.Man = true, false, false, f.Man
	o.Among, o.Take = board.SquaresOf(f.Among), board.SquaresOf(f.Take)
	s.Offence, s.Held, s.Withheld = &o, nil, nil
	o.Order, o.Refusals = Order{Seq: s.Began, Key: f.Key}, nil
	s.lapseProposal(o.By.Other())
	s.Phase = PenaltyDue
	s.newRound()
	s.resumeTurn(o.By, e)
}

// resumeTurn gives a side its turn back for a penalty. The turn goes on with the time that was left
// when the side sent its correction or, without one, that is left now, and its flag does not fall
// within a day.
func (s *State) resumeTurn(side board.Side, e Event) {
	if s.Window.Side != side {
		s.passTurn(side, e)
		s.Continue()
	}
	if s.Spare(e.At, clocks.Day) {
		s.reallow()
	}
}

func (f Waived) apply(s *State, e Event) { s.forgiven() }

func (f Spent) apply(s *State, e Event) { s.forgiven() }

// forgiven ends an offence without a penalty; a correction stands.
func (s *State) forgiven() {
	if s.Offence != nil {
		s.lapseProposal(s.Offence.By.Other())
	}
	if s.Phase == OffenceOpen || s.Phase == PenaltyDue {
		s.Phase = AwaitMove
	}
	s.Offence = nil
	s.newRound()
}

// settleOffence closes an offence when a side moves, or marks it as corrected, or leaves it open
// when its penalty is for the offender's next turn.
func (s *State) settleOffence(mover board.Side, ply int, corrects bool) {
	if s.Offence == nil || s.Offence.Later && (s.Offence.By != mover || s.Offence.Ply == ply) {
		return
	}
	if !corrects && !s.Offence.Later {
		s.Offence = nil
		return
	}
	o := *s.Offence
	o.Corrected, o.Later = true, false
	s.Offence = &o
}

// Discharge is what an exacted penalty requires: a move of one of Move, the capture of one of Take
// or, where both are empty, a move of the King. No castling discharges a penalty.
type Discharge struct {
	Move, Take board.Squares
}

// Discharge returns what the exacted penalty requires; due is false while the game does not wait
// for such a move.
func (s State) Discharge() (d Discharge, due bool) {
	if o := s.Offence; o != nil {
		d.Move, d.Take = o.Among, o.Take
		if o.Man != board.NoSquare {
			d.Move = 1 << o.Man
		}
		if need, _ := s.Demanded(); need.Own {
			d.Move = need.Men
		}
	}
	return d, s.Phase == PenaltyDue
}

// Discharges reports whether a legal move in a position of the turn discharges the penalty due.
func (s State) Discharges(p *board.Position, m board.Move) bool {
	d, _ := s.Discharge()
	switch {
	case p.IsCastling(m):
		return false
	case d.Move != 0:
		return d.Move.Has(m.From())
	case d.Take != 0:
		_, on, takes := p.Captured(m)
		return takes && d.Take.Has(on)
	}
	return p.Men(p.SideToMove(), board.King).Has(m.From())
}

// Refuses reports whether the offender has refused to discharge the penalty due as often as the
// code asks before a claim of forfeiture.
func (s State) Refuses() bool {
	enough, _, provided := s.Code().Refusal.Get()
	return provided && s.Phase == PenaltyDue && len(s.Offence.Refusals) >= int(enough)
}
