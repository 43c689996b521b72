package game

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/interpret"
)

// takeLeave stops the sender's clock for some days, as far as the terms give
// leave in the calendar year in which it begins.
func (d *docket) takeLeave(s interpret.Statement) {
	m := regexp.MustCompile(`^(\d{1,3}) days?$`).FindStringSubmatch(strings.ToLower(strings.TrimSpace(s.Words)))
	days := 0
	if m != nil {
		days, _ = strconv.Atoi(m[1])
	}
	if days == 0 || days > d.LeaveLeft(d.by, d.at) {
		d.refuse(termsLeave, NoLeave, s.Text)
		return
	}
	d.act(termsLeave, LeaveTaken{Days: days})
}

// LeaveFrom gives when a leave begins that a side takes at a time: at once, or
// when the one that it is on is over.
func (s State) LeaveFrom(side board.Side, at time.Time) time.Time {
	for _, l := range s.Leaves {
		if l.Side == side {
			at = later(at, l.Until)
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
			days -= int(l.Until.Sub(l.From) / day)
		}
	}
	return days
}

// apply lets the clock of the side stand for some days after any leave that it is
// on.
func (f LeaveTaken) apply(s *State, e Event) {
	side := e.By.side()
	from := s.LeaveFrom(side, e.At)
	s.Leaves = added(s.Leaves, Leave{Side: side, From: from, Until: from.AddDate(0, 0, f.Days)})
	if w := s.Window; w.Side == side && !w.Until.IsZero() {
		s.allow()
	}
}
