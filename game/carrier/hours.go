package carrier

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Hour is a time of the day, in minutes after midnight, from 0 to 1,439.
type Hour int

// ParseHour reads "08:00" or "8.30".
func ParseHour(text string) (Hour, bool) {
	hours, minutes, ok := strings.Cut(strings.ReplaceAll(text, ".", ":"), ":")
	h, isHour := number(hours, 2)
	m, isMinute := number(minutes, 2)
	if !ok || !isHour || !isMinute || len(minutes) != 2 || h > 23 || m > 59 {
		return 0, false
	}
	return Hour(60*h + m), true
}

// String writes "08:00".
func (h Hour) String() string { return fmt.Sprintf("%02d:%02d", h/60, h%60) }

// HourOf returns the hour of the day at an instant, in its zone.
func HourOf(at time.Time) Hour { return Hour(60*at.Hour() + at.Minute()) }

// After returns when the hour next comes after an instant, in its zone.
func (h Hour) After(at time.Time) time.Time {
	next := h.On(at, 0)
	if !next.After(at) {
		next = h.On(at, 1)
	}
	return next
}

// Closed are the days on which nothing is collected and nothing delivered.
type Closed struct {
	Weekdays []time.Weekday `json:"weekdays,omitempty"` // sorted
	Dates    []string       `json:"dates,omitempty"`    // "2026-12-25", sorted
}

// mostClosed is more closed days than any year of a post office has.
const mostClosed = 60

// parseClosed reads "none", or weekdays and dates: "Sundays 2026-12-25". A week in which
// every day is closed is refused.
func parseClosed(text string) (c Closed, ok bool) {
	if strings.EqualFold(text, "none") {
		return Closed{}, true
	}
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	for _, w := range words {
		if _, err := time.Parse(time.DateOnly, w); err == nil {
			c.Dates = append(c.Dates, w)
			continue
		}
		day := slices.IndexFunc(weekdays, func(name string) bool {
			return strings.EqualFold(w, name) || strings.EqualFold(w, name+"s")
		})
		if day < 0 {
			return Closed{}, false
		}
		c.Weekdays = append(c.Weekdays, time.Weekday(day))
	}
	slices.Sort(c.Dates)
	slices.Sort(c.Weekdays)
	c.Dates, c.Weekdays = slices.Compact(c.Dates), slices.Compact(c.Weekdays)
	return c, len(words) > 0 && len(c.Weekdays) < 7 && len(c.Dates) <= mostClosed
}

var weekdays = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

// String writes "none" or "Sundays 2026-12-25".
func (c Closed) String() string {
	var words []string
	for _, day := range c.Weekdays {
		words = append(words, day.String()+"s")
	}
	words = append(words, c.Dates...)
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, " ")
}

// On reports whether the date of a time is closed.
func (c Closed) On(date time.Time) bool {
	return slices.Contains(c.Weekdays, date.Weekday()) || slices.Contains(c.Dates, date.Format(time.DateOnly))
}

// next returns the first of the hours of the day, at or after a time, on a day that is not
// closed. The hours are sorted and at least one.
func next(at time.Time, hours []Hour, closed Closed) time.Time {
	for days := 0; ; days++ {
		if closed.On(time.Date(at.Year(), at.Month(), at.Day()+days, 0, 0, 0, 0, time.UTC)) {
			continue
		}
		for _, h := range hours {
			if t := h.On(at, days); !t.Before(at) {
				return t
			}
		}
	}
}

// last returns the last of the hours of the day, at or before a time, on a day that is not closed.
// The hours are sorted and at least one.
func last(at time.Time, hours []Hour, closed Closed) time.Time {
	for days := 0; ; days-- {
		if closed.On(time.Date(at.Year(), at.Month(), at.Day()+days, 0, 0, 0, 0, time.UTC)) {
			continue
		}
		for _, h := range slices.Backward(hours) {
			if t := h.On(at, days); !t.After(at) {
				return t
			}
		}
	}
}

