package game

import "time"

// Credited stops the clocks for the Seconds before the event, on account of an
// outage (house:21).
type Credited struct {
	Seconds int64  `json:"seconds"`
	Why     string `json:"why"` // "corrd was down" …
}

// apply lets both clocks stand for the time before the event, unless they stand still anyhow.
func (f Credited) apply(s *State, e Event) {
	s.Credit(e.At.Add(-time.Duration(f.Seconds)*time.Second), e.At)
}
