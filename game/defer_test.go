package game

import (
	"testing"
	"time"

	"corrd/game/board"
)

// TestFlagWaits: the flag falls when what it waits for has not come, and not if
// the letter that is held turns out to be his.
func TestFlagWaits(t *testing.T) {
	s := play(t, "time: reply in 3 days\n\nwait 71h")
	flag := s.Window.Until
	if got := s.Decide(Defer{Letter: 7}, flag.Add(-time.Hour)); len(got) != 0 {
		t.Errorf("before the flag falls: %s", describe(got))
	}
	s = s.Apply(s.Decide(Defer{Letter: 7}, flag)...)
	if at, due := s.Deadline(); due != DueFlag || !at.Equal(flag.Add(flagWait)) {
		t.Fatalf("waits until %v (%s)", at, due)
	}
	late := s.Decide(letter("P-K4", board.White, flag.Add(time.Hour)), flag.Add(time.Hour))
	if why := whys(late); len(why) != 1 || why[0] != string(Overtime) {
		t.Errorf("a letter after the flag: %s", describe(late))
	}
	if got := s.Decide(letter("P-K4", board.White, flag.Add(-time.Hour)), flag.Add(2*day)); kindsOf(got) != "Played" {
		t.Errorf("the letter that was held: %s", describe(got))
	}
	got := s.Decide(Alarm{}, flag.Add(flagWait))
	if kindsOf(got) != "Ended" || !got[0].At.Equal(flag) {
		t.Errorf("nothing came: %s", describe(got))
	}
	s = s.Apply(s.Decide(Defer{}, flag.Add(day))...)
	if got := s.Decide(Alarm{}, flag.Add(day)); kindsOf(got) != "Ended" {
		t.Errorf("nothing is waited for: %s", describe(got))
	}
}

// TestFlagWaitsBeforeRemindersRang: reminders that were never sent neither keep a flag
// from waiting nor follow it.
func TestFlagWaitsBeforeRemindersRang(t *testing.T) {
	s := play(t, "time: reply in 3 days")
	flag := s.Window.Until
	first, due := s.Deadline()
	if due != DueReminder {
		t.Fatalf("%s is due first", due)
	}
	for at, want := range map[time.Time]Due{first.Add(-time.Second): NothingDue, first: DueReminder, flag.Add(-time.Second): DueReminder, flag: DueFlag} {
		if _, due := s.Lapsed(at); due != want {
			t.Errorf("at %v %q is due, want %q", at, due, want)
		}
	}
	s = s.Apply(s.Decide(Defer{Letter: 7}, flag.Add(time.Hour))...)
	if at, due := s.Deadline(); due != DueFlag || !at.Equal(flag.Add(flagWait)) {
		t.Errorf("%s is due at %v", due, at)
	}
	if got := s.Decide(Alarm{}, flag.Add(2*time.Hour)); len(got) != 0 {
		t.Errorf("while the flag waits: %s", describe(got))
	}
	if got := s.Decide(Alarm{}, flag.Add(flagWait)); kindsOf(got) != "Ended" {
		t.Errorf("nothing came: %s", describe(got))
	}
}
