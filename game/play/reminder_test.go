package play

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// ringing rings every alarm of White's first turn at its time, until the flag falls
// or some have rung, and returns how long after the beginning each did.
func ringing(s game.State, most int) (rung []string) {
	for range most {
		at, due := s.Deadline()
		if due == game.NothingDue {
			break
		}
		rung = append(rung, fmt.Sprint(due, " ", at.Sub(begins)))
		if early := Decide(s, Alarm{}, at.Add(-time.Second)); len(early) > 0 {
			rung = append(rung, "too early")
		}
		s = s.Apply(Decide(s, Alarm{}, at)...)
	}
	return rung
}

// TestReminders is the reminders of each kind of time term, at half time, at four
// fifths and a day before.
func TestReminders(t *testing.T) {
	const hour = time.Hour
	for term, want := range map[string][]string{
		"10 moves in 30 days":                   {"reminder 360h0m0s", "reminder 576h0m0s", "reminder 696h0m0s", "flag 720h0m0s"},
		"reply in 5 days":                       {"reminder 60h0m0s", "reminder 96h0m0s", "flag 120h0m0s"}, // four fifths is the day before
		"reply in 3 days":                       {"reminder 36h0m0s", "reminder 48h0m0s", "reminder 57h36m0s", "flag 72h0m0s"},
		"reply in 2 days":                       {"reminder 24h0m0s", "reminder 38h24m0s", "flag 48h0m0s"}, // half time is the day before
		"reply in 1 day":                        {"reminder 12h0m0s", "reminder 19h12m0s", "flag 24h0m0s"},
		"reply in 1 hour":                       {"reminder 30m0s", "reminder 48m0s", "flag 1h0m0s"},
		"20 moves in 1 hour, then 15 in 1 hour": {"reminder 30m0s", "reminder 48m0s", "flag 1h0m0s"},
		"20 moves in 1 hour, then 15 an hour, until 00:30": {"reminder 15m0s", "reminder 24m0s", "flag 30m0s"}, // the end of the session
		"none": {"reminder 720h0m0s", "reminder 960h0m0s", "reminder 2160h0m0s", "reminder 5040h0m0s"},
	} {
		agreed, refused := codes.ParseTerms([]interpret.Term{{Key: "time", Value: term}}, terms.Default())
		if refused != "" {
			t.Fatal(refused)
		}
		s := game.State{}.Apply(Decide(game.State{}, Start{Terms: agreed, Players: [2]int64{1, 2}}, begins)...)
		s = s.Apply(Decide(s, Notify{Side: board.White}, begins)...)
		if got := ringing(s, 4); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", term, got, want)
		}
		if s.Window.Until.IsZero() {
			continue
		}
		long := s.Apply(game.Event{At: begins.Add(hour / 4), By: game.White, Fact: game.LeaveTaken{Days: 4}})
		if at, _ := long.Deadline(); term != "20 moves in 1 hour, then 15 an hour, until 00:30" && !long.Window.Until.Equal(s.Window.Until.Add(96*hour)) || at.Before(begins) {
			t.Errorf("%s, with four days of leave: the flag falls at %v", term, long.Window.Until)
		}
	}
}

// TestReminderInAnOutage falls due while corrd is away: it goes out later by as much.
func TestReminderInAnOutage(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: 4 * clocks.Day, Each: true}, true)
	o := down(40, 20)
	s = hear(s, o, o.Until)
	if got, want := ringing(s, 9), []string{"reminder 68h0m0s", "reminder 92h0m0s", "reminder 96h48m0s", "flag 116h0m0s"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOutageThatIsPartlyLeave credits only the hours in which the clock ran.
func TestOutageThatIsPartlyLeave(t *testing.T) {
	for name, from := range map[string]int{"leave begins in it": 20, "leave ends in it": 60, "leave within it": 20} {
		s := started(t, terms.TimeControl{Moves: 1, Per: 10 * clocks.Day, Each: true}, true)
		s = s.Apply(game.Event{At: begins.Add(30 * time.Hour), By: game.White, Fact: game.LeaveTaken{Days: 2}}) // to hour 78
		until, hours, want := s.Window.Until, 30, 10
		switch name {
		case "leave ends in it":
			want = 12
		case "leave within it":
			hours, want = 70, 22
		}
		o := down(from, hours)
		s = hear(s, o, o.Until)
		if got := s.Window.Until.Sub(until); got != time.Duration(want)*time.Hour {
			t.Errorf("%s: the flag falls %v later, want %d hours", name, got, want)
		}
	}
}

// TestClockStandsThroughASuspension adds the whole of it, however long, and an
// outage within it nothing more.
func TestClockStandsThroughASuspension(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: 10 * clocks.Day, Each: true}, true)
	until := s.Window.Until
	s = s.Apply(game.Event{At: begins.Add(clocks.Day), By: game.Umpire, Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesSuspended}}})
	if at, due := s.Deadline(); due != game.NothingDue || !at.IsZero() {
		t.Fatalf("suspended: %v at %v", due, at)
	}
	o := down(48, 24)
	if events := Decide(s, o, o.Until); len(events) != 0 {
		t.Errorf("an outage in a suspension: %v", events)
	}
	s = s.Apply(game.Event{At: begins.Add(90 * clocks.Day), By: game.Umpire, Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesResumed}}})
	s = hear(s, o, begins.Add(91*clocks.Day)) // told late
	if got := s.Window.Until.Sub(until); got != 89*clocks.Day {
		t.Errorf("the flag falls %v later, want 89 days", got)
	}
}
