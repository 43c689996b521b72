package clocks

import (
	"time"

	"corrd/game/carrier"
)

// ByDates reports whether the time of the side that runs is counted in dates: by a carrier
// that does so, and of a side that plays by real cards, limits of whole days.
func (t Timing) ByDates() bool {
	control := t.Terms.Time
	return (t.ByCard[t.Window.Side] || t.Terms.Carriers().Carrier().Dates()) && control.Per > 0 && control.Daily()
}

// LastMinute returns the last minute in which the side of the window that runs is in time,
// where the time of the side is counted in dates, and else the end of the window; zero where the
// window has no end. The end is that of the day after the first question of the turn, where that is
// later and no session ends before (house:1).
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

// DatesTaken returns the days that the running window has taken of its side's clock at an instant. Days on which the
// clock stood are left out, and days that count twice are counted twice.
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

// LostAt returns the instant from which on the clock of the sender of a lost card runs again: the 28th day after the
// postmark or, where time is counted in dates, the beginning of the date 28 days after it.
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
