package game

import (
	"time"
)

// A session is play that ends at a fixed time of the day (II.10.C). Each complete hour of a side
// is tested at the end of the hour, like any period. At the end of the session both sides are
// tested for all the time that they have used. A game that neither side has lost is then
// adjourned until the next session, unless the sides agree on an earlier time or the umpire lets
// the game go on before.

// Closed ends a session. The game is adjourned, unless Ended follows.
type Closed struct {
	Made [2]int   `json:"made"` // the moves made, by board.Side
	Due  [2]int   `json:"due"`  // the moves due for the time used
	Used [2]int64 `json:"used"` // the time used, in seconds

	Resumes time.Time `json:"resumes,omitzero"` // when the next session begins
}

// Ends returns the time at which the running window is over: the time of the flag when letters
// reach the side, or the end of the session. Ends gives the zero time when the window has no end.
// While a move is sealed, or a form cannot be read, the window has no flag.
func (s State) Ends() time.Time {
	if s.Sealed != nil || s.Illegible {
		return s.Closes
	}
	if s.Window.Told && !s.Bouncing() {
		return s.Window.Until
	}
	return s.Closes
}

// Closing returns the end of a session that begins or goes on now, as the terms fix it. A session
// that is already running keeps its end.
func (s State) Closing(now time.Time) time.Time {
	if s.Rest == nil && s.Closes.After(now) {
		return s.Closes
	}
	return s.Terms.Time.Closing(now)
}

func (f Closed) apply(s *State, e Event) {
	s.Session = &f
	s.adjourned(e.At, f.Resumes)
}

// reopen lets an adjourned or suspended game go on, until the end of a session if one is fixed.
func (s *State) reopen(at, closes time.Time) {
	if s.Phase == Suspended {
		s.Phase = s.Suspended
	}
	s.Rest, s.Session, s.Closes = nil, nil, closes
	s.stayOn(at, at)
	s.restart(at)
}

// A game with sessions is adjourned at the end of each session, and earlier where the sides agree.
// The game goes on by itself on the next day, at the hour at which the first session began
// (house:30), or at the hour on which the sides agreed when they adjourned.

// Rest is the time for which a game is adjourned.
type Rest struct {
	// when the game goes on by itself; zero: when the sides agree, or the umpire says so
	Resumes time.Time
}

// SessionBegun lets an adjourned game go on by itself, until the end of another session.
type SessionBegun struct {
	Closes time.Time `json:"closes"`
}

// ProposeAdjournment is the proposal to end the session before its time.
const ProposeAdjournment = "adjourn"

// Resting reports whether the game is adjourned.
func (s State) Resting() bool { return s.Rest != nil && s.Phase != Finished }

func (f SessionBegun) apply(s *State, e Event) {
	s.newRound()
	s.reopen(e.At, f.Closes)
}

// adjourned ends play until a time, and ends the proposals to adjourn.
func (s *State) adjourned(at, resumes time.Time) {
	s.Rest = &Rest{Resumes: resumes}
	if p := s.Proposal; p != nil && p.What == ProposeAdjournment {
		s.Proposal = nil
	}
	s.Halt(at)
}
