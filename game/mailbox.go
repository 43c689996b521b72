package game

import (
	"time"

	"corrd/game/board"
)

// Unreachable stops the clock of Side, whose turn it is, because letters to Side come back
// (house:14). From is when the clock stopped; where the letter that asks for the move never
// arrived, the clock stopped before the window ran at all.
type Unreachable struct {
	Side board.Side `json:"side"`
	From time.Time  `json:"from"`
	// the number of the last event told by the letter that came back; 0: not known
	Told int64 `json:"told,omitempty"`
}

// Reachable lets the clock that Unreachable stopped run on: a letter to Side has been accepted
// again, or Side has written.
type Reachable struct {
	Side board.Side `json:"side"`
	// no letter was accepted and Side has not written, but the fourteen days are over (house:14)
	Assumed bool `json:"assumed,omitempty"`
	// the number of the last event told by the accepted letter; 0: no letter has been accepted
	Told int64 `json:"told,omitempty"`
}

// Charged adds Seconds to the time that Side has used: the time for which Side's clock stood in
// this turn. Side has answered the letter that came back, and therefore had received it (house:14).
// The Seconds count only after the turn is over, so that no flag falls because of them.
type Charged struct {
	Side    board.Side `json:"side"`
	Seconds int64      `json:"seconds"`
}

func (f Unreachable) apply(s *State, e Event) {
	if s.Bouncing() || f.Side != s.Window.Side {
		return
	}
	s.Bounce(f.From, f.Told)
	s.Bounced = Opening{s.Seq, e.At}
}

// apply lets the clock of the turn run on. If the letter that came back has been accepted after
// all, an answer to this letter no longer proves that the side had it.
func (f Reachable) apply(s *State, e Event) {
	w := &s.Window
	w.Reached = f.Told != 0
	if w.Reached && f.Told == w.Bounced {
		w.Bounced = 0
	}
	s.Reached(e.At)
}

// keepMailbox keeps what has happened to the mailbox of the side whose turn it is since a ruling
// that is undone: no ruling makes letters arrive, or come back.
func (s *State) keepMailbox(now State, at time.Time) {
	switch n := len(s.Bounces); {
	case s.Rules < 1, now.Window.Side != s.Window.Side:
	case now.Bouncing() && !s.Bouncing():
		s.Bounce(at, now.Window.Bounced)
		s.Bounced = now.Bounced
	case s.Bouncing() && len(now.Bounces) >= n && !now.Bounces[n-1].Until.IsZero():
		s.Window.Reached, s.Window.Bounced = now.Window.Reached, now.Window.Bounced
		s.Reached(at)
	}
}

func (f Charged) apply(s *State, _ Event) {
	if s.Window.Side == f.Side {
		s.Window.Charge = time.Duration(f.Seconds) * time.Second
	}
}
