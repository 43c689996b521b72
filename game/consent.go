package game

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
)

// What can be proposed.
const (
	proposeWithdrawal = "withdraw"
	proposeTerms      = "terms"
)

// propose asks for the opponent's consent to other terms.
func (d *docket) propose(s interpret.Statement) {
	terms, refusal := changedTerms(s.Terms, d.Terms)
	refusal = d.onCards(terms, refusal)
	switch law := termsOf(s); {
	case refusal != "" && d.code().Digest(law) == "":
		d.ask(d.code().Recall.Cite(), NoSuchTerm, refusal)
	case refusal != "":
		d.ask(law, NoSuchTerm, refusal)
	case len(s.Terms) == 0:
		d.nothing(d.code().Recall.Cite(), s.Text)
	case d.repeatsProposal(proposeTerms, &terms):
	default:
		d.act(termsOf(s), Proposed{What: proposeTerms, Terms: &terms, Words: s.Text})
	}
}

// repeatsProposal reports whether the sender's own proposal that is open is the same.
func (d *docket) repeatsProposal(what string, t *terms.Terms) bool {
	p := d.Proposal
	return p != nil && p.By == d.by && p.What == what && reflect.DeepEqual(p.Terms, t)
}

// termsOf cites the agreement on the first term of a statement.
func termsOf(s interpret.Statement) Law {
	if len(s.Terms) == 0 {
		return termsTime
	}
	return agreement + Law(strings.ToLower(s.Terms[0].Key))
}

// withdraw asks for the opponent's consent to take back what the sender
// communicated for a turn to which no reply has been received.
func (d *docket) withdraw(s interpret.Statement) {
	switch {
	case !d.recallable(d.by):
		d.nothing(d.code().Recall.Cite(), s.Text)
		return
	case d.repeatsProposal(proposeWithdrawal, nil):
		return
	}
	d.act(d.code().Recall.Cite(), Proposed{What: proposeWithdrawal, Words: s.Text})
}

// recallable reports whether a side has communicated something for a turn to which no
// reply has been received.
func (s State) recallable(side board.Side) bool {
	mover := s.Position.SideToMove()
	held := side == mover && (s.Held != nil || s.Phase == OffenceOpen) && s.Phase != HeldIntention
	return s.Sealed == nil && (held || side != mover && s.Phase == AwaitMove && len(s.Line) > 0)
}

// agree consents to what the opponent has proposed, or to their offer of a draw. A
// letter that tells of both calls the one "agree" and the other "accept draw".
func (d *docket) agree(s interpret.Statement) {
	p, drawn := d.proposed(d.by), d.DrawOffer == PartyOf(d.by.Other())
	toProposal := p != nil && (s.Kind == interpret.KindAgree || s.Kind != interpret.KindAcceptDraw && !drawn)
	switch {
	case !toProposal:
		d.acceptDraw(s)
	case drawn && d.answers == 0:
		d.ask(houseContradiction, Contradiction, s.Text)
	case !d.knows(p):
		d.ask(houseConsent, Superseded, s.Text)
	case p.What == proposeWithdrawal && d.halted():
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
	default:
		d.act(p.Law, d.agreed(*p))
		if p.Terms != nil && d.Window.Opened.Equal(d.at) {
			d.unseal()
		}
		d.fire()
	}
}

// agreed is the consent to a proposal; a session it fixes ends at the next such
// time of the day.
func (d *docket) agreed(p Proposal) Agreed {
	a := Agreed{What: p.What, Terms: p.Terms}
	if p.What == proposeAdjournment {
		a.Resumes = d.nextSession(d.at, p.Hour)
	}
	if p.Terms != nil {
		a.Closes = p.Terms.Time.Closing(d.at.In(d.zone))
	}
	return a
}

// decline refuses what the opponent has proposed, and their offer of a draw.
func (d *docket) decline(s interpret.Statement) {
	p, drawn := d.proposed(d.by), d.DrawOffer == PartyOf(d.by.Other())
	if p == nil && !drawn && s.Kind == interpret.KindNo && d.drop() {
		return
	}
	if p != nil && s.Kind != interpret.KindDeclineDraw && !d.knows(p) {
		d.ask(houseConsent, Superseded, s.Text)
		return
	}
	if p != nil && s.Kind != interpret.KindDeclineDraw {
		d.act(p.Law, Declined{What: p.What})
		if !drawn {
			return
		}
	}
	d.declineDraw(s)
}

// knows reports whether the letter that is answered told of a proposal, and of
// no other that it has replaced since.
func (d *docket) knows(p *Proposal) bool {
	return d.told(p.Told) && (d.answers != 0 || !p.Replaces)
}

// apply opens the proposal to the other side, in place of one that was open.
func (f Proposed) apply(s *State, e Event) {
	by := e.By.side()
	s.Proposal = &Proposal{By: by, What: f.What, Terms: f.Terms, Words: f.Words, Law: e.Law, Hour: f.Hour,
		Told: s.notice(by.Other()), Replaces: s.Proposal != nil}
}

// apply ends the proposal.
func (f Declined) apply(s *State, e Event) {
	s.Proposal = nil
	s.newRound()
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

// apply brings about what was proposed.
func (f Agreed) apply(s *State, e Event) {
	p := s.Proposal
	s.Proposal = nil
	s.newRound()
	switch {
	case p == nil:
	case f.What == proposeWithdrawal:
		s.withdrawn(p.By, e)
	case f.Terms != nil:
		s.newTerms(*f.Terms, f.Closes, e)
	case f.What == proposeAdjournment:
		s.Sat = f.Resumes
		s.adjourned(e.At, f.Resumes)
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
func (s *State) newTerms(t terms.Terms, closes time.Time, e Event) {
	retimed := t.Time != s.Terms.Time || s.Rest != nil
	s.Terms = t
	if !retimed {
		s.Window.Regime, s.Window.Law = s.regime()
		return
	}
	if s.Rest != nil {
		s.reopen(e.At, closes)
	}
	s.Closes, s.Sat = closes, e.At
	told, side := s.Window.Told && !s.Bouncing(), s.Window.Side
	s.closeWindow(e.At)
	for i := range s.Clocks {
		c := &s.Clocks[i]
		c.UsedBefore, c.MovesBefore, c.Extra = c.Used, c.Moves, 0
		c.Overdue = 0
	}
	s.openWindow(side, later(e.At, s.Window.Opened))
	s.Window.Told = told
}
