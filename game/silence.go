package game

import "corrd/game/codes"

// Law names a provision as package codes does.
type Law = codes.Law

// Referred reports whether the game stands still because the code is silent about what
// is before the umpire.
func (s State) Referred() bool { return s.Claim != nil && s.Claim.Halts }

// ruledOnSilence lets a game go on that stood still for a ruling of the umpire's on what the code
// is silent about, when the ruling is one that such a game does not wait beside.
func (s *State) ruledOnSilence(e Event, v Verb) {
	if s.Referred() && (!v.Power().Suspended || v == RulesResumed) {
		s.claimFailed(e)
	}
}
