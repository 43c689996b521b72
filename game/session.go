package game

import "time"

// A session is play with a time of the day fixed for its end (II.10.C). Every
// complete hour of a side's is tested when it is over, like any period; at the
// end of the session both sides are, in respect of all the time they have used.
// A game that neither has lost then is adjourned until the next session, unless the
// sides agree on another time, or the umpire lets it go on, before.

// Closed ends a session. The game is adjourned, unless Ended follows.
type Closed struct {
	Made [2]int   `json:"made"` // moves, by board.Side
	Due  [2]int   `json:"due"`  // moves due in respect of the time used
	Used [2]int64 `json:"used"` // seconds

	Resumes time.Time `json:"resumes,omitzero"` // when the next session begins
}

// Ends gives the time at which the window that runs is over: that of the flag
// once letters have reached the side, or of the end of the session; zero if it has
// none. While a move is sealed, or a form cannot be read, it has no flag.
func (s State) Ends() time.Time {
	if s.Sealed != nil || s.Illegible {
		return s.Closes
	}
	if s.Window.Told && !s.Bouncing() {
		return s.Window.Until
	}
	return s.Closes
}

// Closing gives the end of a session that begins or goes on now, as the term
// fixes it; that of one which has not ended stands.
func (s State) Closing(now time.Time) time.Time {
	if s.Rest == nil && s.Closes.After(now) {
		return s.Closes
	}
	return s.Terms.Time.Closing(now)
}

// apply adjourns the game.
func (f Closed) apply(s *State, e Event) {
	s.Session = &f
	s.adjourned(e.At, f.Resumes)
}

// reopen lets an adjourned or suspended game go on, to the end of a session if
// one is fixed.
func (s *State) reopen(at, closes time.Time) {
	if s.Phase == Suspended {
		s.Phase = s.Suspended
	}
	s.Rest, s.Session, s.Closes = nil, nil, closes
	s.restart(at)
}
