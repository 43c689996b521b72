package game

import "time"

// A game with sessions is adjourned at the end of each, and earlier where the sides agree
// on that. It goes on by itself on the next day, at the hour at which the first session
// began (house:30), or at the hour for which the sides have agreed to adjourn.

// Rest is the time for which a game is adjourned.
type Rest struct {
	From    time.Time
	Resumes time.Time // when it goes on by itself; zero: when the sides agree on it, or the umpire says so
}

// SessionBegun lets an adjourned game go on by itself, to the end of another session.
type SessionBegun struct {
	Closes time.Time `json:"closes"`
}

// ProposeAdjournment is to end the session before its time.
const ProposeAdjournment = "adjourn"

// Resting reports whether the game is adjourned.
func (s State) Resting() bool { return s.Rest != nil && s.Phase != Finished }

// apply lets the game go on.
func (f SessionBegun) apply(s *State, e Event) {
	s.newRound()
	s.reopen(e.At, f.Closes)
}

// adjourned ends play until a time; proposals to do so are at an end.
func (s *State) adjourned(at, resumes time.Time) {
	s.Rest = &Rest{From: at, Resumes: resumes}
	if p := s.Proposal; p != nil && p.What == ProposeAdjournment {
		s.Proposal = nil
	}
	s.Halt(at)
}
