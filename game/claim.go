package game

import (
	"cmp"
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/game/terms"
	"corrd/interpret"
)

// Claims returns the claims that are before the umpire, in order.
func (s State) Claims() []Claim {
	all := slices.Clone(s.Others)
	if s.Claim != nil && !s.Claim.Proving {
		all = append(all, *s.Claim)
	}
	slices.SortFunc(all, func(a, b Claim) int { return cmp.Compare(a.Seq, b.Seq) })
	return all
}

// SearchedFurther returns the claim for which the umpire has ordered another search, or nil if no
// such search goes on.
func (s State) SearchedFurther() *Claim {
	if s.Claim != nil && s.Claim.Proving && s.Claim.Nodes != 0 {
		return s.Claim
	}
	return nil
}

// ClaimedIn returns the position in which a claim was made.
func (s State) ClaimedIn(c Claim) board.Position { return s.At(len(s.Line) - (s.LastPly() - c.Ply)) }

// ClaimOn returns the claim before the umpire that an event made, and with 0 the last claim; nil:
// there is none.
func (s State) ClaimOn(event int64) *Claim {
	for _, c := range s.Claims() {
		if c.Seq == event || event == 0 && c.Seq == s.Claim.Seq {
			return &c
		}
	}
	return nil
}

// Unclaimed reports whether no player has made the claim. corrd itself then asks the umpire,
// because the code is silent, because two of its provisions differ, or because a side has not
// stated its intention in time.
func (f Claimed) Unclaimed() bool { return f.Halts || f.Ground == Unstated }

// Party returns the side that makes the claim; Corrd, which asks the umpire itself: nobody makes
// the claim.
func (c Claim) Party() Party {
	if (Claimed{Ground: c.Ground, Halts: c.Halts}).Unclaimed() {
		return Corrd
	}
	return PartyOf(c.By)
}

func (f Claimed) apply(s *State, e Event) {
	if f.Ground == Unstated && s.Withheld != nil {
		w := *s.Withheld
		w.Referred = true
		s.Withheld = &w
	}
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise, Halts: f.Halts})
}

// apply refuses the claim; an earlier claim that is before the umpire stands.
func (f ClaimRefused) apply(s *State, e Event) {
	if s.Claim != nil && s.Claim.Proving {
		s.claimFailed(e)
	}
	s.newRound()
}

// claim opens a claim. While corrd searches for a proof of the claim, neither clock runs. A claim
// before the umpire does not stop the game (house:1), and several such claims may wait. The game
// stands still at a claim only if the code is silent about it and no play is possible without an
// answer.
func (s *State) claim(e Event, c Claim) {
	c.By, c.Law, c.At, c.Letter, c.Seq = e.By.AsSide(), e.Law, e.At, e.Letter, s.Seq
	c.Phase, c.Ply = s.Phase, s.LastPly()
	if s.Phase == Suspended {
		c.Phase = s.Suspended
	}
	if open := s.SearchedFurther(); open != nil && open.Letter == e.Letter {
		// the search has come to no end, and the same claim is before the umpire again
		c.Seq, c.Ply = open.Seq, open.Ply
	}
	switch open := s.Claim; {
	case open != nil && open.Proving && open.Letter != e.Letter:
		c.Phase = open.Phase
		s.Others = append(slices.Clip(s.Others), c)
		return
	case open != nil && !open.Proving:
		s.Others = append(slices.Clip(s.Others), *open)
	}
	s.proveNoMore(e.At)
	if s.Phase != Suspended {
		c.Phase = s.Phase
	}
	s.Claim = &c
	switch {
	case c.Proving:
		s.Phase = ClaimOpen
		s.Halt(e.At)
	case c.Halts && s.Phase != Suspended:
		s.Suspended, s.Phase = s.Phase, Suspended
		s.Halt(e.At)
	}
}

// claimFailed lets the game go on as before a claim. The last of the other claims before the
// umpire takes its place.
func (s *State) claimFailed(e Event) {
	s.proveNoMore(e.At)
	if s.Referred() && s.Phase == Suspended {
		s.Phase = s.Suspended
		s.restart(e.At)
	}
	s.Claim = nil
	if n := len(s.Others); n > 0 {
		last := s.Others[n-1]
		s.Claim, s.Others = &last, s.Others[:n-1]
	}
}

