package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"
)

// days returns an instant so many days after the game began.
func days(n int) time.Time { return begins.AddDate(0, 0, n) }

// comesBack tells a game under way that the letter that asked White for their move has come back.
func comesBack(s game.State, asks bool, at time.Time) game.State {
	return s.Apply(Decide(s, CameBack{Side: board.White, Asks: asks, Sent: s.Window.Opened}, at)...)
}

func wantStands(t *testing.T, s game.State, want bool) {
	t.Helper()
	_, runs := s.Running()
	if at, due := s.Deadline(); s.Bouncing() != want || runs == want || at.IsZero() || want != (due == game.DueNotice) {
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
	events := Decide(s, Notify{Side: board.White}, days(6))
	if len(events) != 1 || kindsOf(events) != "Reachable" {
		t.Fatalf("the letter sent again brings about %s", kindsOf(events))
	}
	s = s.Apply(events...)
	wantStands(t, s, false)
	if got := s.Window.Until.Sub(until); got != 6*clocks.Day {
		t.Errorf("the flag falls %v later, want six days", got)
	}
}

func TestReminderThatComesBackStopsTheClockThen(t *testing.T) {
	s := comesBack(underWay(t), false, days(15))
	wantStands(t, s, true)
	events := Decide(s, Letter{ID: 9, By: board.White, Ply: 1, Received: days(20), Statements: interpret.Parse("P-K4").Statements}, days(20))
	s = s.Apply(events...)
	if got := kindsOf(events); got != "Reachable Charged Played" || s.Clocks[board.White].Used != 20*clocks.Day {
		t.Errorf("%s, %v used; want the move and twenty days: who moves knew of the turn", got, s.Clocks[board.White].Used)
	}
	if s.Window.Side != board.Black || s.Bouncing() {
		t.Errorf("%v's window, bouncing %v", s.Window.Side, s.Bouncing())
	}
}

func TestMailboxStopsTheClockFourteenDaysAtMost(t *testing.T) {
	s := comesBack(underWay(t), true, days(1))
	at, due := s.Deadline()
	if at != days(14) || due != game.DueNotice {
		t.Fatalf("next is %s at %v", due, at)
	}
	if events := Decide(s, Alarm{}, days(13)); len(events) != 0 {
		t.Fatalf("a day early: %v", events)
	}
	s = s.Apply(Decide(s, Alarm{}, at)...)
	wantStands(t, s, false)
	if events := Decide(s, CameBack{Side: board.White, Sent: days(14)}, days(15)); len(events) != 0 {
		t.Errorf("the fourteen days are over, and yet: %v", events)
	}
	if got := s.Clock(board.White, days(16)).Used; got != 2*clocks.Day {
		t.Errorf("two days after them %v are used", got)
	}
}

func TestRefusedAtOnceIsToldOnce(t *testing.T) {
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, begins)...)
	refused := CameBack{Side: board.White, Asks: true}
	events := Decide(s, refused, begins)
	told := telling.Dispatches(s, events)
	if len(told) != 1 || told[0].To != board.Black || told[0].Kind != "unreachable" {
		t.Errorf("letters %v", told)
	}
	s = s.Apply(events...)
	if again := Decide(s, refused, days(1)); len(again) != 0 {
		t.Errorf("told again: %v", again)
	}
	at, _ := s.Deadline()
	events = Decide(s, Alarm{}, at)
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
		if events := Decide(s, tc.act, tc.at); len(events) != 0 {
			t.Errorf("%s: %v", name, events)
		}
	}
}

func TestEndOfTheTurnEndsTheStop(t *testing.T) {
	s := comesBack(underWay(t), true, days(1))
	s = s.Apply(Decide(s, Rule{Law: "II.9(c)", Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "he is gone"}}, days(3))...)
	if s.Phase != game.Finished || s.Bouncing() {
		t.Errorf("%v, bouncing %v", s.Phase, s.Bouncing())
	}
}

// TestBounceBeforeTheWindowOpens: a clock that was ahead has been put right, and the
// letter comes back while the window still lies in the time to come.
func TestBounceBeforeTheWindowOpens(t *testing.T) {
	s := underWay(t)
	now := begins.Add(-100 * time.Hour)
	s = s.Apply(Decide(s, CameBack{Side: board.White, Asks: true, Sent: begins}, now)...)
	if !s.Bouncing() || !s.Bounces[0].From.Equal(now) {
		t.Fatalf("bounces %+v, want one from %v", s.Bounces, now)
	}
	if at, due := s.Deadline(); due != game.DueNotice || !at.Equal(now.Add(14*clocks.Day)) {
		t.Errorf("%s falls due at %v", due, at)
	}
}

// bounced is a game in which the letter that asked White for the first move, which
// tells event told, comes back a day later.
func bounced(t *testing.T) (s game.State, told int64) {
	t.Helper()
	s = underWay(t)
	told = s.Seq
	return s.Apply(Decide(s, CameBack{Side: board.White, Asks: true, Sent: s.Window.Opened, Told: told}, days(1))...), told
}

