package game

import (
	"slices"
	"time"

	"corrd/game/board"
)

// Pause is a time for which neither clock runs, because something is before the
// umpire or a proof is sought (house:1). Until is zero while it goes on.
type Pause struct {
	From, Until time.Time
	Carried     bool // a communication that stopped the clock was under way
}

// halt stops both clocks, unless they stand already.
func (s *State) halt(at time.Time) {
	if n := len(s.Pauses); n > 0 && s.Pauses[n-1].Until.IsZero() {
		return
	}
	s.Pauses = added(s.Pauses, Pause{From: at})
}

// proceed lets the clock of the turn run on; the time for which it stood is
// added to the end of the window.
func (s *State) proceed(at time.Time) {
	n := len(s.Pauses)
	if n == 0 || !s.Pauses[n-1].Until.IsZero() {
		return
	}
	s.Pauses = slices.Clone(s.Pauses)
	s.Pauses[n-1].Until = Later(at, s.Pauses[n-1].From)
	if !s.Window.Until.IsZero() {
		s.allow()
	}
}

// runOn ends the times for which a communication under way stops the clocks: it has
// arrived, or another has ended the turn.
func (s *State) runOn(at time.Time) {
	if !slices.ContainsFunc(s.Pauses, func(p Pause) bool { return p.Carried && p.Until.After(at) }) {
		return
	}
	s.Pauses = slices.Clone(s.Pauses)
	for i := range s.Pauses {
		if p := &s.Pauses[i]; p.Carried {
			p.From, p.Until = Earlier(p.From, at), Earlier(p.Until, at)
		}
	}
	if !s.Window.Until.IsZero() {
		s.allow()
	}
}

// still gives the times for which the clock of a side stands still, in order:
// its leave, the times when letters to it came back, and the pauses.
func (s State) still(side board.Side) []Pause {
	if len(s.Leaves)+len(s.Bounces)+s.Handed == 0 {
		return s.Pauses
	}
	all := slices.Clone(s.Pauses)
	for _, own := range [][]Leave{s.Leaves, s.Bounces} {
		for _, l := range own {
			if l.Side == side {
				all = append(all, Pause{From: l.From, Until: l.Until})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Pause) int { return a.From.Compare(b.From) })
	return all
}

// Still reports whether the clock of a side stands still at an instant: it is on
// leave, letters to it come back, or neither clock runs.
func (s State) Still(side board.Side, at time.Time) bool {
	return slices.ContainsFunc(s.still(side), func(p Pause) bool {
		return !at.Before(p.From) && (p.Until.IsZero() || at.Before(p.Until))
	})
}

// RunsFor gives whose clock runs at an instant, "white" or "black"; "none" where
// neither does, or where that of the side whose turn it is stands still.
func (s State) RunsFor(at time.Time) string {
	if side, ok := s.Running(); ok && !s.Still(side, at) {
		return side.String()
	}
	return "none"
}

// Stood gives how long the clock of a side stood still between two instants.
func (s State) Stood(side board.Side, from, to time.Time) time.Duration {
	var all time.Duration
	for _, p := range s.still(side) {
		begin, end := Later(from, p.From), to
		if !p.Until.IsZero() {
			end = Earlier(to, p.Until)
		}
		if end.After(begin) {
			all += end.Sub(begin)
			from = end
		}
	}
	return all
}
