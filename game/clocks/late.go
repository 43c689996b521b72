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

// Prolong adds to the time allowed for the running turn; where the end of that time has passed, the
// added time counts from an instant.
func (t *Timing) Prolong(at time.Time, by time.Duration) {
	c := &t.Clocks[t.Window.Side]
	if c.Overdue != 0 {
		c.Overdue = 0
		left, _, _ := t.Left(t.Window.Side, t.Elapsed(at))
		c.Extra -= left
	}
	c.Extra += by
}

// Correct adds to the time recorded against a side, or takes from it. A side that then has not
// overstepped its time has a limit again.
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

// FirstNudge is the number of days after which a side without a limit of time is first reminded
// (house:18); each further reminder waits twice as long as the one before.
const FirstNudge = 30

// silenceAfter is the number of days after which the other side of such a game is told that it may
// appeal to the umpire (house:28).
const silenceAfter = 40

// Mark is a reminder: the time at which the reminder is due and its number, which stands in the
// log.
type Mark struct {
	At     time.Time
	Number int
}

// The numbers of the marks.
const (
	halfTime = iota + 1
	fourFifths
	dayBefore
	noLimit
	silence // the reminder of a side without a limit of time
)

// marks returns the reminders of a window in order of time: at half time, at four
// fifths and a day before the end; of two at the same time only the later in name.
func (t Timing) marks() []Mark {
	w := t.Window
	of := func(took time.Duration) time.Time { return t.reach(w, took.Truncate(time.Second)) }
	all := []Mark{{of(w.Allowed / 2), halfTime}, {of(w.Allowed / 5 * 4), fourFifths}, {of(w.Allowed - Day), dayBefore}}
	slices.SortStableFunc(all, func(a, b Mark) int { return a.At.Compare(b.At) })
	var due []Mark
	for i, m := range all {
		last := i+1 == len(all) || !all[i+1].At.Equal(m.At)
		if last && m.At.After(w.Opened) && m.At.Before(w.Until) {
			due = append(due, m)
		}
	}
	return due
}

// NextMark returns the next reminder of the window that runs.
func (t Timing) NextMark() (Mark, bool) {
	w := t.Window
	if w.Until.IsZero() {
		return w.nudge(w.Marks), true
	}
	if all := t.marks(); w.Marks < len(all) {
		return all[w.Marks], true
	}
	return Mark{}, false
}

// nudge returns the reminder of a window without a limit that follows n others. The second
// goes to the other side.
func (w Window) nudge(n int) Mark {
	switch n {
	case 0:
		return Mark{w.Opened.AddDate(0, 0, FirstNudge), noLimit}
	case 1:
		return Mark{w.Opened.AddDate(0, 0, silenceAfter), silence}
	}
	return Mark{w.Opened.AddDate(0, 0, FirstNudge*(1<<min(n, 20)-1)), noLimit}
}

// marksBy counts the reminders of the window that runs due by an instant.
func (t Timing) marksBy(at time.Time) int {
	w := t.Window
	n := w.Marks
	for {
		t.Window.Marks = n
		next, ok := t.NextMark()
		if !ok || next.At.After(at) {
			return n
		}
		n++
	}
}

// LastMark returns the number of the latest reminder of the running window that is due by an
// instant, and whether that reminder is the one which goes to the other side because the side does
// not write.
func (t Timing) LastMark(at time.Time) (number int, ofSilence bool) {
	t.Window.Marks = t.marksBy(at) - 1
	last, _ := t.NextMark()
	return last.Number, last.Number == silence
}

// Remind counts as sent the reminders of the window that runs due by an instant.
func (t *Timing) Remind(at time.Time) { t.Window.Marks = t.marksBy(at) }
