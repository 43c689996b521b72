package templates

import (
	"fmt"
	"strings"
	"time"

	"corrd/templates/texts"
)

// span gives a length of time in its two greatest units, "29 days 4 hours",
// with what is left over dropped; less than a minute is in seconds.
func span(d time.Duration) string {
	if d < time.Minute {
		n := int(max(d, 0) / time.Second)
		return fmt.Sprint(n, " ", texts.One(n, "second"))
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
			parts = append(parts, fmt.Sprintf("%d%s%s", n, noBreak, texts.One(n, u.name)))
		} else if len(parts) > 0 {
			break
		}
	}
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// Instant gives a time as letters do: "Sunday 1 February 2026, 10:00 UTC".
func Instant(t time.Time, zone *time.Location) string { return plainSpaces(instant(t, zone)) }

// instant gives a time to the minute in a zone, with the day of the week and the
// zone's name: "Sunday 1 February 2026, 10:00 UTC".
func instant(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return texts.Say("instant", weekday(t), day(t), t.Year(), t.Format("15:04"), t.Format("MST"))
}

// weekday is the day of the week of a time.
func weekday(t time.Time) string { return texts.Word("weekdays", int(t.Weekday())) }

// day is the day of a time in the year: "1 February".
func day(t time.Time) string {
	return texts.Say("date", t.Day(), texts.Word("months", int(t.Month())-1))
}
