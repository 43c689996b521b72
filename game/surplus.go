package game

// Telling counts the letters by which a side has told the other side something other than a move
// since the last move of the game.
type Telling struct {
	Letters int
	Last    int64 // the number of the last of these letters
}

// tells reports whether a fact that a side brings about tells the other side something beside a move.
func tells(f Fact) bool {
	switch f := f.(type) {
	case DrawOffered, Proposed, Claimed, Protested, Promised, LeaveTaken:
		return true
	case ProofAsked:
		return f.Ground != Doubt
	}
	return false
}

func (s *State) count(e Event) {
	by, ok := e.By.Side()
	if !ok || e.Letter == 0 || !tells(e.Fact) || s.Told[by].Last == e.Letter {
		return
	}
	s.Told[by] = Telling{s.Told[by].Letters + 1, e.Letter}
}

// stirs reports whether a fact changes what a letter can bring about. A question to the sender of
// a letter does not, and what falls due meanwhile does not.
func stirs(f Fact) bool {
	switch f.(type) {
	case Asked, Refused, ClaimRefused, Reminded, Notified, Rotated, Deferred, Credited, Charged, Inquired, Stated, Noted, Unheard, Renewed, Said:
		return false
	}
	return true
}
