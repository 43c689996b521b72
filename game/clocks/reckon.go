package clocks

import (
	"time"

	"corrd/game/board"
)

// Elapsed returns the time the window that runs has taken of its side's clock at an
// instant: none before the letter that asks for the move was accepted, and none
// while the side is on leave, letters to the side come back, or neither clock runs.
func (t Timing) Elapsed(at time.Time) time.Duration {
	w := t.Window
	if !w.Told || at.Before(w.Opened) {
		return 0
	}
	if t.ByDates() {
		return t.DatesTaken(at)
	}
	return at.Sub(w.Opened) - t.Stood(w.Side, w.Opened, at)
}

// Left returns the time that a side has left after its clock has run for a time in this turn, and the number of moves
// that the side must make in the time left; limited is false under `time none`, and while the side is overdue. The
// moves and the time accumulate from the start of the game, or from the last agreement on the time (II.10.B, C).
func (t Timing) Left(side board.Side, running time.Duration) (left time.Duration, moves int, limited bool) {
	c, control := t.Clocks[side], t.Terms.Time
	switch {
	case control.Per == 0:
		return 0, 0, false
	case control.Each:
		return control.Per + c.Extra - running, 1, c.Overdue == 0
	}
	made, used := c.Moves-c.MovesBefore, c.Used-c.UsedBefore
	due, allowed := control.Quota(control.Running(made))
	return allowed + c.Extra - used - running, due - made, c.Overdue == 0
}

// Allow gives the window that runs its time and its end: when the side's clock
// reaches the next control, or when the session ends.
func (t *Timing) Allow() {
	w := &t.Window
	left, _, limited := t.Left(w.Side, 0)
	if !limited {
		w.Allowed, w.Until = 0, time.Time{}
		return
	}
	left = max(left, 0) // what was charged after a reply may be more than was left
	w.Until = t.reach(*w, left)
	if t.ByDates() {
		w.Until = t.lastDate(left)
		left = w.Until.Sub(w.Opened)
	}
	w.Allowed = left + t.least(w.Side)
	if !t.Closes.IsZero() {
		w.Allowed = min(left, max(t.Closes.Sub(w.Opened), 0)) + t.least(w.Side)
		w.Until = Earlier(w.Until, t.Closes)
	}
}

// again reckons the window that runs again where the window has an end.
func (t *Timing) again() {
	if !t.Window.Until.IsZero() {
		t.Allow()
	}
}

// reach returns the instant at which a window will have taken a given time of its side's clock, with allowance for leaves
// and pauses that have an end.
func (t Timing) reach(w Window, took time.Duration) time.Time {
	at, seen := w.Opened.Add(took), w.Opened
	for _, p := range t.still(w.Side) {
		begin := Later(seen, p.From)
		intime := begin.Before(at) || p.Carried && begin.Equal(at) // an arrival at the very limit is in time
		if intime && p.Until.After(begin) {
			at = at.Add(p.Until.Sub(begin))
			seen = p.Until
		}
	}
	return at
}

// least is the shortest time on the way of the answer of a side (III.2).
func (t Timing) least(side board.Side) time.Duration {
	if t.ByCard[side] {
		return t.Terms.Carriers().Post.Transit.Least
	}
	return t.Terms.Carriers().Carrier().Fastest()
}
