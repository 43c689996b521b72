package game

import (
	"time"

	"corrd/game/codes"
)

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

// apply records the answer to corrd's own question; the consequences of the answer are in the events after this one.
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

// Referred reports whether the game stands still because the code is silent about the matter before the umpire.
func (s State) Referred() bool { return s.Claim != nil && s.Claim.Halts }

// ruledOnSilence lets a game go on that stood still until a ruling on a matter about which the
// code is silent. A ruling that leaves the matter open does not do so.
func (s *State) ruledOnSilence(e Event, v Verb) {
	if s.Referred() && (!v.Power().Suspended || v == RulesResumed) {
		s.claimFailed(e)
	}
}
