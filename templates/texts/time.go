package texts

import (
	"fmt"
	"strings"
	"time"
)

// Span gives a length of time in its two greatest units, "29 days 4 hours",
// with what is left over dropped; less than a minute is in seconds.
func Span(d time.Duration) string {
	if d < time.Minute {
		n := int(max(d, 0) / time.Second)
		return fmt.Sprint(n, " ", One(n, "second"))
	}
	units := []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}}
	var parts []string
	for _, u := range units {
		n := int(d / u.size)
		d -= time.Duration(n) * u.size
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d\u00a0%s", n, One(n, u.name)))
		} else if len(parts) > 0 {
			break
		}
	}
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// Instant gives a time to the minute in a zone, with the day of the week and the
// zone's name: "Sunday 1 February 2026, 10:00 UTC".
func Instant(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return Say("instant", Weekday(t), Day(t), t.Year(), t.Format("15:04"), t.Format("MST"))
}

// Limit gives an instant by which something is to be done. A limit at the end of a day is named by
// that day, "the end of Thursday 8 January (UTC)", whether the instant is the last minute of the day
// or the first instant of the next.
func Limit(t time.Time, zone *time.Location) string {
	if day, whole := DayEnding(t.In(zone)); whole {
		return Say("limit", Weekday(day), Day(day), day.Format("MST"))
	}
	return Instant(t, zone)
}

// DayEnding gives a time of the day that ends with a limit; whole is false if no day does.
func DayEnding(t time.Time) (day time.Time, whole bool) {
	switch {
	case t.Hour() == 23 && t.Minute() == 59:
		return t, true
	case t.Hour() == 0 && t.Minute() == 0:
		return t.Add(-time.Minute), true
	}
	return t, false
}

// Weekday is the day of the week of a time.
func Weekday(t time.Time) string { return Word("weekdays", int(t.Weekday())) }

// Day is the day of a time in the year: "1 February".
func Day(t time.Time) string {
	return Say("date", t.Day(), Word("months", int(t.Month())-1))
}
