package game

import (
	"slices"
	"time"
)

// Outage is a time in which letters could not be taken, though they may have
// been sent: corrd was down, or its mailbox out of reach. Every game is told of
// it before anything else is decided in it; telling it twice changes nothing.
type Outage struct {
	From, Until time.Time
	Why         string
}

// Credited stops the clocks for the Seconds before the event, on account of an
// outage (house:21).
type Credited struct {
	Seconds int64  `json:"seconds"`
	Why     string `json:"why"` // "corrd was down" …
}

func (Outage) act() {}

// outage credits what an outage has taken of the window that runs, as far as its
// clock did not stand in that time anyway.
func (d *docket) outage(o Outage) {
	side, runs := d.Running()
	from, until := second(o.From), second(o.Until)
	if from.Before(d.Window.Opened) {
		from = d.Window.Opened
	}
	if !runs || !d.Window.Told || !from.Before(until) || d.stood(side, from, until) >= until.Sub(from) {
		return
	}
	d.at = until
	d.rule(houseOutage, Credited{Seconds: int64(until.Sub(from) / time.Second), Why: o.Why})
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
