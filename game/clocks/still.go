package clocks

import (
	"slices"
	"time"

	"corrd/game/board"
)

// Halt stops both clocks, unless they stand already.
func (t *Timing) Halt(at time.Time) {
	if !t.Paused() {
		t.Pauses = append(slices.Clip(t.Pauses), Pause{From: at})
	}
}

// Paused reports whether a pause goes on.
func (t Timing) Paused() bool { return slices.ContainsFunc(t.Pauses, Pause.open) }

// open reports whether the end of the pause is still to come.
func (p Pause) open() bool { return p.Until.IsZero() }

// Proceed lets the clock of the turn run on that Halt has stopped; the time for which the
// clock stood is added to the end of the window.
func (t *Timing) Proceed(at time.Time) {
	if !t.Paused() {
		return
	}
	t.Pauses = slices.Clone(t.Pauses)
	for i, p := range t.Pauses {
		if p.open() {
			t.Pauses[i].Until = Later(at, p.From)
		}
	}
	t.again()
}

// Credit lets both clocks have stood between two instants that are past, unless they
// stand still now.
func (t *Timing) Credit(from, until time.Time) {
	if t.Paused() {
		return
	}
	t.Pauses = append(slices.Clip(t.Pauses), Pause{From: from, Until: until})
	slices.SortStableFunc(t.Pauses, func(a, b Pause) int { return a.From.Compare(b.From) })
	t.again()
}

// Carry stops both clocks from a postmark until a communication arrives.
func (t *Timing) Carry(postmark, until time.Time) {
	t.Pauses = append(slices.Clip(t.Pauses), Pause{From: postmark, Until: until, Carried: true})
	t.again()
}

// RunOn ends the times for which a communication under way stops the clocks, when that
// communication has arrived or another has ended the turn.
func (t *Timing) RunOn(at time.Time) {
	if !slices.ContainsFunc(t.Pauses, func(p Pause) bool { return p.Carried && p.Until.After(at) }) {
		return
	}
	t.Pauses = slices.Clone(t.Pauses)
	for i := range t.Pauses {
		if p := &t.Pauses[i]; p.Carried {
			p.From, p.Until = Earlier(p.From, at), Earlier(p.Until, at)
		}
	}
	t.again()
}

// still returns the times for which the clock of a side stands still, in order:
// the leave of the side, the times when letters to the side came back, and the pauses.
func (t Timing) still(side board.Side) []Pause {
	from := func(a, b Pause) int { return a.From.Compare(b.From) }
	if len(t.Leaves)+len(t.Bounces) == 0 && slices.IsSortedFunc(t.Pauses, from) {
		return t.Pauses
	}
	all := slices.Clone(t.Pauses)
	for _, own := range [][]Leave{t.Leaves, t.Bounces} {
		for _, l := range own {
			if l.Side == side {
				all = append(all, Pause{From: l.From, Until: l.Until})
			}
		}
	}
	slices.SortStableFunc(all, from)
	return all
}

// Still reports whether the clock of a side stands still at an instant: the side is on
// leave, letters to the side come back, or neither clock runs.
func (t Timing) Still(side board.Side, at time.Time) bool {
	return slices.ContainsFunc(t.still(side), func(p Pause) bool {
		return !at.Before(p.From) && (p.Until.IsZero() || at.Before(p.Until))
	})
}

// Stood returns how long the clock of a side stood still between two instants.
func (t Timing) Stood(side board.Side, from, to time.Time) time.Duration {
	var all time.Duration
	for _, p := range t.still(side) {
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
