package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/line"
	"corrd/game/terms"
)

// The values of Proposed.What are the things that a side can propose.
const (
	ProposeWithdrawal = "withdraw"
	ProposeTerms      = "terms"
)

// Recallable reports whether a side has communicated something for a turn to which no
// reply has been received.
func (s State) Recallable(side board.Side) bool {
	mover := s.Position.SideToMove()
	held := side == mover && (s.Held != nil || s.Phase == OffenceOpen) && s.Phase != HeldIntention
	return s.Sealed == nil && (held || side != mover && s.Phase == AwaitMove && len(s.Line) > 0 && !s.Forfeited())
}

func (f Proposed) apply(s *State, e Event) {
	by := e.By.AsSide()
	s.Proposal = &Proposal{By: by, What: f.What, Terms: f.Terms, Words: f.Words, Law: e.Law, Hour: f.Hour,
		Told: s.notice(by.Other()), Replaces: s.Proposal != nil}
}

func (f Declined) apply(s *State, e Event) {
	s.Proposal = nil
	s.newRound()
}

// lapseProposal ends a proposal of withdrawal when the other side replies.
func (s *State) lapseProposal(mover board.Side) {
	if p := s.Proposal; p != nil && p.What == ProposeWithdrawal && p.By != mover {
		s.Proposal = nil
	}
}

// settleProposal notes that a side has been told which of several proposals stands.
func (s *State) settleProposal(told board.Side) {
	if s.Proposal == nil || s.Proposal.By == told {
		return
	}
	p := *s.Proposal
	p.Replaces, p.Settled, p.Told.Again = false, true, s.Began
	s.Proposal = &p
}

func (f Agreed) apply(s *State, e Event) {
	p := s.Proposal
	s.Proposal = nil
	s.newRound()
	switch {
	case p == nil:
	case f.What == ProposeWithdrawal:
		s.withdrawn(p.By, e)
	case f.Terms != nil:
		s.clocked(e.At, func(s *State, at time.Time) { s.newTerms(*f.Terms, f.Closes, at) })
	case f.What == ProposeAdjournment:
		s.Sat = f.Resumes
		s.adjourned(e.At, f.Resumes)
	}
}

// withdrawn takes back what a side communicated last, with the conditional moves that depend on it.
func (s *State) withdrawn(by board.Side, e Event) {
	switch {
	case s.Held != nil:
		s.Held, s.Withheld = nil, nil
		if len(s.Line) < s.FirstPlies() {
			s.takeBack()
		}
	case s.Phase == OffenceOpen:
		s.Offence = nil
	default:
		s.takeBack()
	}
	s.Phase = AwaitMove
	if o := s.Offence; o != nil && o.By == by {
		s.reopenOffence(*o)
	}
	s.Conditionals.End(line.Withdrawn, func(c line.Conditional) bool { return c.Side == by })
	s.passTurn(by, e)
}

// reopenOffence restores an offence to its state before the withdrawn move, which had corrected
// the offence or discharged its penalty.
func (s *State) reopenOffence(o Offence) {
	o.Corrected = false
	s.Offence = &o
	s.Phase = OffenceOpen
	if o.Exacted {
		s.Phase = PenaltyDue
	}
}

// newTerms puts other terms in force, for the running turn too. A new time is counted from now on.
func (s *State) newTerms(t terms.Terms, closes, at time.Time) {
	retimed := t.Time != s.Terms.Time || s.Rest != nil
	s.Terms = t
	if !retimed {
		s.Window.Regime, s.Window.Law = s.regime()
		return
	}
	if s.Rest != nil {
		s.reopen(at, closes)
	}
	s.Closes, s.Sat = closes, at
	told, side := s.Window.Told && !s.Bouncing(), s.Window.Side
	s.Close(at)
	for i := range s.Clocks {
		c := &s.Clocks[i]
		c.UsedBefore, c.MovesBefore, c.Extra = c.Used, c.Moves, 0
		c.Overdue = 0
	}
	s.openWindow(side, clocks.Later(at, s.Window.Opened))
	s.Window.Told = told
}
