package clocks

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
)

// LeaveFrom returns when a leave begins that a side takes at a time: at once, or
// when the leave is over that the side has taken already.
func (t Timing) LeaveFrom(side board.Side, at time.Time) time.Time {
	for _, l := range t.Leaves {
		if l.Side == side {
			at = Later(at, l.Until)
		}
	}
	return at
}

// LeaveLeft returns the days of leave a side has left at a time, of those for the
// year in which the leave would begin.
func (t Timing) LeaveLeft(side board.Side, at time.Time) int {
	days := t.Terms.LeaveDays()
	if days == 0 {
		return 0
	}
	zone := t.Terms.Carriers().Location()
	year := t.LeaveFrom(side, at).In(zone).Year()
	for _, l := range t.Leaves {
		if from := l.From.In(zone); l.Side == side && from.Year() == year {
			days -= carrier.Dates(from, l.Until)
		}
	}
	return days
}

// TakeLeave lets the clock of a side stand for some days, after any leave that the side has
// taken already.
func (t *Timing) TakeLeave(side board.Side, at time.Time, days int) {
	from := t.LeaveFrom(side, at)
	until := carrier.DaysLater(from.In(t.Terms.Carriers().Location()), days).UTC()
	t.Leaves = append(slices.Clip(t.Leaves), Leave{Side: side, From: from, Until: until})
	if t.Window.Side == side {
		t.again()
	}
}

// Bouncing reports whether the clock of the turn stands because letters to its
// side come back (house:14).
func (t Timing) Bouncing() bool {
	n := len(t.Bounces)
	return n > 0 && t.Bounces[n-1].Until.IsZero()
}

// Bounce stops the clock of the turn from an instant on, because a letter to the turn's side has come back; told is the
// number of the last event that the letter told, 0 where it is not known.
func (t *Timing) Bounce(from time.Time, told int64) {
	t.Bounces = append(slices.Clip(t.Bounces), Leave{Side: t.Window.Side, From: from})
	if t.Window.Unreachable.IsZero() {
		t.Window.Unreachable, t.Window.Bounced = from, told
	}
}

// Reached lets the clock of the turn run on that Bounce has stopped; the time for which the
// clock stood is added to the end of the window.
func (t *Timing) Reached(at time.Time) {
	if !t.Bouncing() {
		return
	}
	t.Bounces = slices.Clone(t.Bounces)
	last := &t.Bounces[len(t.Bounces)-1]
	last.Until = Later(at, last.From)
	t.again()
}