// moving is a letter of White's that plays the first move.
func moving(answers int64, ply int, at time.Time) Letter {
	return Letter{ID: 9, By: board.White, Ply: ply, Answers: answers, Received: at, Statements: interpret.Parse("1. P-K4").Statements}
}

// TestAnswerToTheLetterThatCameBackIsCharged has White move six days after the letter
// was sent, which came back on the first, in letters that say differently what they answer.
func TestAnswerToTheLetterThatCameBackIsCharged(t *testing.T) {
	_, told := bounced(t)
	accepted := func(letter int64) func(game.State) []game.Event {
		return func(s game.State) []game.Event { return Decide(s, Notify{Side: board.White, Told: letter}, days(4)) }
	}
	unkeyed := func(s game.State) []game.Event { return Decide(s, Heard{Side: board.White}, days(4)) }
	for name, tc := range map[string]struct {
		before  func(game.State) []game.Event
		answers int64
		ply     int
		used    time.Duration
	}{
		"it names the letter":                            {nil, told, 1, 6 * clocks.Day},
		"it names none":                                  {nil, 0, 1, 6 * clocks.Day},
		"it has no key":                                  {nil, 0, 0, 6 * clocks.Day},
		"it names an older letter":                       {nil, 1, 1, 6 * clocks.Day},
		"a later letter is accepted, it names none":      {accepted(told + 1), 0, 1, 2 * clocks.Day},
		"a later letter is accepted, it names that":      {accepted(told + 2), told + 2, 1, 2 * clocks.Day},
		"a later letter is accepted, it names the first": {accepted(told + 1), told, 1, 6 * clocks.Day},
		"the letter is accepted after all":               {accepted(told), told, 1, 2 * clocks.Day},
		"White has written to the office":                {unkeyed, 0, 1, 6 * clocks.Day},
		"White has written, and names the answer":        {unkeyed, told + 2, 1, 2 * clocks.Day},
	} {
		s, _ := bounced(t)
		if tc.before != nil {
			s = s.Apply(tc.before(s)...)
		}
		s = s.Apply(Decide(s, moving(tc.answers, tc.ply, days(6)), days(6))...)
		if got := s.Clocks[board.White].Used; got != tc.used || s.Window.Side != board.Black {
			t.Errorf("%s: %v used, %v is to move; want %v", name, got, s.Window.Side, tc.used)
		}
	}
}

// TestLetterRefusedButReadIsCharged: the receiving server refused the letter, so that
// the window never ran; but its reader plays.
func TestLetterRefusedButReadIsCharged(t *testing.T) {
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, begins)...)
	s = s.Apply(Decide(s, CameBack{Side: board.White, Asks: true, Told: 1}, begins)...)
	if s = s.Apply(Decide(s, moving(0, 1, days(5)), days(5))...); s.Clocks[board.White].Used != 5*clocks.Day {
		t.Errorf("%v used, want five days", s.Clocks[board.White].Used)
	}
}

func TestAnswerAfterTheFourteenDaysIsCharged(t *testing.T) {
	for name, tc := range map[string]struct {
		later int64
		used  time.Duration
	}{"the letter that came back": {0, 16 * clocks.Day}, "one that came later": {3, 2 * clocks.Day}} {
		s, told := bounced(t)
		s = s.Apply(Decide(s, Alarm{}, days(14))...)
		s = s.Apply(Decide(s, moving(told+tc.later, 1, days(16)), days(16))...)
		if got := s.Clocks[board.White].Used; got != tc.used {
			t.Errorf("answered is %s: %v used, want %v", name, got, tc.used)
		}
	}
}

// TestLeaveDuringTheStopIsNotCharged: the clock would have stood for those days anyway.
func TestLeaveDuringTheStopIsNotCharged(t *testing.T) {
	s, _ := bounced(t)
	s.Leaves = []clocks.Leave{{Side: board.White, From: days(2), Until: days(4)}}
	if s = s.Apply(Decide(s, moving(0, 1, days(6)), days(6))...); s.Clocks[board.White].Used != 4*clocks.Day {
		t.Errorf("%v used, want four days", s.Clocks[board.White].Used)
	}
}