// number reads a whole number of so many digits at most.
func number(text string, digits int) (n int, ok bool) {
	if text == "" || len(text) > digits {
		return 0, false
	}
	for _, r := range text {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, true
}

// On returns the instant of the hour on a date, a number of days after the date of a time, in that
// time's location.
func (h Hour) On(t time.Time, days int) time.Time {
	return shown(time.Date(t.Year(), t.Month(), t.Day()+days, int(h/60), int(h%60), 0, 0, time.UTC), t.Location())
}

// DateBegins returns the first instant of a date, a number of days after the date of a time, in
// that time's location.
func DateBegins(t time.Time, days int) time.Time { return Hour(0).On(t, days) }

// DaysLater returns the instant at which the clocks of a time's location show the same time of the
// day, so many days later.
func DaysLater(t time.Time, days int) time.Time {
	return shown(time.Date(t.Year(), t.Month(), t.Day()+days, t.Hour(), t.Minute(), t.Second(), 0, time.UTC), t.Location())
}

// Dates counts the dates from one time to a later one, in the location of the first: 0 on
// the same date.
func Dates(from, to time.Time) int {
	date := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return max(0, int(date(to.In(from.Location())).Sub(date(from))/(24*time.Hour)))
}

// shown returns the instant at which the clocks of a zone show what a time in UTC reads. Where the
// clocks never show the reading because they are put forward, it returns the instant of putting
// forward; where the clocks show the reading twice, the first time counts.
func shown(reads time.Time, zone *time.Location) time.Time {
	// The clocks of a zone are put at most once within two days.
	_, before := reads.AddDate(0, 0, -1).In(zone).Zone()
	_, after := reads.AddDate(0, 0, 1).In(zone).Zone()
	first := reads.Add(-time.Duration(before) * time.Second).In(zone)
	second := reads.Add(-time.Duration(after) * time.Second).In(zone)
	for _, t := range []time.Time{first, second} {
		if t.Format(time.DateTime) == reads.Format(time.DateTime) {
			return t
		}
	}
	put, _ := first.ZoneBounds()
	return put
}

// Span is how long a journey takes: from Least to Most. Where the two differ the time is
// drawn, in whole minutes, each as likely as the other.
type Span struct {
	Least time.Duration `json:"least"`
	Most  time.Duration `json:"most"`
}

// longest is the longest journey that can be agreed on.
const longest = 366 * 24 * time.Hour

// ParseSpan reads a time, "2d" or "0", or a range of times, "1d..4d". Units are s, m, h
// and d.
func ParseSpan(text string) (s Span, ok bool) {
	least, most, ranged := strings.Cut(strings.ReplaceAll(text, " ", ""), "..")
	if !ranged {
		most = least
	}
	var leastOK, mostOK bool
	s.Least, leastOK = parseTime(least)
	s.Most, mostOK = parseTime(most)
	return s, leastOK && mostOK && s.Least <= s.Most && s.Most <= longest
}

// parseTime reads "90s", "15m", "26h", "3d" or "0".
func parseTime(text string) (time.Duration, bool) {
	if text == "0" {
		return 0, true
	}
	if text == "" {
		return 0, false
	}
	unit, ok := units[text[len(text)-1]]
	n, isNumber := number(text[:len(text)-1], 7)
	if !ok || !isNumber || time.Duration(n) > longest/unit {
		return 0, false
	}
	return time.Duration(n) * unit, true
}

var units = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}

// String writes "2d" or "1d..4d".
func (s Span) String() string {
	if s.Least == s.Most {
		return writeTime(s.Least)
	}
	return writeTime(s.Least) + ".." + writeTime(s.Most)
}

// writeTime writes a time in the largest unit that holds it without a rest.
func writeTime(t time.Duration) string {
	if t == 0 {
		return "0"
	}
	for _, unit := range "dhm" {
		if u := units[byte(unit)]; t%u == 0 {
			return strconv.FormatInt(int64(t/u), 10) + string(unit)
		}
	}
	return strconv.FormatInt(int64(t/time.Second), 10) + "s"
}

// drawn draws a time of the span.
func (s Span) drawn(d *draw) time.Duration {
	return s.Least + time.Duration(d.below(int((s.Most-s.Least)/time.Minute)+1))*time.Minute
}
