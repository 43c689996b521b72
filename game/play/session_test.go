package play

import (
	"fmt"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/terms"
)

// The scale of both printed examples: 20 moves in the first hour, 15 in each
// after it.
var scale = terms.TimeControl{Moves: 20, Per: time.Hour, Then: 15, ThenPer: time.Hour, Until: "04:00"}

// minutes returns a time on a clock as the books print it, "2:50".
func minutes(hours, minutes int) time.Duration {
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
}

func TestMovesDue(t *testing.T) {
	evenly := terms.TimeControl{Moves: 20, Per: time.Hour, Until: "03:00"}
	for _, c := range []struct {
		control terms.TimeControl
		used    time.Duration
		due     int
	}{
		{scale, minutes(2, 50), 47},                  // the British example, A
		{scale, minutes(1, 10), 22},                  // and B
		{scale, minutes(2, 10), 37},                  // the American example, A
		{scale, minutes(1, 50), 32},                  // and B
		{evenly, minutes(1, 59), 39},                 // the opening one: 39⅔
		{scale, minutes(0, 59) + 59*time.Second, 19}, // of 20
		{scale, minutes(1, 0), 20},
		{scale, minutes(1, 3) + 59*time.Second, 20},
		{scale, minutes(1, 4), 21},
		{scale, minutes(4, 0), 65},
		{scale, 0, 0},
		{scale, -time.Hour, 0},
	} {
		if got := c.control.DueIn(c.used); got != c.due {
			t.Errorf("%v, %v: %d moves due, not %d", c.control, c.used, got, c.due)
		}
	}
}

func TestClosing(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ now, closes string }{
		{"2026-01-01T17:59:59Z", "2026-01-01T18:00:00Z"},
		{"2026-01-01T18:00:00Z", "2026-01-02T18:00:00Z"},
		{"2026-07-01T12:00:00Z", "2026-07-01T17:00:00Z"},
		{"2026-03-28T20:00:00Z", "2026-03-29T17:00:00Z"}, // the clocks go forward in the night
	} {
		now, _ := time.Parse(time.RFC3339, c.now)
		if got := (terms.TimeControl{Until: "18:00"}).Closing(now.In(london)).Format(time.RFC3339); got != c.closes {
			t.Errorf("after %s: %s, not %s", c.now, got, c.closes)
		}
	}
	if got := scale.Closing(begins.Add(4 * time.Hour)); !got.Equal(begins.Add(28 * time.Hour)) {
		t.Errorf("at the hour itself: %v", got)
	}
}

// minuteList is what each of a side's moves takes, in minutes: so many moves a
// like time, and then others.
func minuteList(n, each int, then ...int) []int {
	var all []int
	for range n {
		all = append(all, each)
	}
	return append(all, then...)
}

// session plays a game in which the sides' moves take so many minutes, until
// there are no more moves and time brings it to its end at that time of the day.
func session(t *testing.T, until string, took [2][]int) game.State {
	t.Helper()
	terms := terms.Default()
	terms.Time = scale
	terms.Time.Until = until
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms}, begins)...)
	now := begins
	for n := 0; ; n++ {
		side := line.SideAt(n + 1)
		s = s.Apply(Decide(s, Notify{Side: side}, now)...)
		if n/2 == len(took[side]) {
			break
		}
		now = now.Add(time.Duration(took[side][n/2]) * time.Minute)
		words := []string{"Kt-KB3", "Kt-KB3", "Kt-Kt sq", "Kt-Kt sq"}[n%4]
		s = s.Apply(Decide(s, letter(words, side, now), now)...)
	}
	for at, due := s.Deadline(); due != game.NothingDue && due != game.DueResumption; at, due = s.Deadline() {
		s = s.Apply(Decide(s, Alarm{}, at)...)
	}
	return s
}

