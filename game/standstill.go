package game

// Standstill is the reason for which no move of a game is taken. If a game has several reasons to
// stand still, Standstill is the first of them in the list below.
type Standstill string

// The reasons for which a game stands still are in the order of their priority.
const (
	// moves are taken, once what is open between the sides is settled
	NoStandstill Standstill = ""
	AtEnd        Standstill = "finished" // the game is over
	// corrd searches for the proof of a claim, whatever else makes the game stand
	AtSearch Standstill = "claim_open"
	// the umpire is to let the game go on, though the game be adjourned too
	AtUmpire      Standstill = "suspended"
	AtAdjournment Standstill = "adjourned" // the next session has not begun
	AtSealedMove  Standstill = "sealed"    // a move is sealed, and the session is not over
)

// Standstill returns the reason for which the game stands still; NoStandstill where the game goes on.
func (s State) Standstill() Standstill {
	switch {
	case s.Phase == Finished:
		return AtEnd
	case s.Phase == ClaimOpen:
		return AtSearch
	case s.Phase == Suspended:
		return AtUmpire
	case s.Rest != nil:
		return AtAdjournment
	case s.Sealed != nil:
		return AtSealedMove
	}
	return NoStandstill
}

// Undecided reports whether no move is taken until the umpire has decided, or a proof has.
func (s State) Undecided() bool {
	still := s.Standstill()
	return still == AtSearch || still == AtUmpire
}

// Resumable reports whether the game is suspended or adjourned, so that the umpire may let the game go on.
func (s State) Resumable() bool { return s.Phase == Suspended || s.Resting() }

// ClaimBeside reports whether the game goes on while a claim is before the umpire.
func (s State) ClaimBeside() bool { return s.Standstill() == NoStandstill && len(s.Claims()) > 0 }
