package carrier

import (
	"fmt"
	"slices"
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

// Closed are the days on which nothing is collected and nothing delivered.
type Closed struct {
	Weekdays []time.Weekday `json:"weekdays,omitempty"` // sorted
	Dates    []string       `json:"dates,omitempty"`    // "2026-12-25", sorted
}

// mostClosed is more closed days than any year of a post office has.
const mostClosed = 60

// ParseClosed reads "none", or weekdays and dates: "Sundays 2026-12-25". A week in which
// every day is closed is refused.
func ParseClosed(text string) (c Closed, ok bool) {
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
