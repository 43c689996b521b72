package carrier

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// in returns a time in a zone, which reads "2026-03-28 18:00".
func in(t *testing.T, zone, text string) time.Time {
	t.Helper()
	l, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	when, err := time.ParseInLocation("2006-01-02 15:04", text, l)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// TestClocksPutForward: an hour that the clocks of a zone skip is the instant at which they are
// put forward, and one that they show twice is the first; a date begins with its first instant.
func TestClocksPutForward(t *testing.T) {
	for _, c := range []struct{ zone, from, hour, want string }{
		{"Europe/London", "2026-03-28 18:00", "09:00", "2026-03-29T08:00:00Z"},
		{"Europe/London", "2026-03-28 18:00", "01:30", "2026-03-29T01:00:00Z"}, // 01:00 to 02:00 are skipped
		{"Europe/London", "2026-10-24 18:00", "01:30", "2026-10-25T00:30:00Z"}, // and shown twice
		{"America/Santiago", "2026-09-05 18:00", "00:00", "2026-09-06T04:00:00Z"},
		{"America/Santiago", "2026-09-05 18:00", "09:00", "2026-09-06T12:00:00Z"},
		{"America/Havana", "2026-03-07 18:00", "00:00", "2026-03-08T05:00:00Z"},
		{"Africa/Cairo", "2026-04-23 12:00", "00:30", "2026-04-23T22:00:00Z"},
		{"Australia/Lord_Howe", "2026-04-04 12:00", "01:45", "2026-04-04T14:45:00Z"}, // put back by half an hour
		{"Pacific/Apia", "2011-12-29 12:00", "12:00", "2011-12-30T10:00:00Z"},        // a date that never was
		{"UTC", "2026-12-31 23:59", "00:00", "2027-01-01T00:00:00Z"},
	} {
		h, ok := ParseHour(c.hour)
		if got := h.On(in(t, c.zone, c.from), 1); !ok || got.UTC().Format(time.RFC3339) != c.want {
			t.Errorf("%s, the day after %s, %s: %s, not %s", c.zone, c.from, c.hour, got.UTC().Format(time.RFC3339), c.want)
		}
	}
}

// TestCardsWhenClocksArePut follows cards and forms over the nights in which clocks are put.
func TestCardsWhenClocksArePut(t *testing.T) {
	const post, wire = "medium post", "medium telegraph"
	for _, c := range []struct{ zone, medium, terms, handedIn, postmark, delivered string }{
		{"Europe/London", post, "post.closed none", "2026-03-27 16:59", "2026-03-27T17:00:00Z", "2026-03-30T07:00:00Z"}, // it arrives at 18:00 by the summer's clocks
		{"Europe/London", post, "post.transit 0", "2026-03-28 17:01", "2026-03-30T08:00:00Z", "2026-03-31T07:00:00Z"},
		{"Europe/London", post, "post.transit 0", "2026-10-24 17:00", "2026-10-24T16:00:00Z", "2026-10-26T08:00:00Z"},
		{"America/Santiago", post, "post.closed none", "2026-09-05 18:00", "2026-09-06T12:00:00Z", "2026-09-09T11:00:00Z"},
		{"America/Santiago", post, "post.collections 00:00", "2026-09-05 18:00", "2026-09-07T03:00:00Z", "2026-09-09T11:00:00Z"},
		{"America/Santiago", wire, "telegraph.hours 00:00-00:20", "2026-09-05 00:30", "2026-09-06T04:00:00Z", "2026-09-06T04:20:00Z"},
		{"Europe/London", wire, "telegraph.hours 08:00-20:00", "2026-03-28 20:00", "2026-03-29T07:00:00Z", "2026-03-29T07:20:00Z"},
		{"Europe/London", wire, "telegraph.transit 12h", "2026-10-24 19:00", "2026-10-24T18:00:00Z", "2026-10-25T06:00:00Z"},
	} {
		handedIn := in(t, c.zone, c.handedIn)
		j := agreed(t, c.medium, c.terms).Carrier().Carry(Communication{HandedIn: handedIn, Number: 1}, 7)
		if got, arrives := j.Collected.UTC().Format(time.RFC3339), j.Delivered.UTC().Format(time.RFC3339); got != c.postmark || arrives != c.delivered {
			t.Errorf("%s, %s, handed in %s: postmark %s, delivered %s", c.zone, c.terms, c.handedIn, got, arrives)
		}
	}
}

// TestHoursInEveryZone: in whatever zone, an hour of a date is on that date and no earlier than
// the date begins, and the next date begins later.
func TestHoursInEveryZone(t *testing.T) {
	zones := []string{"Europe/London", "America/Santiago", "America/Havana", "Africa/Cairo", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Chatham", "Asia/Kathmandu", "Africa/Casablanca"}
	rapid.Check(t, func(t *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		from := time.Unix(rapid.Int64Range(1_700_000_000, 2_000_000_000).Draw(t, "from"), 0).In(zone)
		h := Hour(rapid.IntRange(0, 1439).Draw(t, "hour"))
		days := rapid.IntRange(0, 400).Draw(t, "days")
		at, begins := h.On(from, days), DateBegins(from, days)
		if Dates(from, at) != days || at.Before(begins) || !begins.After(DateBegins(from, days-1)) || !DateBegins(from, days+1).After(at) {
			t.Fatalf("%s, %d days after %s: %s, the date begins %s", h, days, from, at, begins)
		}
		if later := DaysLater(from, days); Dates(from, later) != days {
			t.Fatalf("%d days after %s: %s", days, from, later)
		}
	})
}
