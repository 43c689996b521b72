package game

import (
	"slices"
	"time"
)

// firstNudge is after how many days a side without a limit of time is reminded
// (house:18); each reminder after it waits twice as long as the one before.
const firstNudge = 30

// silenceAfter is after how many days the other side of such a game is told that it may
// appeal to the umpire (house:28).
const silenceAfter = 40

// mark is a reminder: the time it is due and its number in Reminded.
type mark struct {
	at     time.Time
	number int
}

// The numbers of the marks.
const (
	halfTime = iota + 1
	fourFifths
	dayBefore
	noLimit
	silence // of a side without a limit of time
)

// marks gives the reminders of a window in order of time: at half time, at four
// fifths and a day before the end; of two at the same time the later in name.
func (s State) marks() []mark {
	w := s.Window
	of := func(took time.Duration) time.Time { return s.reach(w, took.Truncate(time.Second)) }
	all := []mark{{of(w.Allowed / 2), halfTime}, {of(w.Allowed / 5 * 4), fourFifths}, {of(w.Allowed - Day), dayBefore}}
	slices.SortStableFunc(all, func(a, b mark) int { return a.at.Compare(b.at) })
	var due []mark
	for i, m := range all {
		last := i+1 == len(all) || !all[i+1].at.Equal(m.at)
		if last && m.at.After(w.Opened) && m.at.Before(w.Until) {
			due = append(due, m)
		}
	}
	return due
}

// nextMark gives the next reminder of the window that runs.
func (s State) nextMark() (mark, bool) {
	w := s.Window
	if w.Until.IsZero() {
		return w.nudge(w.Marks), true
	}
	if all := s.marks(); w.Marks < len(all) {
		return all[w.Marks], true
	}
	return mark{}, false
}

// nudge gives the reminder of a window without a limit that follows n others. The second
// goes to the other side.
func (w Window) nudge(n int) mark {
	switch n {
	case 0:
		return mark{w.Opened.AddDate(0, 0, firstNudge), noLimit}
	case 1:
		return mark{w.Opened.AddDate(0, 0, silenceAfter), silence}
	}
	return mark{w.Opened.AddDate(0, 0, firstNudge*(1<<min(n, 20)-1)), noLimit}
}

// marksBy counts the reminders of the window that runs due by an instant.
func (s *State) marksBy(at time.Time) int {
	w := s.Window
	n := w.Marks
	for {
		s.Window.Marks = n
		next, ok := s.nextMark()
		if !ok || next.at.After(at) {
			return n
		}
		n++
	}
}

// LastMark gives the number of the latest reminder of the window that runs due by an
// instant, as in Reminded, and whether the reminder is that of a silence, which goes to the
// other side.
func (s State) LastMark(at time.Time) (number int, ofSilence bool) {
	s.Window.Marks = s.marksBy(at) - 1
	last, _ := s.nextMark()
	return last.number, last.number == silence
}

// apply counts as sent whatever reminders were due.
func (f Reminded) apply(s *State, e Event) { s.Window.Marks = s.marksBy(e.At) }
