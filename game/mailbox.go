package game

import (
	"time"

	"corrd/game/board"
)

// Unreachable stops the clock of Side, whose turn it is, because letters to Side come back (house:14). From is when the
// clock stopped; where the letter that asks for the move never arrived, the clock stopped before the window ran at all.
type Unreachable struct {
	Side board.Side `json:"side"`
	From time.Time  `json:"from"`
	Told int64      `json:"told,omitempty"` // the number of the last event told by the letter that came back; 0: not known
}

// Reachable lets the clock that Unreachable stopped run on: a letter to Side has been accepted again, or Side has
// written.
type Reachable struct {
	Side    board.Side `json:"side"`
	Assumed bool       `json:"assumed,omitempty"` // no letter was accepted and Side has not written, but the fourteen days are over (house:14)
	Told    int64      `json:"told,omitempty"`    // the number of the last event told by the accepted letter; 0: no letter has been accepted
}

// Charged adds the Seconds for which the clock of Side stood in this turn to the time that Side has used, because Side
// has answered the letter that came back (house:14). The Seconds count once the turn is over: no flag falls by them
// before.
type Charged struct {
	Side    board.Side `json:"side"`
	Seconds int64      `json:"seconds"`
}

// apply stops the clock of the turn.
func (f Unreachable) apply(s *State, e Event) {
	if s.Bouncing() || f.Side != s.Window.Side {
		return
	}
	s.Bounce(f.From, f.Told)
	s.Bounced = Opening{s.Seq, e.At}
}

// apply lets the clock of the turn run on. Where the letter that came back has been accepted after all, an answer to
// that letter shows nothing.
func (f Reachable) apply(s *State, e Event) {
	w := &s.Window
	w.Reached = f.Told != 0
	if w.Reached && f.Told == w.Bounced {
		w.Bounced = 0
	}
	s.Reached(e.At)
}

// apply notes the time that the turn costs besides, once the turn is over.
func (f Charged) apply(s *State, _ Event) {
	if s.Window.Side == f.Side {
		s.Window.Charge = time.Duration(f.Seconds) * time.Second
	}
}
