package clocks

import (
	"testing"
	"time"

	"corrd/game/board"
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
		"14 days please, from Monday": {14, day(11, 30)}, "2 weeks from tomorrow": {14, day(11, 29)}, "2 weeks from to-morrow": {14, day(11, 29)}, "5 days, beginning to-day": {days: 5}, "from to-day until 12 December": {days: 14}, "starting Monday for 10 days": {10, day(11, 30)}, "from 1 to 12 December": {11, day(12, 1)},
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

// TestLeaveFromADayOfLeave: a length from a day on which a leave still runs is not known to be so
// much more; up to a date it is clear.
func TestLeaveFromADayOfLeave(t *testing.T) {
	now := time.Date(2026, 11, 29, 13, 0, 0, 0, time.UTC)
	begins := now.AddDate(0, 0, 5)
	for words, want := range map[string]struct {
		days, total int
		atOnce      bool
	}{
		"10 days": {10, 10, true}, "10 days from tomorrow": {10, 6, false}, "2 days from tomorrow": {2, 0, false}, "10 days from today": {10, 5, false},
		"from tomorrow until 20 December": {16, 16, true}, "3 days from 4 December": {3, 3, true}, "3 days from 6 December": {3, 5, false},
	} {
		if got := ReadLeave(words, now, begins); got.Days != want.days || got.Total != want.total || got.AtOnce() != want.atOnce {
			t.Errorf("%q: %+v, want %+v", words, got, want)
		}
	}
}

// TestLeaveNamed: prose that tells how long its writer is away names a leave.
func TestLeaveNamed(t *testing.T) {
	now := time.Date(2026, 11, 29, 13, 0, 0, 0, time.UTC)
	for prose, want := range map[string]int{
		"I shall be away until 20 December, sorry.":                            21,
		"Sorry! I am on holiday until the 15th. I hope to win when I am back.": 16,
		"I am away for two weeks, in Wales":                                    14,
		"We are off to Wales from Monday until Sunday the 6th of December":     7,
		"I was ill for ages, and hope to be better by Monday":                  0,
		"I am away from home for my sister's wedding to Tom on the 20th":       0,
		"I am ill": 0, "for": 0, "until": 0, "": 0,
	} {
		if got := (Timing{}).LeaveNamed(board.White, prose, now).Total; got != want {
			t.Errorf("%q: %d days, want %d", prose, got, want)
		}
	}
}
