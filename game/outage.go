package game

import (
	"slices"
	"time"
)

// Credited stops the clocks for the Seconds before the event, on account of an
// outage (house:21).
type Credited struct {
	Seconds int64  `json:"seconds"`
	Why     string `json:"why"` // "corrd was down" …
}

// apply lets both clocks stand for the time before the event. A pause that
// goes on is the last in its list for as long as it does.
func (f Credited) apply(s *State, e Event) {
	p := Pause{From: e.At.Add(-time.Duration(f.Seconds) * time.Second), Until: e.At}
	if n := len(s.Pauses); n > 0 && s.Pauses[n-1].Until.IsZero() {
		return
	}
	s.Pauses = added(s.Pauses, p)
	slices.SortStableFunc(s.Pauses, func(a, b Pause) int { return a.From.Compare(b.From) })
	if !s.Window.Until.IsZero() {
		s.allow()
	}
}
