package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
)

// TestFlagWaits: the flag falls when the letter for which it waits has not come, and not if the
// held letter turns out to be the side's own.
func TestFlagWaits(t *testing.T) {
	s := play(t, "time: reply in 3 days\n\nwait 71h")
	flag := s.Window.Until
	if got := Decide(s, Defer{Letter: 7, Until: flag.Add(3 * clocks.Day)}, flag.Add(-time.Hour)); len(got) != 0 {
		t.Errorf("before the flag falls: %s", describe(got))
	}
	s = s.Apply(Decide(s, Defer{Letter: 7, Until: flag.Add(3 * clocks.Day)}, flag)...)
	if at, due := s.Deadline(); due != game.DueFlag || !at.Equal(flag.Add(3*clocks.Day)) {
		t.Fatalf("waits until %v (%s)", at, due)
	}
	late := Decide(s, letter("P-K4", board.White, flag.Add(time.Hour)), flag.Add(time.Hour))
	if why := whys(late); len(why) != 1 || why[0] != string(game.Overtime) {
		t.Errorf("a letter after the flag: %s", describe(late))
	}
	if got := Decide(s, letter("P-K4", board.White, flag.Add(-time.Hour)), flag.Add(2*clocks.Day)); kindsOf(got) != "Played" {
		t.Errorf("the letter that was held: %s", describe(got))
	}
	got := Decide(s, Alarm{}, flag.Add(3*clocks.Day))
	if kindsOf(got) != "Ended" || !got[0].At.Equal(flag) {
		t.Errorf("nothing came: %s", describe(got))
	}
	s = s.Apply(Decide(s, Defer{}, flag.Add(clocks.Day))...)
	if got := Decide(s, Alarm{}, flag.Add(clocks.Day)); kindsOf(got) != "Ended" {
		t.Errorf("nothing is waited for: %s", describe(got))
	}
}

// TestFlagWaitsBeforeRemindersRang: reminders that were never sent neither keep a flag
// from waiting nor follow it.
func TestFlagWaitsBeforeRemindersRang(t *testing.T) {
	s := play(t, "time: reply in 3 days")
	flag := s.Window.Until
	first, due := s.Deadline()
	if due != game.DueReminder {
		t.Fatalf("%s is due first", due)
	}
	for at, want := range map[time.Time]game.Due{first.Add(-time.Second): game.NothingDue, first: game.DueReminder, flag.Add(-time.Second): game.DueReminder, flag: game.DueFlag} {
		if _, due := s.Lapsed(at); due != want {
			t.Errorf("at %v %q is due, want %q", at, due, want)
		}
	}
	s = s.Apply(Decide(s, Defer{Letter: 7, Until: flag.Add(3 * clocks.Day)}, flag.Add(time.Hour))...)
	if at, due := s.Deadline(); due != game.DueFlag || !at.Equal(flag.Add(3*clocks.Day)) {
		t.Errorf("%s is due at %v", due, at)
	}
	if got := Decide(s, Alarm{}, flag.Add(2*time.Hour)); len(got) != 0 {
		t.Errorf("while the flag waits: %s", describe(got))
	}
	if got := Decide(s, Alarm{}, flag.Add(3*clocks.Day)); kindsOf(got) != "Ended" {
		t.Errorf("nothing came: %s", describe(got))
	}
}