// TestSessions plays the worked examples of both books, and what lies beside them.
func TestSessions(t *testing.T) {
	for _, c := range []struct {
		what, until  string
		white, black []int
		used, due    string
		made, result string
	}{
		{"the British example: A is eight moves short; B's surplus would do for two hours", "04:00",
			minuteList(36, 2, 40, 29, 29), minuteList(37, 1, 22), "[170 70]", "[47 22]", "[39 38]", "0-1 time II.10.C(d)"},
		{"the American example: A is one move short", "04:00",
			minuteList(34, 2, 45, 17), minuteList(35, 2), "[130 110]", "[37 32]", "[36 35]", "0-1 time II.10.C(d)"},
		{"exactly as many as are due", "04:00",
			minuteList(36, 2, 58), minuteList(36, 2), "[130 110]", "[37 32]", "[37 36]", "none"},
		{"the other side short", "02:00",
			minuteList(21, 2), minuteList(20, 2), "[42 78]", "[14 24]", "[21 20]", "1-0 time II.10.C(d)"},
		{"both short", "03:00",
			minuteList(25, 2), minuteList(24, 2, 40), "[92 88]", "[28 27]", "[25 25]", "annulled annulled II.10.C(d)"},
		{"a complete hour is tested when it is over", "04:00",
			minuteList(19, 3), minuteList(19, 3), "", "", "", "0-1 time II.10.C(b)"},
	} {
		s := session(t, c.until, [2][]int{c.white, c.black})
		used, due, made, result := "", "", "", "none"
		if f := s.Session; f != nil {
			used, due, made = fmt.Sprint([]int64{f.Used[0] / 60, f.Used[1] / 60}), fmt.Sprint(f.Due), fmt.Sprint(f.Made)
		}
		if r := s.Result; r != nil {
			result = fmt.Sprint(r.Score, " ", r.How, " ", r.Law)
		}
		if used != c.used || due != c.due || made != c.made || result != c.result {
			t.Errorf("%s: used %s, due %s, made %s, %s", c.what, used, due, made, result)
		}
	}
}

func TestAdjourned(t *testing.T) {
	begun := `
		time: 2 moves in 1 hour, until 00:30

		wait 5m
		white: P-K4
		expect clock black left 1h
		wait 25m
		expect events Reminded Reminded Closed
		expect law II.10.C(c)
		expect letters black:reminder black:reminder white:suspended black:suspended
		expect state suspended
		expect to_act none
		expect running none
		expect clock white used 5m
		expect clock white due 0
		expect clock black used 25m
		expect clock black due 0
		wait 1h
		black: P-K4
		expect why adjourned
		expect law II.10.C(c)`
	run(t, []clause{
		{"the sides agree on another session", begun + `
			black: propose time 1 move in 1 hour, until 03:00
			expect letters black:received white:proposal
			white: agree
			expect state await_move
			expect running black
			expect clock black left 1h
			expect clock black due 1
			expect regime bound
			black: P-K4
			wait 1h
			expect result 0-1 II.10.C(b)`},
		{"the sides agree on a game by letters", begun + `
			black: propose time 10 moves in 30 days
			white: agree
			expect regime any-means
			wait 31d
			expect result 1-0 II.10.B(b)`},
		{"the umpire lets it go on, in the next session", begun + `
			umpire: resume II.10.C
			expect letters white:resumed black:resumed
			expect clock black left 35m
			black: P-K4
			wait 34m
			white: P-K5
			expect clock white used 39m`},
		{"a turn restored goes on in the next session", begun + `
			umpire: restore_turn II.6(e) 1w
			expect state suspended
			expect running none
			expect clock black due 0
			white: P-Q4
			expect why adjourned
			expect law II.10.C(c)
			wait 22h30m
			expect state await_move
			expect running white
			white: P-Q4
			expect move d2d4`},
		{"a ruling undone after another session leaves the hour of the next", `
			time: 1 move in 1 hour, until 00:30

			wait 20m
			white: P-K4
			wait 70m
			expect state suspended
			umpire: correct_time II.10.D white +1m
			wait 22h30m
			expect running black
			wait 30m
			expect law II.10.C(c)
			expect state suspended
			wait 1h
			umpire: undo house:16
			wait 1h
			expect state suspended
			wait 21h30m
			expect state await_move
			expect running black
			expect clock black used 10m`},
		{"the game can be given up", begun + `
			black: resign
			expect result 1-0 II.9`},
	})
}

