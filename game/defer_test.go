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
