package clocks

import (
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
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

// Left returns the time that a side has left after its clock has run for a time in this turn, and
// the number of moves that the side must make in the time left; limited is false under `time none`,
// and while the side is overdue. The moves and the time accumulate from the start of the game, or
// from the last agreement on the time (II.10.B, C).
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

// NoneLeft reports whether a side has used all its time at an instant, whether its clock runs or
// not. Where time is counted in dates the date on which nothing is left is still in time.
func (t Timing) NoneLeft(side board.Side, at time.Time) bool {
	var running time.Duration
	if t.Window.Side == side {
		running = t.Elapsed(at)
	}
	left, _, limited := t.Left(side, running)
	dates := t.ByCard[side] || t.Terms.Carriers().Carrier().Dates()
	return limited && (left < 0 || left == 0 && !(dates && t.Terms.Time.Daily()))
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

// reach returns the instant at which a window will have taken a given time of its side's clock,
// with allowance for leaves and pauses that have an end.
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

// Limit returns how long the side of the window that runs has for its turn: what the window allows,
// without the way of the answer.
func (t Timing) Limit() time.Duration { return max(t.Window.Allowed-t.least(t.Window.Side), 0) }

// ByDates reports whether the time of the side that runs is counted in dates: by a carrier
// that does so, and of a side that plays by real cards, limits of whole days.
func (t Timing) ByDates() bool {
	control := t.Terms.Time
	return (t.ByCard[t.Window.Side] || t.Terms.Carriers().Carrier().Dates()) && control.Per > 0 && control.Daily()
}

// LastMinute returns the last minute in which the side of the window that runs is in time, where
// the time of the side is counted in dates, and else the end of the window, or zero if the window
// has no end. The end is that of the day after the first question of the turn, where that is later
// and no session ends before (house:1).
func (t Timing) LastMinute() time.Time {
	until := t.Window.Until
	if until.IsZero() || until.Equal(t.Closes) {
		return until
	}
	if t.ByDates() {
		until = until.Add(-time.Minute)
	}
	return Later(until, t.Window.spared())
}

// HandInBy returns the last minute in which the side of the window that runs can hand in what is in
// time: the carrier takes nothing at night, or on days on which it is closed. The minute is that of
// LastMinute where the carrier takes everything at once, and for a side whose cards the real post
// takes.
func (t Timing) HandInBy() time.Time {
	until := t.LastMinute()
	if settings := t.Terms.Carriers(); !until.IsZero() && !t.ByCard[t.Window.Side] {
		return settings.Carrier().TakenBy(until.In(settings.Location()))
	}
	return until
}

// DatesTaken returns the days that the running window has taken of its side's clock at an instant.
// Days on which the clock stood are left out, and days that count twice are counted twice.
func (t Timing) DatesTaken(at time.Time) time.Duration {
	settings := t.Terms.Carriers()
	from := t.Window.Opened.In(settings.Location())
	days := carrier.Dates(from, at)
	for _, p := range t.still(t.Window.Side) {
		begin, end := Later(from, p.From), at
		if !p.Until.IsZero() {
			end = Earlier(at, p.Until)
		}
		if end.After(begin) {
			days -= carrier.Dates(begin.In(from.Location()), end)
			from = end.In(from.Location())
		}
	}
	return time.Duration(settings.Post.Reckoned(max(0, days))) * Day
}

// lastDate returns the end of the last date on which the side of the window that runs is
// still in time, with so much time left.
func (t Timing) lastDate(left time.Duration) time.Time {
	settings := t.Terms.Carriers()
	zone := settings.Location()
	opened := t.Window.Opened.In(zone)
	days := settings.Post.Within(int(left/Day)) + 1
	end := carrier.DateBegins(opened, days)
	seen := opened
	for _, p := range t.still(t.Window.Side) {
		if begin := Later(seen, p.From); begin.Before(end) && p.Until.After(begin) {
			days += carrier.Dates(begin.In(zone), p.Until)
			end = carrier.DateBegins(opened, days)
			seen = p.Until
		}
	}
	return end.UTC()
}

// LostAt returns the instant from which on the clock of the sender of a lost card runs again: the
// 28th day after the postmark or, where time is counted in dates, the beginning of the date 28 days
// after it.
func (t Timing) LostAt(postmark time.Time) time.Time {
	at := postmark.Add(carrier.LostAfter)
	if !t.ByDates() {
		return at
	}
	return t.DateOf(at).UTC()
}

// DateOf returns the beginning of the date of an instant, in the zone of the game's hours.
func (t Timing) DateOf(at time.Time) time.Time {
	return carrier.DateBegins(at.In(t.Terms.Carriers().Location()), 0)
}