// TestSessionEndsUnnoticed: a session is over at its time although the letter
// that asks for the move has not been accepted, and a letter that comes after
// it finds the game adjourned.
func TestSessionEndsUnnoticed(t *testing.T) {
	s := started(t, terms.TimeControl{Moves: 1, Per: time.Hour, Until: "00:30"}, false)
	if at, due := s.Deadline(); due != game.DueFlag || !at.Equal(begins.Add(30*time.Minute)) {
		t.Fatalf("due %v %v", at, due)
	}
	late := begins.Add(40 * time.Minute)
	events := Decide(s, letter("P-K4", board.White, late), late)
	if kindsOf(events) != "Closed Refused" || !events[0].At.Equal(s.Closes) {
		t.Errorf("events %s", describe(events))
	}
}

// TestStandstill: of several reasons for which a game stands still, the one counts that the others
// wait for.
func TestStandstill(t *testing.T) {
	session := "medium: email\ntime: 1 move in 1 hour, until 00:30\n\nwait 10m\nwhite: P-K4\n"
	claim := "black: claim forfeiture: II.9(c) he has printed analysis before him\n"
	for _, c := range []struct {
		name, script string
		want         game.Standstill
		stage        game.Phase
		beside       bool // the game goes on beside a claim
	}{
		{"a turn", "white: P-K4", game.NoStandstill, game.AwaitMove, false},
		{"a choice", "white: Kt-B3", game.NoStandstill, game.HeldAmbiguous, false},
		{"a claim", session + claim, game.NoStandstill, game.ClaimOpen, true},
		{"a sealed move", session + "black: seal P-K4", game.AtSealedMove, game.AwaitMove, false},
		{"an adjournment", session + "wait 20m", game.AtAdjournment, game.Suspended, false},
		{"an adjournment with a sealed move", session + "black: seal P-K4\nwait 20m", game.AtAdjournment, game.Suspended, false},
		{"an adjournment at a claim", session + claim + "wait 20m", game.AtAdjournment, game.ClaimOpen, false},
		{"the umpire", "umpire: suspend II.9", game.AtUmpire, game.Suspended, false},
		{"the end", "white: resign", game.AtEnd, game.Finished, false},
	} {
		s := play(t, c.script)
		if got := s.Standstill(); got != c.want || s.Stage() != c.stage || s.ClaimBeside() != c.beside {
			t.Errorf("%s: the game stands still at %q in %v, beside a claim %v; want %q, %v, %v", c.name, got, s.Stage(), s.ClaimBeside(), c.want, c.stage, c.beside)
		}
	}
}

// TestSuspendedWhileAdjourned: a game that waits for the umpire, because a claim about which the
// code is silent came while the game was adjourned, does not go on by itself.
func TestSuspendedWhileAdjourned(t *testing.T) {
	s := play(t, "medium: email\ntime: 1 move in 1 hour, until 00:30\n\nwait 10m\nwhite: P-K4\nwait 20m")
	s = s.Apply(game.Event{At: s.LastEvent, By: game.White, Law: "silence", Fact: game.Claimed{Ground: "stalemate", Halts: true}})
	if at, due := s.Deadline(); due != game.NothingDue {
		t.Errorf("%s is due on %v", due, at)
	}
	if got := s.Standstill(); got != game.AtUmpire {
		t.Errorf("the game stands still at %q", got)
	}
	if _, asked := s.Asked(); asked || s.InPlay() || !s.Halted() || !s.Undecided() || !s.Resumable() {
		t.Errorf("asked %v, in play %v, halted %v, undecided %v, resumable %v", asked, s.InPlay(), s.Halted(), s.Undecided(), s.Resumable())
	}
	settled := s.LastEvent.Add(30 * time.Hour) // after the hour at which the next session was to begin
	s = s.Apply(game.Event{At: settled, Law: "house:16", Fact: game.Settled{Dispute: s.Claim.Seq}})
	for _, e := range Decide(s, Alarm{}, settled.Add(time.Minute)) {
		if e.At.Before(settled) {
			t.Errorf("%T lies before the ruling, at %v", e.Fact, e.At)
		}
	}
}
