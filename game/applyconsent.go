package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
)

// applyConsent applies the events of proposals, leave, protests and annulment,
// and of seats.
func (s *State) applyConsent(e Event) {
	by, _ := e.By.Side()
	switch f := e.Fact.(type) {
	case Proposed:
		s.Proposal = &Proposal{By: by, What: f.What, Terms: f.Terms, Words: f.Words, Law: e.Law,
			Told: s.notice(by.Other()), Replaces: s.Proposal != nil}
	case Agreed:
		s.agreed(e, f)
	case Declined:
		s.Proposal = nil
		s.Round++
	case Credited:
		s.credited(e, f)
	case LeaveTaken:
		s.leaveTaken(by, e.At, f.Days)
	case Protested:
		s.Protests = added(s.Protests, Protest{Seq: s.Seq, By: by, Words: f.Words, At: e.At})
	case Restored:
		s.restored(e, f)
	case Advanced:
		s.advanced(e, f)
	case Closed:
		s.closed(e, f)
	case Overstepped:
		s.overstepped(e, f)
	case Rotated:
		s.turnKeys(f.Side, f.Member, false)
	case Replaced:
		s.replaced(f)
	}
}

// lapseProposal ends a proposal of withdrawal when the other side replies.
func (s *State) lapseProposal(mover board.Side) {
	if p := s.Proposal; p != nil && p.What == proposeWithdrawal && p.By != mover {
		s.Proposal = nil
	}
}

// settleProposal notes that a side has been told which of several proposals is
// the one that stands.
func (s *State) settleProposal(told board.Side) {
	if s.Proposal == nil || s.Proposal.By == told {
		return
	}
	p := *s.Proposal
	p.Replaces = false
	s.Proposal = &p
}

// agreed brings about what was proposed.
func (s *State) agreed(e Event, f Agreed) {
	p := s.Proposal
	s.Proposal = nil
	s.Round++
	switch {
	case p == nil:
	case f.What == proposeWithdrawal:
		s.withdrawn(p.By, e)
	case f.Terms != nil:
		s.newTerms(*f.Terms, f.Closes, e)
	}
}

// withdrawn takes back what a side communicated last, with the conditional moves
// that wait on it.
func (s *State) withdrawn(by board.Side, e Event) {
	switch {
	case s.Held != nil:
		s.Held, s.Withheld = nil, nil
		if len(s.Line) < s.firstPlies() {
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
	all := slices.Clone(s.Conditionals)
	for i := range all {
		if all[i].Side == by && all[i].Status == Waiting {
			all[i].Status = Withdrawn
		}
	}
	s.Conditionals = all
	s.passTurn(by, e)
}

// reopenOffence leaves an offence as it was before a correction, or a move in
// discharge of its penalty, that was withdrawn.
func (s *State) reopenOffence(o Offence) {
	o.Corrected = false
	s.Offence = &o
	s.Phase = OffenceOpen
	if o.Exacted {
		s.Phase = PenaltyDue
	}
}

// newTerms puts other terms in force, also for the turn that runs. A new time is
// counted from now on.
func (s *State) newTerms(t Terms, closes time.Time, e Event) {
	retimed := t.Time != s.Terms.Time || s.Session != nil
	s.Terms = t
	if !retimed {
		s.Window.Regime, s.Window.Law = s.regime()
		return
	}
	if s.Session != nil {
		s.reopen(e.At, closes)
	}
	s.Closes = closes
	told, side := s.Window.Told && !s.Bouncing(), s.Window.Side
	s.closeWindow(e.At)
	for i := range s.Clocks {
		c := &s.Clocks[i]
		c.UsedBefore, c.MovesBefore, c.Extra = c.Used, c.Moves, 0
		c.Overdue = 0
	}
	s.openWindow(side, e.At)
	s.Window.Told = told
}

// leaveTaken lets the clock of a side stand for some days after any leave that
// it is on.
func (s *State) leaveTaken(side board.Side, at time.Time, days int) {
	from := s.LeaveFrom(side, at)
	s.Leaves = added(s.Leaves, Leave{Side: side, From: from, Until: from.AddDate(0, 0, days)})
	if w := s.Window; w.Side == side && !w.Until.IsZero() {
		s.allow()
	}
}

// restored plays the move that was sent first. The second letter is an offence
// out of turn, whose penalty is for the offender's next turn.
func (s *State) restored(e Event, f Restored) {
	h := s.Held
	if h == nil || h.First == nil {
		return
	}
	open := s.Offence
	s.move(e, *h.First, false)
	if open == nil {
		open = &Offence{By: h.By, Words: strings.Join(h.Words[1:], wordsApart), Intelligible: true, Law: e.Law,
			Later: true, Man: board.NoSquare, Told: s.notice(h.By.Other())}
	}
	s.Offence = open
}
