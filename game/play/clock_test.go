package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
)

// TestWhoseClockRuns: in every state in which something is open, the clock runs that house:1 names.
func TestWhoseClockRuns(t *testing.T) {
	run(t, []clause{
		{"a move is awaited: of the side that owes it", `
			white: P-K4
			expect state await_move
			expect running black`},
		{"several readings: the receiver's, who chooses", `
			white: Kt-B3
			expect state held_ambiguous
			expect running black`},
		{"several moves: the receiver's likewise", `
			white: P-K4 or P-Q4
			expect state held_multiple
			expect running black`},
		{"an offence: the offender's, whose turn is not ended", `
			white: P-K5
			expect state offence_open
			expect running white`},
		{"a penalty due: the offender's", `
			moves: e2e4 e7e5

			white: P-K5
			black: exact penalty C
			expect state penalty_due
			expect running white`},
		{"a claim before the umpire: whosever it was", `
			white: P-K4
			black: claim forfeiture: II.9(c) he used a book
			expect state claim_open
			expect running black`},
		{"a claim while there is a choice: the receiver's", `
			white: Kt-B3
			white: claim forfeiture: II.9(c) he used a book
			expect state claim_open
			expect running black`},
		{"a protest: whosever it was", `
			white: P-K4
			white: protest: he used a book
			expect state await_move
			expect running black`},
		{"suspended by the umpire: nobody's", `
			white: P-K4
			umpire: suspend II.9
			expect state suspended
			expect running none`},
		{"a question: its sender's", `
			white: 3. P-K4
			expect why wrong_number
			expect running white`},
		{"a proposal: whosever it was", `
			white: P-K4
			white: propose time reply in 5 days
			expect running black`},
		{"finished: nobody's", `
			white: resign
			expect state finished
			expect running none`},
	})
}

func TestTime(t *testing.T) {
	run(t, []clause{
		{"moves and time accumulate", `
			time: 2 moves in 4 days

			expect clock white left 4d
			expect clock white due 2
			wait 1d
			white: P-K4
			wait 1d
			black: P-K4
			expect clock white used 1d
			expect clock white left 3d
			expect clock white due 1
			wait 1d
			white: P-Q4
			expect clock white used 2d
			expect clock white left 6d
			expect clock white due 2
			expect clock black used 1d`},
		{"the flag falls against the side that runs", `
			time: 2 moves in 4 days

			white: P-K4
			wait 95h
			expect result none
			wait 1h
			expect result 1-0 II.10.B(b)
			expect state finished
			expect running none
			expect letters white:result black:result
			black: P-K4
			expect why game_over`},
		{"surplus moves carry the time on", `
			time: 2 moves in 4 days
			moves: e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6

			expect clock white due 2
			expect clock white left 12d`},
		{"a limit for each reply", `
			time: reply in 3 days

			wait 2d
			white: P-K4
			expect clock white left 3d
			black: P-K4
			wait 71h
			expect result none
			wait 1h
			expect result 0-1 terms:time`},
		{"no limit", `
			time: none

			wait 29d
			expect events
			wait 1d
			expect letters white:reminder
			wait 9d
			expect events
			wait 1d
			expect letters black:silence
			expect law house:28
			wait 49d
			expect events
			wait 1d
			expect letters white:reminder
			expect result none
			white: P-K4
			expect clock white used 90d
			expect clock white due 0
			expect regime any-means`},
		{"reminders at half time, at four fifths, a day before", `
			time: 1 move in 10 days

			wait 119h
			expect events
			wait 1h
			expect letters white:reminder
			expect law house:18
			wait 71h
			expect events
			wait 1h
			expect letters white:reminder
			wait 23h
			expect events
			wait 1h
			expect letters white:reminder
			wait 1d
			expect result 0-1`},
		{"one reminder where two coincide", `
			time: 1 move in 5 days

			wait 4d
			expect letters white:reminder white:reminder
			wait 23h
			expect events`},
		{"while moves are held the receiver runs", `
			time: 1 move in 4 days

			wait 1d
			white: Kt-B3
			wait 1d
			expect clock white used 1d
			expect clock black used 1d
			wait 3d
			expect result 1-0`},
		{"while an offence is open the offender runs", `
			time: 1 move in 4 days

			wait 1d
			white: R-R5
			wait 3d
			expect result 0-1`},
		{"twenty-four hours exactly leave any means", `
			time: reply in 24 hours

			expect regime any-means
			white: P-K4
			expect regime any-means`},
		{"less than twenty-four hours bind", `
			time: reply in 23 hours

			expect regime bound`},
		{"the regime follows the time left", `
			time: 2 moves in 2 days

			expect regime any-means
			wait 25h
			white: P-K4
			black: P-K4
			expect regime bound
			white: P-Q4
			black: P-Q4
			expect regime any-means`},
		{"an agreement on assistance", `
			time: reply in 1 hour
			assistance: any-means

			expect regime any-means`},
	})
}

