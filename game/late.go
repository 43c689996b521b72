package game

import (
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Overstepped is a flag that has fallen in a game that it does not end, by the
// term `late`. Until Side has made the moves that were due its time has no limit,
// and its clock runs on. At a fine the game goes on, and the umpire says what is to be paid; where the
// matter is theirs the game is suspended until they have ruled.
type Overstepped struct {
	Side board.Side `json:"side"`
}

// Overdue reports whether a side has overstepped its time and has not yet made
// the moves that were due, so that its time has no limit.
func (s State) Overdue(side board.Side) bool { return s.Clocks[side].Overdue != 0 }

// apply lets the time of a side have no limit until it has made the moves
// that were due, and halts the game where the umpire is to say what follows.
func (f Overstepped) apply(s *State, e Event) {
	c := &s.Clocks[f.Side]
	c.Overdue = s.Terms.Time.Running(c.Moves - c.MovesBefore)
	s.flagged(e)
	s.Window.Deferred = time.Time{}
	s.rewindow(e.At)
	if s.Terms.Late == terms.LateUmpire {
		s.Suspended, s.Phase = s.Phase, Suspended
		s.halt(e.At)
	}
}

// rewindow reckons the window that runs again, after a change of the time it has;
// of its reminders those due by an instant count as sent.
func (s *State) rewindow(at time.Time) {
	s.allow()
	w := &s.Window
	if !w.Until.IsZero() {
		w.Regime, w.Law = s.regime()
	}
	w.Marks = 0
	w.Marks = s.marksBy(at)
}

// catchUp gives a side that has made the moves due too late the whole time for
// the next: what it took too long is not charged twice.
func (s *State) catchUp(side board.Side) {
	c, t := &s.Clocks[side], s.Terms.Time
	if c.Overdue == 0 || t.Running(c.Moves-c.MovesBefore) <= c.Overdue {
		return
	}
	if !t.Each {
		_, allowed := t.Quota(c.Overdue)
		c.Extra = c.Used - c.UsedBefore - allowed
	}
	c.Overdue = 0
}

// prolong adds to the time allowed for the turn that runs, at an instant; where
// its end has passed, counted from then on.
func (s *State) prolong(at time.Time, by time.Duration) {
	c := &s.Clocks[s.Window.Side]
	if c.Overdue != 0 {
		c.Overdue = 0
		left, _, _ := s.left(s.Window.Side, s.elapsed(at))
		c.Extra -= left
	}
	c.Extra += by
}

// inTime lifts the limitlessness of a side whose record of time has been
// corrected so that it has not overstepped.
func (s *State) inTime(at time.Time, side board.Side) {
	c := &s.Clocks[side]
	was := c.Overdue
	if was == 0 {
		return
	}
	var running time.Duration
	if s.Window.Side == side {
		running = s.elapsed(at)
	}
	c.Overdue = 0
	if left, _, _ := s.left(side, running); left <= 0 {
		c.Overdue = was
	}
}
