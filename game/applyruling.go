package game

import (
	"slices"
	"time"

	"corrd/game/board"
)

// ruled applies what a ruling changes by itself.
func (s *State) ruled(e Event, r Ruling) {
	switch r.Verb {
	case RulesRestored:
		s.restoreTurn(e, r)
	case RulesVoid:
		s.forgiven()
	case RulesTime:
		s.corrected(e, r.Side.side(), r.By)
	case RulesExtended:
		s.Clocks[s.Window.Side].Extra += r.By
		s.reallow()
	case RulesDismissed:
		s.dismissed(e)
	case RulesSuspended:
		s.Suspended, s.Phase = s.Phase, Suspended
		s.halt(e.At)
	case RulesResumed:
		s.reopen(e.At, r.Closes)
	}
	s.Round++
}

// restoreTurn takes back the moves since the beginning of a turn, and whatever
// is open; conditional moves for later turns lapse. The time that was used is
// not given back.
func (s *State) restoreTurn(e Event, r Ruling) {
	ply := s.plyOf(r)
	if s.Phase != Finished {
		s.closeWindow(e.At)
	}
	s.proceed(e.At)
	for s.LastPly() >= ply {
		s.takeBack()
	}
	s.Session, s.Closes = nil, r.Closes
	s.Phase, s.Result, s.Held, s.Offence, s.Withheld, s.Claim, s.Proposal, s.DrawOffer = AwaitMove, nil, nil, nil, nil, nil, nil, Corrd
	s.Questions, s.Protests = [2]*Question{}, nil
	s.Conditionals = slices.Clone(s.Conditionals)
	for i := range s.Conditionals {
		if c := &s.Conditionals[i]; c.Status == Waiting && c.Ply > ply {
			c.Status = Lapsed
		}
	}
	s.openWindow(s.Position.SideToMove(), e.At)
}

// corrected adds to the time recorded against a side, or takes from it what has
// been recorded at most.
func (s *State) corrected(e Event, side board.Side, by time.Duration) {
	by = max(by, -s.Clock(side, e.At).Used)
	c := &s.Clocks[side]
	c.Used += by
	if s.Terms.Time.Each {
		c.Extra -= by
	}
	s.reallow()
}

// reallow reckons the window that runs again, after a correction of the time.
func (s *State) reallow() {
	w := &s.Window
	if s.Phase == Finished || w.Until.IsZero() {
		return
	}
	s.allow()
	w.Regime, w.Law = s.regime()
	w.Marks, w.Deferred = 0, time.Time{}
	w.Marks = s.marksBy(s.LastEvent)
}

// dismissed ends what is before the umpire: the claim, else the protests.
func (s *State) dismissed(e Event) {
	if s.Claim == nil {
		s.Protests = nil
		return
	}
	s.claimFailed(e)
}

// claimFailed lets the game go on as it was before a claim.
func (s *State) claimFailed(e Event) {
	s.proveNoMore(e.At)
	s.Claim = nil
}
