package game

// Tournament says to which all-play-all event a game belongs. Its games begin together, are played side by side, and do
// not depend on one another.
type Tournament struct {
	Number int64  `json:"number"`
	Name   string `json:"name"`
	Round  int    `json:"round"` // of the Berger tables, from 1
	// the number of the annulled game in whose place this one is played
	Instead int64 `json:"instead,omitempty"`
}

// BeginsWithEvent reports whether the game begins together with all others of an all-play-all event.
func (s State) BeginsWithEvent() bool { return s.Tournament != nil && s.Tournament.Instead == 0 }
