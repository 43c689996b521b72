package game

// Match says which game of a match a game is. The games of a match begin
// together, are played side by side, and know nothing of one another.
type Match struct {
	Challenge int64 `json:"challenge"`         // whose acceptance began the match
	Number    int   `json:"number"`            // of the game in the match, from 1
	Games     int   `json:"games"`             // that the match is of
	Instead   int64 `json:"instead,omitempty"` // the annulled game it is played instead of (II.1(c))
}

// PlayedAgain reports whether another game is played instead of this one, an annulled one
// of a match. None is where an error of first move or of position lies in the terms, and
// new ones are needed.
func (s State) PlayedAgain() bool {
	r, code := s.Result, s.Code()
	return s.Match != nil && r != nil && r.Score == Annulled && r.Law != code.WrongFirst.Cite() && r.Law != code.WrongSetUp.Cite()
}
