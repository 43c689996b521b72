package game

import (
	"time"

	"corrd/game/carrier"
)

// carriage writes into the terms of a game that begins the zone of the hours, where its
// carrier takes time, and gives the seed of what happens on the way: the one that the terms
// name, or one that is drawn and in no terms, because who knows it knows what will be lost.
func (a *Start) carriage(zone string) (named, drawn uint64) {
	settings := a.Terms.Carriers()
	if settings.Carrier().AtOnce() && a.ByCard == [2]bool{} {
		return 0, 0
	}
	settings.Zone = zone
	a.Terms.Carriage = &settings
	if settings.Seed != 0 {
		return settings.Seed, 0
	}
	return 0, a.Seed
}

// byDates reports whether the time of the side that runs is counted in dates: by a carrier
// that does so, and of a side that plays by real cards, limits of whole days.
func (s State) byDates() bool {
	t := s.Terms.Time
	return (s.ByCard[s.Window.Side] || s.Terms.Carriers().Carrier().Dates()) && t.Per > 0 && t.Daily()
}

// LastMinute gives the last minute in which the side of the window that runs is in time,
// where its time is counted in dates, and else the end of the window; zero: it is unlimited.
func (s State) LastMinute() time.Time {
	until := s.Window.Until
	if s.byDates() && !until.IsZero() {
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
		begin, end := later(from, p.From), at
		if !p.Until.IsZero() {
			end = earlier(at, p.Until)
		}
		if end.After(begin) {
			days -= carrier.Dates(begin.In(from.Location()), end)
			from = end.In(from.Location())
		}
	}
	return time.Duration(settings.Post.Reckoned(max(0, days))) * day
}

// lastDate gives the end of the last date on which the side of the window that runs is
// still in time, with so much time left.
func (s State) lastDate(left time.Duration) time.Time {
	settings := s.Terms.Carriers()
	zone := settings.Location()
	opened := s.Window.Opened.In(zone)
	end := opened.AddDate(0, 0, settings.Post.Within(int(left/day))+1)
	end = time.Date(end.Year(), end.Month(), end.Day(), 0, 0, 0, 0, zone)
	seen := opened
	for _, p := range s.still(s.Window.Side) {
		if begin := later(seen, p.From); begin.Before(end) && p.Until.After(begin) {
			end = end.AddDate(0, 0, carrier.Dates(begin.In(zone), p.Until))
			seen = p.Until
		}
	}
	return end.UTC()
}

// lostAt gives from when on the clock of the sender of a card runs again that is lost: the
// 28th day after its postmark, where time is counted in dates from the beginning of the date.
func (s State) lostAt(postmark time.Time) time.Time {
	at := postmark.Add(carrier.LostAfter)
	if !s.byDates() {
		return at
	}
	at = at.In(s.Terms.Carriers().Location())
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location()).UTC()
}
