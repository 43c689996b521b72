package game

import (
	"time"

	"corrd/game/carrier"
)

// ByDates reports whether the time of the side that runs is counted in dates: by a carrier
// that does so, and of a side that plays by real cards, limits of whole days.
func (s State) ByDates() bool {
	t := s.Terms.Time
	return (s.ByCard[s.Window.Side] || s.Terms.Carriers().Carrier().Dates()) && t.Per > 0 && t.Daily()
}

// LastMinute gives the last minute in which the side of the window that runs is in time,
// where its time is counted in dates, and else the end of the window; zero: it is unlimited.
func (s State) LastMinute() time.Time {
	until := s.Window.Until
	if s.ByDates() && !until.IsZero() {
		return until.Add(-time.Minute)
	}
	return until
}

// datesTaken gives the days that the window that runs has taken of its side's clock at an
// instant, those on which it stood left out, and days that count twice counted so.
func (s State) datesTaken(at time.Time) time.Duration {
	settings := s.Terms.Carriers()
	from := s.Window.Opened.In(settings.Location())
	days := carrier.Dates(from, at)
	for _, p := range s.still(s.Window.Side) {
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

// lastDate gives the end of the last date on which the side of the window that runs is
// still in time, with so much time left.
func (s State) lastDate(left time.Duration) time.Time {
	settings := s.Terms.Carriers()
	zone := settings.Location()
	opened := s.Window.Opened.In(zone)
	days := settings.Post.Within(int(left/Day)) + 1
	end := carrier.DateBegins(opened, days)
	seen := opened
	for _, p := range s.still(s.Window.Side) {
		if begin := Later(seen, p.From); begin.Before(end) && p.Until.After(begin) {
			days += carrier.Dates(begin.In(zone), p.Until)
			end = carrier.DateBegins(opened, days)
			seen = p.Until
		}
	}
	return end.UTC()
}

// LostAt gives from when on the clock of the sender of a card runs again that is lost: the
// 28th day after its postmark, where time is counted in dates from the beginning of the date.
func (s State) LostAt(postmark time.Time) time.Time {
	at := postmark.Add(carrier.LostAfter)
	if !s.ByDates() {
		return at
	}
	return s.dateOf(at).UTC()
}