// TestNoFlagFallsByTheChargeBeforeTheReply: White's time is over if the stop counts.
// An illegal move leaves the turn open, and the flag where it was; the reply is played;
// in the next turn nothing is left.
func TestNoFlagFallsByTheChargeBeforeTheReply(t *testing.T) {
	s := underWay(t)
	s = s.Apply(Decide(s, CameBack{Side: board.White, Sent: s.Window.Opened, Told: s.Seq}, days(25))...)
	wrong := moving(0, 1, days(36))
	wrong.Statements = interpret.Parse("P-K5").Statements
	s = s.Apply(Decide(s, wrong, days(36))...)
	if s.Window.Charge != 11*clocks.Day || !s.Window.Until.Equal(days(41)) {
		t.Fatalf("charge %v, flag at %v", s.Window.Charge, s.Window.Until)
	}
	s = s.Apply(Decide(s, Alarm{}, days(37))...)
	right := moving(0, 1, days(38))
	right.ID = 10
	s = s.Apply(Decide(s, right, days(38))...)
	if s.Phase == game.Finished || s.Clocks[board.White].Used != 38*clocks.Day || len(s.Line) != 1 {
		t.Fatalf("%v, %v used, %d moves", s.Phase, s.Clocks[board.White].Used, len(s.Line))
	}
	s = s.Apply(Decide(s, Notify{Side: board.Black}, days(38))...)
	s = s.Apply(Decide(s, Letter{ID: 11, By: board.Black, Ply: 2, Received: days(39), Statements: interpret.Parse("P-K4").Statements}, days(39))...)
	s = s.Apply(Decide(s, Notify{Side: board.White}, days(39))...)
	if !s.Window.Until.Equal(days(39)) {
		t.Errorf("in the next turn the flag falls at %v, want at its beginning", s.Window.Until)
	}
	s = s.Apply(Decide(s, Alarm{}, days(39))...)
	if s.Result == nil || s.Result.Score != game.BlackWins || s.Result.How != game.ByTime {
		t.Errorf("the result is %+v", s.Result)
	}
}

// TestClockStopsOnceAGame: a later bounce stops nothing, in the turn or in another, and
// where that letter was refused the clock starts all the same.
func TestClockStopsOnceAGame(t *testing.T) {
	s, _ := bounced(t)
	s = s.Apply(Decide(s, Notify{Side: board.White, Told: 9}, days(2))...)
	if events := Decide(s, CameBack{Side: board.White, Sent: days(2)}, days(3)); len(events) != 0 {
		t.Errorf("a second bounce in the turn: %s", kindsOf(events))
	}
	s = s.Apply(Decide(s, moving(0, 1, days(4)), days(4))...)
	s = s.Apply(Decide(s, Notify{Side: board.Black}, days(4))...)
	s = s.Apply(Decide(s, Letter{ID: 10, By: board.Black, Ply: 2, Received: days(5), Statements: interpret.Parse("P-K4").Statements}, days(5))...)
	events := Decide(s, CameBack{Side: board.White, Asks: true}, days(5))
	s = s.Apply(events...)
	if wantStands(t, s, false); !s.Window.Told || len(telling.Dispatches(s, events)) != 0 {
		t.Errorf("a letter refused in a later turn: the clock runs: %v, letters %v", s.Window.Told, telling.Dispatches(s, events))
	}
}

func TestEachSideHasItsOwnStop(t *testing.T) {
	s, _ := bounced(t)
	s = s.Apply(Decide(s, moving(0, 1, days(2)), days(2))...)
	s = s.Apply(Decide(s, Notify{Side: board.Black}, days(2))...)
	s = s.Apply(Decide(s, CameBack{Side: board.Black, Asks: true, Sent: days(2)}, days(3))...)
	wantStands(t, s, true)
}

// TestSuccessorHasAStopOfTheirOwn: what befell the mailbox of the player before in the seat
// does not count against who takes the seat over, and their own stop comes once.
func TestSuccessorHasAStopOfTheirOwn(t *testing.T) {
	s := comesBack(underWay(t), true, days(1))
	s = s.Apply(Decide(s, Notify{Side: board.White}, days(2))...)
	s = comesBack(s, true, days(3))
	wantStands(t, s, false)
	replace := Rule{Law: codes.HouseKeys, Ruling: game.Ruling{Verb: game.RulesReplaced, Side: game.PartyOf(board.White), Player: 31, Reason: "ill"}}
	if objection := game.Objection(s, replace.Ruling, replace.Law, days(4)); objection != "" {
		t.Fatal(objection)
	}
	s = s.Apply(Decide(s, replace, days(4))...)
	s = comesBack(s, true, days(5))
	wantStands(t, s, true)
	s = s.Apply(Decide(s, Notify{Side: board.White}, days(6))...)
	s = comesBack(s, true, days(7))
	wantStands(t, s, false)
}

// A reply that counts from an earlier time than the end of the turn before it takes no time twice:
// what a charge counts begins where that turn was over.
func TestChargeTakesNoTimeTwice(t *testing.T) {
	s := underWay(t)
	s = s.Apply(Decide(s, letter("P-K4", board.White, days(4)), days(4))...)
	s = s.Apply(Decide(s, letter("P-K4", board.Black, days(2)), days(2))...) // held, and released
	s = s.Apply(Decide(s, CameBack{Side: board.White, Asks: true}, days(5))...)
	if !s.Bouncing() {
		t.Fatal("White's clock does not stand")
	}
	s = s.Apply(Decide(s, letter("Kt-KB3", board.White, days(7)), days(7))...)
	if used := s.Clocks[board.White].Used; len(s.Line) != 3 || used != 7*clocks.Day {
		t.Errorf("after %d moves White has used %v, want the seven days that have passed", len(s.Line), used)
	}
}