func (f DrawOffered) apply(s *State, e Event) {
	s.DrawOffer, s.OfferMade = e.By, e.At
	s.Offered = s.notice(e.By.AsSide().Other())
}

func (f DrawDeclined) apply(s *State, e Event) {
	s.DrawOffer = Corrd
	s.newRound()
}

// answerOffer ends an offer of a draw made to the side to move, which answers the offer with the
// moves of an event. Moves that were sent before the offer came answer nothing, and neither does
// the receiver's choice among such moves.
func (s *State) answerOffer(e Event, conditional bool) {
	made := s.DrawOfferedTo(s.Position.SideToMove())
	if made && !s.sentAhead(e, conditional, s.OfferMade) {
		s.DrawOffer = Corrd
	}
}

// sentAhead reports whether the side to move sent the moves of an event before an instant, although
// the moves come later: a conditional move was sent with its series, the move of a communication
// when the communication was handed in. What was open when a move was sealed ended then, and so an
// opened move was sent before whatever is open now.
func (s State) sentAhead(e Event, conditional bool, at time.Time) bool {
	switch {
	case conditional:
		return s.Conditionals.Sent(s.Position.SideToMove(), s.LastPly()).Before(at)
	case e.Letter != 0 && e.Letter == s.Unsealed:
		return true
	}
	return s.handedIn(e, at).Before(at)
}

// Doubt is the ground of corrd's own question whether a game can still be won.
const Doubt = "cannot be won"

// apply starts the proof of a claim, or notes corrd's own question, during which the game goes on.
func (f ProofAsked) apply(s *State, e Event) {
	if e.By == Corrd {
		s.Doubt = s.Seq
		return
	}
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise, Proving: true})
}

// apply records the answer to corrd's own question; the consequences of the answer are in the
// events after this one.
func (f ProofFound) apply(s *State, e Event) {
	if f.Ground == Doubt {
		s.Doubt = 0
	}
}

// proveNoMore lets the game go on as before a claim that was to be proved.
func (s *State) proveNoMore(at time.Time) {
	if s.Claim == nil || !s.Claim.Proving {
		return
	}
	s.Phase = s.Claim.Phase
	s.restart(at)
}

// Law names a provision as package codes does.
type Law = codes.Law

// Referred reports whether the game stands still because the code is silent about the matter before
// the umpire.
func (s State) Referred() bool { return s.Claim != nil && s.Claim.Halts }

// ruledOnSilence lets a game go on that stood still until a ruling on a matter about which the
// code is silent. A ruling that leaves the matter open does not do so.
func (s *State) ruledOnSilence(e Event, v Verb) {
	if s.Referred() && (!v.Power().Suspended || v == RulesResumed) {
		s.claimFailed(e)
	}
}

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
	sent := side != mover && s.Phase == AwaitMove && len(s.Line) > 0 && !s.Forfeited() && !s.RepliedUnread(side)
	return s.Sealed == nil && (held || sent)
}

// Asks reports whether something that a side has proposed waits for an answer.
func (s State) Asks(side board.Side) bool { return s.Proposal != nil && s.Proposal.By == side }

// ProtestRecalled returns the number of the event by which a side protested last, where statements
// of the side tell the umpire that it wants a protest no longer; else 0.
func (s State) ProtestRecalled(by board.Side, st []interpret.Statement) (seq int64) {
	for _, p := range s.Protests {
		if p.By == by && slices.ContainsFunc(st, stated.RecallsProtest) {
			seq = p.Seq
		}
	}
	return seq
}

// Protested reports whether a side has protested in these words already.
func (s State) Protested(by board.Side, words string) bool {
	return slices.ContainsFunc(s.Protests, func(p Protest) bool { return p.By == by && p.Words == words })
}

// CountFull reports whether all moves of the running count have been made.
func (s State) CountFull() bool {
	made, ok := s.Counted()
	return ok && min(made[board.White], made[board.Black]) >= s.Count.Moves
}

// Waits reports whether all of some branches of a side wait for the move of a turn.
func (s State) Waits(side board.Side, ply int, all []line.Branch) bool {
	return !slices.ContainsFunc(all, func(b line.Branch) bool {
		return !slices.ContainsFunc(s.Conditionals, func(c line.Conditional) bool {
			return c.Side == side && c.Ply == ply && c.Status == line.Waiting && c.Parent == 0 && c.Branch.Same(b)
		})
	})
}

