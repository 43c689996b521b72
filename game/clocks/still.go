package clocks

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
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

// Bounce stops the clock of the turn from an instant on, because a letter to the turn's side has
// come back; told is the number of the last event that the letter told, or 0 if it is not known.
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

// StoodForBounce returns the time for which the clock of the turn has stood only
// because letters came back.
func (t Timing) StoodForBounce() time.Duration {
	last := t.Bounces[len(t.Bounces)-1]
	t.Bounces = nil
	return last.Until.Sub(last.From) - t.Stood(last.Side, last.From, last.Until)
}

// MayCharge returns the time that is charged to the side of the turn, whose clock runs again, if
// its next letter shows that it had the letter that came back (house:14); 0 if none can.
func (t Timing) MayCharge() time.Duration {
	w := &t.Window
	if w.Unreachable.IsZero() || t.Bouncing() || w.Charge > 0 || w.Reached && w.Bounced == 0 {
		return 0
	}
	return t.StoodForBounce()
}

// A side plays by real cards where none of its players has a mailbox (house:29).

// Grace is how long the flag of a side waits for a card that may be under way: no time for a
// side with a mailbox.
func (t Timing) Grace(side board.Side) time.Duration {
	if !t.ByCard[side] {
		return 0
	}
	return t.Terms.Carriers().Post.Grace
}

// PlayByCard has a side play by real cards from now on, or no longer.
func (t *Timing) PlayByCard(side board.Side, on bool) {
	t.ByCard[side] = on
	if t.Window.Side == side {
		t.again()
	}
}

// AskedAt returns when the communication left that the window waits for the answer to: when the
// card was posted, else when the turn came to the side.
func (w Window) AskedAt() time.Time {
	if w.Posted.IsZero() {
		return w.Began
	}
	return w.Posted
}

// CouldArrive reports whether a date written on a card with a postmark can be the date of arrival
// of the card that is answered: no earlier than the date on which that card left, and no later than
// the postmark. The zero date cannot.
func (t Timing) CouldArrive(on, postmark time.Time) bool {
	return !on.IsZero() && !on.After(postmark) && !on.Before(t.DateOf(t.Window.AskedAt()))
}

// CardInTime reports whether the turn of a side that plays by real cards would still run at
// the receipt of a card, had the side had the communication it answers in hand at an instant.
func (t Timing) CardInTime(by board.Side, inHand, received time.Time) bool {
	t.Clocks[by].Overdue = 0
	if t.Window.Side != by || !t.ByCard[by] {
		return false
	}
	if t.CouldArrive(inHand, received) {
		t.Window.Told, t.Window.Opened = true, inHand
	}
	t.Allow()
	return t.Window.Until.IsZero() || t.Window.Until.After(received)
}
