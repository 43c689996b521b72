package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
)

// LeaveFrom gives when a leave begins that a side takes at a time: at once, or
// when the one that it is on is over.
func (s State) LeaveFrom(side board.Side, at time.Time) time.Time {
	for _, l := range s.Leaves {
		if l.Side == side {
			at = Later(at, l.Until)
		}
	}
	return at
}

// LeaveLeft gives the days of leave a side has left at a time, of those for the
// year in which the leave would begin.
func (s State) LeaveLeft(side board.Side, at time.Time) int {
	days := s.Terms.LeaveDays()
	if days == 0 {
		return 0
	}
	zone := s.Terms.Carriers().Location()
	year := s.LeaveFrom(side, at).In(zone).Year()
	for _, l := range s.Leaves {
		if from := l.From.In(zone); l.Side == side && from.Year() == year {
			days -= carrier.Dates(from, l.Until)
		}
	}
	return days
}

// apply lets the clock of the side stand for some days after any leave that it is
// on.
func (f LeaveTaken) apply(s *State, e Event) {
	side := e.By.AsSide()
	from := s.LeaveFrom(side, e.At)
	until := carrier.DaysLater(from.In(s.Terms.Carriers().Location()), f.Days).UTC()
	s.Leaves = added(s.Leaves, Leave{Side: side, From: from, Until: until})
	if w := s.Window; w.Side == side && !w.Until.IsZero() {
		s.allow()
	}
}
