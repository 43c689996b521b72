package game

import "corrd/game/codes"

// Law names a provision as package codes does.
type Law = codes.Law

// Silence is what a code says nothing of, as letters name it to the sides and the umpire.
const (
	silentDoubt     = "words with several meanings"
	silentSeveral   = "several moves for one turn"
	silentPenalty   = "a penalty for a move that is not legal"
	silentCheckmate = "checkmate"
	silentStalemate = "stalemate"
	silentTime      = "a side that has overstepped its time"
	silentResigning = "a side that resigns"
	silentAgreement = "a draw by agreement"
	silentForfeit   = "the forfeiture of a game"
	silentFirst     = "an error of first move"
	silentSetUp     = "an error in setting up the men"
)

// refersSilence puts a matter of which the code says nothing before the umpire, for a
// side whose words brought the matter up. The game stands still until the umpire has ruled.
func (d *docket) refersSilence(by Party, matter, words string) {
	d.add(by, codes.Silence, Claimed{Ground: matter, Words: words, Halts: true})
}

// referred reports whether the game stands still because the code is silent about what
// is before the umpire.
func (s State) referred() bool { return s.Claim != nil && s.Claim.Halts }

// ruledOnSilence lets a game go on that stood still for a ruling of the umpire's on what the code
// is silent about, when the ruling is one that such a game does not wait beside.
func (s *State) ruledOnSilence(e Event, v Verb) {
	if s.referred() && (!v.Power().Suspended || v == RulesResumed) {
		s.claimFailed(e)
	}
}
