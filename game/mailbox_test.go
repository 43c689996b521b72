package game

import (
	"testing"
	"time"

	"corrd/game/board"
	"corrd/interpret"
)

// days gives an instant so many days after the game began.
func days(n int) time.Time { return begins.AddDate(0, 0, n) }

// comesBack tells a game under way that the letter that asked White for his move
// has come back.
func comesBack(s State, asks bool, at time.Time) State {
	return s.Apply(s.Decide(CameBack{Side: board.White, Asks: asks, Sent: s.Window.Opened}, at)...)
}

func wantStands(t *testing.T, s State, want bool) {
	t.Helper()
	_, runs := s.Running()
	if at, due := s.Deadline(); s.Bouncing() != want || runs == want || at.IsZero() || want != (due == DueNotice) {
		t.Errorf("bouncing %v, running %v, next %s at %v; want the clock to stand: %v", s.Bouncing(), runs, due, at, want)
	}
}

func TestLetterThatNeverArrivedCostsNoTime(t *testing.T) {
	s := underWay(t)
	until := s.Window.Until
	s = comesBack(s, true, days(2))
	wantStands(t, s, true)
	if used := s.Clock(board.White, days(5)).Used; used != 0 {
		t.Errorf("%v are used of a turn nobody was told of", used)
	}
	events := s.Decide(Notify{Side: board.White}, days(6))
	if len(events) != 1 || kindsOf(events) != "Reachable" {
		t.Fatalf("the letter sent again brings about %s", kindsOf(events))
	}
	s = s.Apply(events...)
	wantStands(t, s, false)
	if got := s.Window.Until.Sub(until); got != 6*day {
		t.Errorf("the flag falls %v later, want six days", got)
	}
}

func TestReminderThatComesBackStopsTheClockThen(t *testing.T) {
	s := comesBack(underWay(t), false, days(15))
	wantStands(t, s, true)
	events := s.Decide(Letter{ID: 9, By: board.White, Ply: 1, Received: days(20), Statements: interpret.Parse("P-K4").Statements}, days(20))
	s = s.Apply(events...)
	if got := kindsOf(events); got != "Reachable Played" || s.Clocks[board.White].Used != 15*day {
		t.Errorf("%s, %v used; want the move and fifteen days", got, s.Clocks[board.White].Used)
	}
	if s.Window.Side != board.Black || s.Bouncing() {
		t.Errorf("%v's window, bouncing %v", s.Window.Side, s.Bouncing())
	}
}

func TestMailboxStopsTheClockFourteenDaysAtMost(t *testing.T) {
	s := comesBack(underWay(t), true, days(1))
	at, due := s.Deadline()
	if at != days(14) || due != DueNotice {
		t.Fatalf("next is %s at %v", due, at)
	}
	if events := s.Decide(Alarm{}, days(13)); len(events) != 0 {
		t.Fatalf("a day early: %v", events)
	}
	s = s.Apply(s.Decide(Alarm{}, at)...)
	wantStands(t, s, false)
	if events := s.Decide(CameBack{Side: board.White, Sent: days(14)}, days(15)); len(events) != 0 {
		t.Errorf("the fourteen days are over, and yet: %v", events)
	}
	if got := s.Clock(board.White, days(16)).Used; got != 2*day {
		t.Errorf("two days after them %v are used", got)
	}
}

func TestRefusedAtOnceIsToldOnce(t *testing.T) {
	s := State{}.Apply(State{}.Decide(Start{Terms: DefaultTerms(), Players: [2]int64{1, 2}}, begins)...)
	refused := CameBack{Side: board.White, Asks: true}
	events := s.Decide(refused, begins)
	told := Dispatches(s, events)
	if len(told) != 1 || told[0].To != board.Black || told[0].Kind != letterUnreachable {
		t.Errorf("letters %v", told)
	}
	s = s.Apply(events...)
	if again := s.Decide(refused, days(1)); len(again) != 0 {
		t.Errorf("told again: %v", again)
	}
	at, _ := s.Deadline()
	events = s.Decide(Alarm{}, at)
	if s = s.Apply(events...); at != days(14) || kindsOf(events) != "Reachable" || !s.Window.Told {
		t.Errorf("at %v: %s, told %v", at, kindsOf(events), s.Window.Told)
	}
}

func TestBouncesThatStopNoClock(t *testing.T) {
	s := underWay(t)
	for name, tc := range map[string]struct {
		act CameBack
		at  time.Time
	}{
		"the other side's":       {CameBack{Side: board.Black, Asks: true, Sent: begins}, days(1)},
		"sent before the turn":   {CameBack{Side: board.White, Sent: begins.Add(-time.Hour)}, days(1)},
		"when the time was over": {CameBack{Side: board.White, Sent: days(29)}, days(31)},
	} {
		if events := s.Decide(tc.act, tc.at); len(events) != 0 {
			t.Errorf("%s: %v", name, events)
		}
	}
}

func TestEndOfTheTurnEndsTheStop(t *testing.T) {
	s := comesBack(underWay(t), true, days(1))
	s = s.Apply(s.Decide(Rule{Law: "II.9(c)", Ruling: Ruling{Verb: RulesForfeit, Side: White, Reason: "he is gone"}}, days(3))...)
	if s.Phase != Finished || s.Bouncing() {
		t.Errorf("%v, bouncing %v", s.Phase, s.Bouncing())
	}
}

// TestBounceBeforeTheWindowOpens: a clock that was ahead has been put right, and the
// letter comes back while the window still lies in the time to come.
func TestBounceBeforeTheWindowOpens(t *testing.T) {
	s := underWay(t)
	now := begins.Add(-100 * time.Hour)
	s = s.Apply(s.Decide(CameBack{Side: board.White, Asks: true, Sent: begins}, now)...)
	if !s.Bouncing() || !s.Bounces[0].From.Equal(now) {
		t.Fatalf("bounces %+v, want one from %v", s.Bounces, now)
	}
	if at, due := s.Deadline(); due != DueNotice || !at.Equal(now.Add(mailboxGrace)) {
		t.Errorf("%s falls due at %v", due, at)
	}
}
