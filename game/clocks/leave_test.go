package clocks

import (
	"testing"
	"time"
)

// TestReadLeave: words say for how many days leave is asked for, from now on or from another day.
// The leave is asked for on Saturday 28 November 2026, at 13:00.
func TestReadLeave(t *testing.T) {
	now := time.Date(2026, 11, 28, 13, 0, 0, 0, time.UTC)
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 13, 0, 0, 0, time.UTC) }
	for words, want := range map[string]struct {
		days int
		from time.Time
	}{
		"14 days": {days: 14}, "14d": {days: 14}, "2 weeks": {days: 14}, "1 fortnight": {days: 14}, "14 days please.": {days: 14}, "a week": {days: 7}, "for 3 days": {days: 3},
		"until 12 December": {days: 14}, "until the 12th of December": {days: 14}, "till Dec 12": {days: 14}, "until December 12th, please": {days: 14}, "until the 12th": {days: 14},
		"until 12 December 2026": {days: 14}, "until 2026-12-12": {days: 14}, "until 12.12.": {days: 14}, "up to 12 December": {days: 14}, "through December 12th": {days: 15},
		"until 12 December inclusive": {days: 15}, "until Monday": {days: 2}, "until Saturday": {days: 7}, "until Sunday the 6th of December": {days: 8}, "until 3 January": {days: 36}, "until Christmas": {days: 27},
		"from today until 12 December": {days: 14}, "from now until 12 December": {days: 14}, "from 28 November to 12 December": {days: 14}, "14 days until 12 December": {days: 14}, "until December 12, so I'm taking leave till then": {days: 14},
		"14 days please, from Monday": {14, day(11, 30)}, "2 weeks from tomorrow": {14, day(11, 29)}, "starting Monday for 10 days": {10, day(11, 30)}, "from 1 to 12 December": {11, day(12, 1)},
		"between 1 December and 12 December": {11, day(12, 1)}, "from Monday": {0, day(11, 30)}, "from 20 December until 3 January": {14, day(12, 20)}, "tomorrow": {0, day(11, 29)},
		"": {}, "until 12": {}, "until Easter": {}, "until 3 days": {}, "next week": {}, "10": {}, "0 days": {}, "until 30 February": {}, "until 12 December 2025": {}, "until 28 November": {},
		"1 month": {}, "until December 12, so not yet": {}, "so until then": {}, "3 days until 12 December": {}, "until Monday until Tuesday": {}, "14 days 3 days": {}, "until 2026-13-01": {}, "until 12/11": {}, "from": {}, "until the": {}, "until 12.13.2026": {},
	} {
		if got := ReadLeave(words, now, now); got.Days != want.days || !got.From.Equal(want.from) {
			t.Errorf("%q: %d days from %v, want %d from %v", words, got.Days, got.From, want.days, want.from)
		}
	}
}

// TestLeaveCountsDatesOfTheZone: the days up to a date are counted where the game is played.
func TestLeaveCountsDatesOfTheZone(t *testing.T) {
	zone := time.FixedZone("far east", 11*3600)
	now := time.Date(2026, 11, 28, 14, 0, 0, 0, time.UTC) // the 29th there
	if got := ReadLeave("until 12 December", now.In(zone), now.In(zone)).Days; got != 13 {
		t.Errorf("%d days", got)
	}
	if got := ReadLeave("from 29 November until 12 December", now.In(zone), now.In(zone)); !got.AtOnce() {
		t.Errorf("%+v", got)
	}
}
