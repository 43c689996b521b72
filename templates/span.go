package templates

import (
	"fmt"
	"strings"
	"time"
)

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// count gives a number of things in words up to twelve: "one move", "3 moves"
// is "three moves"; one is the singular of the thing.
func count(n int, one string) string {
	number := fmt.Sprint(n)
	if n >= 0 && n < len(numerals) {
		number = numerals[n]
	}
	return number + " " + plural(n, one)
}

// plural gives the singular handed in, or its plural unless n is 1.
func plural(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}

// span gives a length of time in its two greatest units, "29 days 4 hours",
// with what is left over dropped; less than a minute is in seconds.
func span(d time.Duration) string {
	if d < time.Minute {
		n := int(max(d, 0) / time.Second)
		return fmt.Sprint(n, " ", plural(n, "second"))
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
			parts = append(parts, fmt.Sprintf("%d%s%s", n, noBreak, plural(n, u.name)))
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
	return t.Format("Monday ") + strings.ReplaceAll(t.Format("2 January"), " ", noBreak) + t.Format(" 2006, ") + strings.ReplaceAll(t.Format("15:04 MST"), " ", noBreak)
}
