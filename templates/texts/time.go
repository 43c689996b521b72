package texts

import (
	"fmt"
	"strings"
	"time"
)

// Span returns a length of time in its two greatest units, "29 days 4 hours",
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

// Date returns the day of a time in a zone, "Thursday 3 December 2026", as it stands on a line of its
// own, which is not broken.
func Date(t time.Time, zone *time.Location) string {
	return strings.ReplaceAll(date(t.In(zone)), "\u00a0", " ")
}

// Day returns the day of a time in a zone without the day of the week: "3 December 2026".
func Day(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return Say("day of a year", t.Day(), month(t), t.Year())
}

func date(t time.Time) string { return Say("date", weekday(t), t.Day(), month(t), t.Year()) }

// Instant returns a time to the minute in a zone, with the day of the week and the
// zone's name: "Sunday 1 February 2026, 10:00 UTC".
func Instant(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return Say("instant", date(t), t.Format("15:04"), t.Format("MST"))
}

// Limit returns an instant by which something is to be done. A limit at the end of a day is named by
// that day, "the end of Thursday 3 December 2026 (UTC)", whether the instant is the last minute of
// the day or the first instant of the next.
func Limit(t time.Time, zone *time.Location) string {
	if day, whole := dayEnding(t.In(zone)); whole {
		return Say("limit", date(day), day.Format("MST"))
	}
	return Instant(t, zone)
}

// ShortLimit returns what Limit does as a subject has it: without the year, if that is the year in
// which the letter is written, and without the name of the zone.
func ShortLimit(t, written time.Time, zone *time.Location) string {
	return limitIn("weekdays", "months", t, written, zone)
}

// ShortestLimit returns what ShortLimit does with short names of the days and the months.
func ShortestLimit(t, written time.Time, zone *time.Location) string {
	return limitIn("short weekdays", "short months", t, written, zone)
}

func limitIn(weekdays, months string, t, written time.Time, zone *time.Location) string {
	day, whole := dayEnding(t.In(zone))
	weekday, month := Word(weekdays, int(day.Weekday())), Word(months, int(day.Month())-1)
	named := Say("date in year", weekday, day.Day(), month)
	if day.Year() != written.In(zone).Year() {
		named = Say("date", weekday, day.Day(), month, day.Year())
	}
	if whole {
		return Say("end of a day", named)
	}
	return Say("hour of a day", named, day.Format("15:04"))
}

// LastDay returns the last day that a limit leaves, as Date does.
func LastDay(t time.Time, zone *time.Location) string {
	day, _ := dayEnding(t.In(zone))
	return Date(day, zone)
}

// dayEnding returns a time of the day that ends with a limit; whole is false if no day does.
func dayEnding(t time.Time) (day time.Time, whole bool) {
	switch {
	case t.Hour() == 23 && t.Minute() == 59:
		return t, true
	case t.Hour() == 0 && t.Minute() == 0:
		return t.Add(-time.Minute), true
	}
	return t, false
}

func weekday(t time.Time) string { return Word("weekdays", int(t.Weekday())) }

func month(t time.Time) string { return Word("months", int(t.Month())-1) }
