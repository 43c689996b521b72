package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret/notation"
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
		Wrong: f.Wrong, Moves: f.Moves, Law: e.Law, Man: board.NoSquare, At: e.At, Then: s.Offence.later(s.Rules)}
	s.Offence.Told = s.notice(s.Offence.By.Other())
}

// apply makes the penalty due. A move that replaced the illegal one falls.
func (f Exacted) apply(s *State, e Event) {
	if s.Offence == nil {
		return
	}
	o := *s.Offence
	s.unplayTo(s.BeforeOffence())
	o.Exacted, o.Corrected, o.Later, o.Man = true, false, false, f.Man
	o.Among, o.Take = board.SquaresOf(f.Among), board.SquaresOf(f.Take)
	s.Offence, s.Held, s.Withheld = &o, nil, nil
	o.Order, o.Refusals = Order{Seq: s.Began, Key: f.Key}, nil
	if s.Rules >= 2 && !o.Posted.IsZero() {
		o.Posted, o.Ordered = time.Time{}, e.At
	}
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

func (f Waived) apply(s *State, _ Event) {
	s.forgiven()
	if f.Answered {
		s.Offence = nil // the receiver has moved, and rights of that turn lapse with the answer
	}
}

func (f Spent) apply(s *State, _ Event) { s.forgiven() }

// forgiven ends an offence without a penalty; a correction stands.
func (s *State) forgiven() {
	if s.Offence != nil {
		s.lapseProposal(s.Offence.By.Other())
		s.tellForgiven()
	}
	if s.Phase == OffenceOpen || s.Phase == PenaltyDue {
		s.Phase = AwaitMove
	}
	s.Offence = s.Offence.then()
	s.newRound()
}

// then returns the offence that is left when an offence is over.
func (o *Offence) then() *Offence {
	if o == nil {
		return nil
	}
	return o.Then
}

// before returns the open offences with one more, whose penalty is for the turn after theirs. Every
// further letter for a turn is part of one offence.
func (o *Offence) before(then *Offence) *Offence {
	switch {
	case o == nil:
		return then
	case o.Second && o.Ply == then.Ply:
		return o
	}
	with := *o
	with.Then = o.Then.before(then)
	return &with
}

// deferred returns an offence whose penalty is for the turn to come again, because the move of that
// turn is taken back.
func (o *Offence) deferred() *Offence {
	again := *o
	again.Corrected, again.Later = false, true
	return &again
}

// later returns the offence whose penalty is for a turn to come, beside which another is committed.
func (o *Offence) later(rules int) *Offence {
	if o == nil || o.Later && rules >= 2 {
		return o
	}
	return o.Then.later(rules)
}

// pay notes the offence whose penalty the move of a ply discharges, so that the penalty is due
// again if that move is taken back by consent.
func (s *State) pay(mover board.Side, ply int) {
	if o := s.Offence; s.Rules >= 2 && o.Exacted && o.By == mover {
		s.Met = append(slices.Clip(s.Met), Met{ply, o})
	}
}

// MetIn returns the offence whose penalty the move of a ply has discharged, or nil.
func (s State) MetIn(ply int) *Offence {
	for _, m := range s.Met {
		if m.Ply == ply {
			return m.Offence
		}
	}
	return nil
}

// unmet forgets the penalties that were discharged after the last move of the line.
func (s *State) unmet() {
	s.Met = slices.DeleteFunc(slices.Clone(s.Met), func(m Met) bool { return m.Ply > s.LastPly() })
}

// settleOffence notes what a move does to the open offences. The move of a ply discharges a penalty
// that is due.
func (s *State) settleOffence(mover board.Side, ply int, corrects bool) {
	if o := s.Offence; o != nil && !corrects && !o.Later {
		s.pay(mover, ply)
	}
	s.Offence = s.Offence.settled(mover, ply, corrects)
}

// settled returns what a move leaves of the open offences: one that it corrects, and those whose
// penalties are for a turn to come. A discharge serves for every penalty of its turn.
func (o *Offence) settled(mover board.Side, ply int, corrects bool) *Offence {
	switch {
	case o == nil || o.Later && (o.By != mover || o.Ply == ply):
		return o
	case !corrects && !o.Later:
		if then := o.Then; o.Exacted && then != nil && then.By == mover && then.Ply != ply {
			return nil
		}
		return o.Then.settled(mover, ply, corrects)
	}
	left := *o
	left.Corrected, left.Later, left.Then = true, false, o.Then.settled(mover, ply, corrects)
	return &left
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

// NamesMan reports whether a side may exact a penalty by naming the man that is to be moved.
func (s State) NamesMan(by board.Side) bool {
	if !s.Exactable(by) {
		return false
	}
	need, _ := s.Demanded()
	_, chooses := s.Requirements()
	return chooses || need.Men != 0 && !need.King && !need.Own
}

// TurnLost says that the offender forfeits a turn, because the receiver of a false move requires
// the forfeiture (S-Reg VIII). The forfeited turn is a ply of the line in which nothing moves.
type TurnLost struct {
	Ply int `json:"ply"`
}

// Forfeited reports whether the last turn of the line is one that its side has forfeited. In such a
// turn no move was made: nothing replies to it, and nothing of it can be taken back.
func (s State) Forfeited() bool {
	n := len(s.Line)
	return n > 0 && s.Line[n-1].Move == board.Pass && (n >= s.FirstPlies() || s.Line[n-1].Side == s.Initial.SideToMove())
}

// Requirements says what the receiver of the open false move may require, and which men each
// requirement leaves to the offender; a requirement that cannot be met is empty.
type Requirements struct {
	That    board.Squares // the men that were moved falsely and can be moved legally
	Castled bool          // the false move is castling: the receiver names the King or the Rook
	Taken   board.Squares // the men aimed at that can be taken legally
	Turn    bool          // the turn can be lost: the offender is not in check
	Another board.Squares // the men that can be moved legally
}

// Requirements returns what the receiver may require for the open offence; ok is false when the
// code gives the receiver no such choice.
func (s State) Requirements() (r Requirements, ok bool) {
	choices, _, provided := s.Code().Chosen.Get()
	if s.Offence == nil || !provided {
		return r, false
	}
	if penalty, _, _ := s.Penalty(); penalty.Compels != nil {
		return r, false
	}
	p := s.Offended()
	for _, m := range s.legal(&p) {
		if !p.IsCastling(m) {
			r.Another |= 1 << m.From()
		}
	}
	aim := s.aims(&p)
	r.That, r.Taken, r.Castled = aim.Men&r.Another, aim.Takes, aim.Castles
	r.Taken &= s.takeable(&p)
	r.Turn = slices.Contains(choices, codes.LostTurn) && !p.InCheck(s.Offence.By)
	return r, true
}

// aims returns what the words of the open offence would have done in the position of the turn.
func (s State) aims(p *board.Position) (all notation.Aim) {
	for words := range strings.SplitSeq(s.Offence.Words, line.WordsApart) {
		aim := notation.Move{Text: words}.Aim(p, s.Reading())
		all.Men, all.Takes, all.Castles = all.Men|aim.Men, all.Takes|aim.Takes, all.Castles || aim.Castles
	}
	return all
}

// takeable returns the squares of the men that a legal move of the offender takes.
func (s State) takeable(p *board.Position) (on board.Squares) {
	for _, m := range s.legal(p) {
		if _, square, takes := p.Captured(m); takes {
			on |= 1 << square
		}
	}
	return on
}

// apply passes the offender's turn. A move that replaced the false one falls.
func (f TurnLost) apply(s *State, e Event) {
	if s.Offence == nil {
		return
	}
	by := s.Offence.By
	s.unplayTo(s.BeforeOffence())
	s.lapseProposal(by.Other())
	s.Offence = nil
	s.passTurn(by.Other(), e)
	s.move(e, line.Turn{Move: board.Pass, Law: e.Law}, false)
	s.newRound()
}
