package game

import (
	"time"

	"corrd/game/codes"
)

// Doubt is the ground of corrd's own question whether a game can still be won.
const Doubt = "cannot be won"

// apply has the claim proved, or notes corrd's own question, beside which the game goes on.
func (f ProofAsked) apply(s *State, e Event) {
	if e.By == Corrd {
		s.Doubt = s.Seq
		return
	}
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise, Proving: true})
}

// apply records the answer to corrd's own question; the consequences of the answer are in the events after this one.
func (f ProofFound) apply(s *State, e Event) {
	if f.Ground == Doubt {
		s.Doubt = 0
	}
}

// proveNoMore lets the game go on as it was before a claim was to be proved.
func (s *State) proveNoMore(at time.Time) {
	if s.Claim == nil || !s.Claim.Proving {
		return
	}
	s.Phase = s.Claim.Phase
	s.restart(at)
}

// Law names a provision as package codes does.
type Law = codes.Law

// Referred reports whether the game stands still because the code is silent about the matter before the umpire.
func (s State) Referred() bool { return s.Claim != nil && s.Claim.Halts }

// ruledOnSilence lets a game go on that stood still for a ruling on what the code is silent about, unless the ruling is
// one that leaves the question open.
func (s *State) ruledOnSilence(e Event, v Verb) {
	if s.Referred() && (!v.Power().Suspended || v == RulesResumed) {
		s.claimFailed(e)
	}
}