// started returns a game begun under terms, its first letter accepted or not.
func started(t *testing.T, c terms.TimeControl, told bool) game.State {
	t.Helper()
	terms := terms.Default()
	terms.Time = c
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms}, begins)...)
	if told {
		s = s.Apply(Decide(s, Notify{Side: board.White}, begins)...)
	}
	return s
}

func TestClockStartsWhenTheLetterIsAccepted(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: 4 * clocks.Day}, false)
	if at, due := s.Deadline(); due != game.DueNotice || !at.Equal(begins.Add(14*clocks.Day)) {
		t.Fatalf("before the notice: %v %v", at, due)
	}
	late := begins.Add(5 * clocks.Day)
	if c := s.Clock(board.White, late); c.Used != 0 {
		t.Errorf("the clock ran for %v before the letter was accepted", c.Used)
	}
	s = s.Apply(Decide(s, Notify{Side: board.White}, late)...)
	if want := late.Add(4 * clocks.Day); !s.Window.Until.Equal(want) {
		t.Errorf("the flag falls at %v, not %v", s.Window.Until, want)
	}
	if again := Decide(s, Notify{Side: board.White}, late.Add(clocks.Day)); again != nil {
		t.Errorf("a second notice: %v", again)
	}
	if wrong := Decide(s, Notify{Side: board.Black}, late); wrong != nil {
		t.Errorf("a notice to the side that does not run: %v", wrong)
	}
}

func TestClockStartsAtLastThoughNothingIsAccepted(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: 4 * clocks.Day}, false)
	if early := Decide(s, Alarm{}, begins.Add(14*clocks.Day-time.Second)); early != nil {
		t.Fatalf("too early: %v", early)
	}
	s = s.Apply(Decide(s, Alarm{}, begins.Add(14*clocks.Day))...)
	if !s.Window.Told || !s.Window.Opened.Equal(begins.Add(14*clocks.Day)) {
		t.Errorf("the window: %+v", s.Window)
	}
}

func TestFlagFallsBeforeALetterReceivedAfterIt(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: clocks.Day}, true)
	late := begins.Add(clocks.Day + time.Hour)
	events := Decide(s, Letter{ID: 9, By: board.White, Received: late}, late)
	if kindsOf(events) != "Ended Refused" || !events[0].At.Equal(begins.Add(clocks.Day)) || events[0].Letter != 0 {
		t.Errorf("events %s at %v", kindsOf(events), events[0].At)
	}
}

func TestLetterCountsFromItsReceipt(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: clocks.Day}, true)
	in := letter("P-K4", board.White, begins.Add(23*time.Hour))
	s = s.Apply(Decide(s, in, begins.Add(2*clocks.Day))...)
	if len(s.Line) != 1 || s.Clocks[board.White].Used != 23*time.Hour {
		t.Errorf("%d moves, used %v", len(s.Line), s.Clocks[board.White].Used)
	}
}

func TestOverdueRemindersAreOneLetter(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: 10 * clocks.Day}, true)
	s = s.Apply(Decide(s, Alarm{}, begins.Add(9*clocks.Day))...)
	if s.LastEvent != begins.Add(9*clocks.Day) || s.Window.Marks != 3 {
		t.Errorf("marks %d", s.Window.Marks)
	}
	if at, due := s.Deadline(); due != game.DueFlag || !at.Equal(begins.Add(10*clocks.Day)) {
		t.Errorf("then %v %v", at, due)
	}
}

