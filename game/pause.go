package game

import (
	"time"
)

// restart lets the clock of the turn run on, unless something else makes both clocks stand.
func (s *State) restart(at time.Time) {
	if !s.Halted() && !s.Illegible {
		s.Proceed(at)
	}
}

// RunsFor returns the side whose clock runs at an instant, "white" or "black". RunsFor gives "none"
// when neither clock runs, or when the clock of the side to move stands still.
func (s State) RunsFor(at time.Time) string {
	if side, ok := s.Running(); ok && !s.Still(side, at) {
		return side.String()
	}
	return "none"
}

// apply lets the clock of the side stand for some days after any leave that the side has
// taken already.
func (f LeaveTaken) apply(s *State, e Event) { s.TakeLeave(e.By.AsSide(), e.At, f.Days) }

// Credited stops the clocks for the Seconds before the event, on account of an outage (house:21).
type Credited struct {
	Seconds int64  `json:"seconds"`
	Why     string `json:"why"` // "corrd was down" …
}

// apply lets both clocks stand for the time before the event, unless they stood still anyhow.
func (f Credited) apply(s *State, e Event) {
	s.Credit(e.At.Add(-time.Duration(f.Seconds)*time.Second), e.At)
}
