package clocks

import (
	"fmt"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
)

// timing returns the time of a game with a limit, whose first window has opened.
func timing(limit string, opened time.Time) (t Timing) {
	agreed, refusal := terms.Parse([]interpret.Term{{Key: "time", Value: limit}}, terms.Default())
	if refusal != "" {
		panic(refusal)
	}
	t.Terms = agreed
	t.Open(1, board.White, opened)
	t.Notify(opened)
	return t
}

func ExampleTiming() {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	t := timing("10 moves in 30 days", noon)
	t.Halt(noon.Add(2 * Day))    // something is before the umpire
	t.Proceed(noon.Add(5 * Day)) // they have ruled
	reply := noon.Add(8 * Day)
	left, moves, _ := t.Left(board.White, t.Elapsed(reply))
	fmt.Println("used", t.Elapsed(reply), "left", left, "for", moves, "moves; the flag falls", t.Window.Until.Format(time.DateOnly))
	// Output: used 120h0m0s left 600h0m0s for 10 moves; the flag falls 2026-04-04
}

// TestOlderCopies: what happens to a copy of a Timing changes nothing of the value it was
// copied from.
func TestOlderCopies(t *testing.T) {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return noon.Add(time.Duration(n) * Day) }
	steps := map[string]func(*Timing){
		"proceed":  func(c *Timing) { c.Proceed(day(9)) },
		"run on":   func(c *Timing) { c.RunOn(day(2)) },
		"notify":   func(c *Timing) { c.Notify(day(2)) },
		"credit":   func(c *Timing) { c.Proceed(day(8)); c.Credit(noon, day(1)) },
		"reached":  func(c *Timing) { c.Reached(day(9)) },
		"leave":    func(c *Timing) { c.TakeLeave(board.White, day(1), 2) },
		"close":    func(c *Timing) { c.Close(day(9), true); c.Open(1, board.Black, day(9)) },
		"correct":  func(c *Timing) { c.Correct(day(3), board.White, Day) },
		"overstep": func(c *Timing) { c.Overstep(board.White); c.Prolong(day(9), Day) },
	}
	for name, step := range steps {
		was := timing("10 moves in 30 days", noon)
		was.Carry(day(1), day(4))
		was.TakeLeave(board.White, day(5), 1)
		was.Bounce(day(6), 3)
		was.Halt(day(7))
		before, now := fmt.Sprintf("%+v", was), was
		step(&now)
		if after := fmt.Sprintf("%+v", was); after != before {
			t.Errorf("%s: the older value was\n%s\nand is\n%s", name, before, after)
		}
		if fmt.Sprintf("%+v", now) == before {
			t.Errorf("%s: the step changes nothing", name)
		}
	}
}

// TestSparedTime: the time by which a question puts off the flag costs nothing, neither within it
// nor where what was handed in then is read later.
func TestSparedTime(t *testing.T) {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	hour := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
	for closed, want := range map[int]time.Duration{60: 60 * time.Hour, 80: 72 * time.Hour, 130: 72 * time.Hour} {
		c := timing("reply in 3 days", noon)
		c.Window.Asked, c.Window.Put = hour(70), hour(71) // no flag before hour 95
		if closed > 84 {
			c.Carry(hour(82), hour(84))
			c.Halt(hour(84)) // the words cannot be read
			c.Proceed(hour(closed))
		}
		if c.Close(hour(closed), true); c.Windows[0].Used != want {
			t.Errorf("closed after %d hours: %v used, want %v", closed, c.Windows[0].Used, want)
		}
	}
	for spares, want := range map[bool]time.Duration{false: 4 * Day, true: 3 * Day} { // in dates the limit, and under the first rules the date after it
		c := timing("1 move in 3 days", noon)
		post, _ := c.Terms.Carriers().Set("medium", "post")
		c.Terms.Carriage, c.Terms.Medium = &post, post.Medium
		c.Allow()
		c.Window.Asked, c.Window.Put = hour(82), hour(82)
		if c.Close(hour(90), spares); c.Windows[0].Used != want {
			t.Errorf("closed on the next date: %v used, want %v", c.Windows[0].Used, want)
		}
	}
}

// TestStood: times that overlap count once, and the end of a window moves by as much as the
// clock stood.
func TestStood(t *testing.T) {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return noon.Add(time.Duration(n) * Day) }
	c := timing("reply in 3 days", noon)
	c.Credit(day(1), day(2))
	c.TakeLeave(board.White, day(1), 3)
	if got := c.Stood(board.White, noon, day(9)); got != 3*Day {
		t.Errorf("the clock stood for %v, wanted three days", got)
	}
	if got := c.Stood(board.Black, noon, day(9)); got != Day {
		t.Errorf("the clock of the other side stood for %v, wanted a day", got)
	}
	if want := day(6); !c.Window.Until.Equal(want) {
		t.Errorf("the window ends at %v, wanted %v", c.Window.Until, want)
	}
	if got := c.Elapsed(day(6)); got != 3*Day {
		t.Errorf("%v have been used at the end of the window, wanted three days", got)
	}
}

// TestOverdue: a side whose time is corrected has a limit again only where it has not
// overstepped that limit any more.
func TestOverdue(t *testing.T) {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	at := noon.Add(4 * Day)
	for by, overdue := range map[time.Duration]bool{-Day / 2: true, -2 * Day: false} {
		c := timing("1 moves in 3 days", noon)
		c.Overstep(board.White)
		if c.Correct(at, board.White, by); c.Overdue(board.White) != overdue {
			t.Errorf("the time is corrected by %v: overdue is %v", by, c.Overdue(board.White))
		}
	}
}
