package clocks

import (
	"slices"
	"time"

	"corrd/game/board"
)

// Overdue reports whether a side has overstepped its time and has not yet made
// the moves that were due, so that its time has no limit.
func (t Timing) Overdue(side board.Side) bool { return t.Clocks[side].Overdue != 0 }

// Overstep lets the time of a side have no limit until the side has made the moves that were due.
func (t *Timing) Overstep(side board.Side) {
	c := &t.Clocks[side]
	c.Overdue = t.Terms.Time.Running(c.Moves - c.MovesBefore)
}

// CatchUp gives a side that has made the moves due too late the whole time for
// the next period: the time by which the side was late is not charged twice.
func (t *Timing) CatchUp(side board.Side) {
	c, control := &t.Clocks[side], t.Terms.Time
	if c.Overdue == 0 || control.Running(c.Moves-c.MovesBefore) <= c.Overdue {
		return
	}
	if !control.Each {
		_, allowed := control.Quota(c.Overdue)
		c.Extra = c.Used - c.UsedBefore - allowed
	}
	c.Overdue = 0
}

// Prolong adds to the time allowed for the running turn; where the end of that time has passed, the added time counts
// from an instant.
func (t *Timing) Prolong(at time.Time, by time.Duration) {
	c := &t.Clocks[t.Window.Side]
	if c.Overdue != 0 {
		c.Overdue = 0
		left, _, _ := t.Left(t.Window.Side, t.Elapsed(at))
		c.Extra -= left
	}
	c.Extra += by
}

// Correct adds to the time recorded against a side, or takes from it. A side that then has not overstepped its time has
// a limit again.
func (t *Timing) Correct(at time.Time, side board.Side, by time.Duration) {
	c := &t.Clocks[side]
	c.Used += by
	if t.Terms.Time.Each {
		c.Extra -= by
	}
	was := c.Overdue
	var running time.Duration
	if t.Window.Side == side {
		running = t.Elapsed(at)
	}
	c.Overdue = 0
	if left, _, _ := t.Left(side, running); left <= 0 {
		c.Overdue = was
	}
}

// Continue gives the running window, under a limit for each reply, the time that was left when the
// last window of the same turn was closed; the time used is not given back. Under any other limit
// the clock goes on by itself.
func (t *Timing) Continue() {
	if !t.Terms.Time.Each {
		return
	}
	for _, w := range slices.Backward(t.Windows) {
		if w.Side == t.Window.Side && w.Number == t.Window.Number {
			t.Clocks[w.Side].Extra = w.Left - t.Terms.Time.Per
			t.again()
			return
		}
	}
}

// Spare lengthens the time of the side that runs so that its flag does not fall within a span, and
// reports whether it did. A session ends at its time all the same.
func (t *Timing) Spare(at time.Time, span time.Duration) bool {
	side := t.Window.Side
	left, _, limited := t.Left(side, t.Elapsed(at))
	if !limited || left >= span || !t.Closes.IsZero() {
		return false
	}
	t.Clocks[side].Extra += span - left
	return true
}