// TestNobodyLosesByBeingAsked: no flag falls within a day after the first question of a turn, and
// later questions put nothing off; the same move again counts from its first receipt.
func TestNobodyLosesByBeingAsked(t *testing.T) {
	run(t, []clause{
		{"asked in the last hour", `
			time: reply in 3 days

			wait 71h
			white: Maybe P-K4
			expect why doubtful
			wait 20h
			expect state await_move
			white: P-Q4
			expect line d2d4`},
		{"the respite ends", `
			time: reply in 3 days

			wait 71h
			white: Maybe P-K4
			wait 25h
			expect result 0-1`},
		{"asked once in a turn", `
			time: reply in 3 days

			wait 60h
			white: Maybe P-K4
			wait 20h
			white: K x
			wait 5h
			expect result 0-1`},
	})
}

// TestQuestionInTheQueueCostsNobodyTime: the day after the first question of a turn begins when the
// next hop has accepted the question; while it has not, the flag waits for three days.
func TestQuestionInTheQueueCostsNobodyTime(t *testing.T) {
	hours := func(n int) time.Time { return begins.Add(time.Duration(n) * time.Hour) }
	asked := func() game.State {
		s := started(t, terms.TimeControl{Moves: 1, Per: 3 * clocks.Day}, true)
		s = s.Apply(Decide(s, letter("Maybe P-K4", board.White, hours(71)), hours(71))...)
		if s.Window.Question == 0 || !s.Window.Awaits(s.Seq) {
			t.Fatalf("not asked: %+v", s.Window)
		}
		return s
	}
	flag := func(s game.State) time.Time { return s.FlagFalls() }
	s := asked()
	if got := flag(s); !got.Equal(hours(71 + 72)) {
		t.Errorf("in the queue: the flag falls at %v", got)
	}
	if events := Decide(s, Notify{Side: board.White, Told: s.Window.Question - 1}, hours(80)); len(events) != 0 {
		t.Errorf("an older letter puts the question: %s", kindsOf(events))
	}
	if events := Decide(s, Notify{Side: board.Black, Told: s.Seq}, hours(80)); len(events) != 0 {
		t.Errorf("a letter to the other side puts the question: %s", kindsOf(events))
	}
	told := s.Apply(Decide(s, Notify{Side: board.White, Told: s.Seq}, hours(100))...)
	if got := flag(told); !got.Equal(hours(124)) {
		t.Errorf("accepted after 29 hours: the flag falls at %v", got)
	}
	if events := Decide(told, Notify{Side: board.White, Told: told.Seq}, hours(101)); len(events) != 0 {
		t.Errorf("accepted twice: %s", kindsOf(events))
	}
	late := hours(123)
	answered := told.Apply(Decide(told, letter("P-K4", board.White, late), late)...)
	if len(answered.Line) != 1 || answered.Clocks[board.White].Used != 71*time.Hour {
		t.Errorf("answered in time: %d moves, used %v", len(answered.Line), answered.Clocks[board.White].Used)
	}
	other := told.Apply(Decide(told, letter("P-Q4", board.White, late), late)...)
	if len(other.Line) != 1 || other.Clocks[board.White].Used != 72*time.Hour {
		t.Errorf("answered otherwise: %d moves, used %v", len(other.Line), other.Clocks[board.White].Used)
	}
	lost := told.Apply(Decide(told, Alarm{}, hours(125))...)
	if lost.Result == nil || lost.Result.Score != "0-1" {
		t.Error("the flag has not fallen a day after the acceptance")
	}
	before := s.Clock(board.White, hours(71)).Used
	back := s.Apply(Decide(s, CameBack{Side: board.White, Asks: true, Told: s.Seq}, hours(90))...)
	if got := back.Clock(board.White, hours(95)).Used; !back.Bouncing() || got != before {
		t.Errorf("the question came back: %v used, want %v", got, before)
	}
	again := back.Apply(Decide(back, Notify{Side: board.White, Told: back.Seq}, hours(200))...)
	if got := flag(again); again.Bouncing() || !got.Equal(hours(224)) {
		t.Errorf("delivered at last: the flag falls at %v", got)
	}
}