// Promises reports whether conditional moves of a side wait.
func (s State) Promises(side board.Side) bool {
	return slices.ContainsFunc(s.Conditionals, func(c line.Conditional) bool { return c.Side == side && c.Status == line.Waiting })
}

func (f Proposed) apply(s *State, e Event) {
	by := e.By.AsSide()
	s.Proposal = &Proposal{By: by, What: f.What, Terms: f.Terms, Words: f.Words, Law: e.Law, Hour: f.Hour,
		Told: s.notice(by.Other()), Replaces: s.Proposal != nil}
}

// notePut notes the key of the letters that a side has while it can accept something.
func (s *State) notePut() {
	if s.Rules < 2 {
		return
	}
	for _, side := range [...]board.Side{board.White, board.Black} {
		if s.AwaitsConsent(side) {
			s.Put[side] = max(s.Put[side], s.KeyPly(side))
		}
	}
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
	p.Replaces, p.Settled, p.Told.Again, p.Told.Then = false, true, s.Began, 0
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
		sits := func(s *State, _ time.Time) { s.Sat = f.Resumes }
		if s.Rules < 2 {
			sits(s, e.At)
		} else {
			s.clocked(e.At, sits)
		}
		s.adjourned(e.At, f.Resumes)
	}
}

// withdrawn takes back what a side communicated last, with the conditional moves that depend on it.
// A penalty that it discharged is due again.
func (s *State) withdrawn(by board.Side, e Event) {
	o, met := s.Offence, s.Met
	switch {
	case s.Held != nil:
		s.Held, s.Withheld = nil, nil
		if len(s.Line) < s.FirstPlies() {
			s.takeBack()
		}
	case s.Phase == OffenceOpen:
		s.Offence, o = s.Offence.then(), nil
	default:
		s.takeBack()
	}
	s.Phase = AwaitMove
	switch i := slices.IndexFunc(met, func(m Met) bool { return m.Ply > s.LastPly() }); {
	case o != nil && o.By == by && !(o.Later && s.Rules >= 2):
		s.reopenOffence(*o)
	case i >= 0 && met[i].Offence.By == by:
		due := *met[i].Offence
		due.Then = o
		s.reopenOffence(due)
	}
	s.unmet()
	s.Conditionals.End(line.Withdrawn, func(c line.Conditional) bool { return c.Side == by })
	s.passTurn(by, e)
}

// reopenOffence restores an offence to its state before the withdrawn move, which had corrected
// the offence or discharged its penalty. Who has discharged it once refuses nothing any longer.
func (s *State) reopenOffence(o Offence) {
	o.Corrected, o.Refusals = false, nil
	if then := o.Then; then != nil && then.Corrected {
		o.Then = then.deferred()
	}
	if o.Second && !o.Exacted && s.Rules >= 2 {
		s.Offence = o.deferred()
		return
	}
	s.Offence = &o
	s.Phase = OffenceOpen
	if o.Exacted {
		s.Phase = PenaltyDue
	}
}

// newTerms puts other terms in force, for the running turn too. A new time is counted from now on,
// and ends the rest of an adjourned game; another term leaves it as it is.
func (s *State) newTerms(t terms.Terms, closes, at time.Time) {
	retimed := t.Time != s.Terms.Time || s.Rest != nil && s.Rules < 2
	if s.Rules >= 2 && !slices.Equal(t.Notation, s.Terms.Notation) {
		s.Former = append(slices.Clip(s.Former), Former{Notation: s.Terms.Notation, Until: at})
	}
	s.Terms = t
	if !retimed {
		s.Window.Regime, s.Window.Law = s.regime()
		return
	}
	if s.Rest != nil {
		s.reopen(at, closes)
	}
	s.Closes, s.Sat = closes, at
	told, side, until := s.Window.Told && !s.Bouncing(), s.Window.Side, s.Window.Until
	s.closeWindow(at)
	for i := range s.Clocks {
		c := &s.Clocks[i]
		c.UsedBefore, c.MovesBefore, c.Extra = c.Used, c.Moves, 0
		c.Overdue = 0
	}
	s.openWindow(side, clocks.Later(at, s.Window.Opened))
	s.Window.Told = told
	s.stayAs(until)
}
