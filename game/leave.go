package game

import (
	"time"

	"corrd/game/board"
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
	year := s.LeaveFrom(side, at).Year()
	for _, l := range s.Leaves {
		if l.Side == side && l.From.Year() == year {
			days -= int(l.Until.Sub(l.From) / Day)
		}
	}
	return days
}

// apply lets the clock of the side stand for some days after any leave that it is
// on.
func (f LeaveTaken) apply(s *State, e Event) {
	side := e.By.AsSide()
	from := s.LeaveFrom(side, e.At)
	s.Leaves = added(s.Leaves, Leave{Side: side, From: from, Until: from.AddDate(0, 0, f.Days)})
	if w := s.Window; w.Side == side && !w.Until.IsZero() {
		s.allow()
	}
}
