package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/interpret"
)

// zoned is a game that is played by the clocks of a zone.
type zoned struct {
	*testing.T
	game.State
	zone *time.Location
}

// inZone begins a game on terms, given as "key value", at a time of a zone, "2026-03-27 08:30".
func inZone(t *testing.T, zone, at string, lines ...string) *zoned {
	t.Helper()
	l, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	z := &zoned{T: t, zone: l}
	z.act(at, Start{Terms: withTerms(t, lines...), Players: [2]int64{1, 2}})
	return z
}

// at reads a time of the zone.
func (z *zoned) at(text string) time.Time {
	z.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, z.zone)
	if err != nil {
		z.Fatal(err)
	}
	return at
}

// act has an act done at a time, and before it whatever falls due until then; letters reach
// everybody at once.
func (z *zoned) act(text string, a Act) {
	z.Helper()
	now := z.at(text)
	for {
		due, what := z.State.Deadline()
		if what == game.NothingDue || due.After(now) {
			break
		}
		z.does(Alarm{}, due.UTC()) // an alarm rings in no zone
	}
	if a != nil {
		z.does(a, now)
	}
}

// does decides an act and tells the side that runs.
func (z *zoned) does(a Act, at time.Time) {
	z.State = z.Apply(Decide(z.State, a, at)...)
	z.State = z.Apply(Decide(z.State, Notify{Side: z.Window.Side}, at)...)
}

// writes has a side write a letter.
func (z *zoned) writes(at string, side board.Side, text string) {
	z.Helper()
	z.act(at, Letter{ID: 1, By: side, Ply: z.KeyPly(side), Received: z.at(at), Statements: interpret.Parse(text).Statements})
}

// TestDatesWhenClocksArePut: the last date in time ends with the date, whatever hours of the
// night the clocks skip or show twice, and as many dates are used as there were.
func TestDatesWhenClocksArePut(t *testing.T) {
	for _, c := range []struct{ zone, begins, white, opened, last, until string }{
		{"Europe/London", "2026-03-27 08:30", "2026-03-28 08:30", "2026-03-29 08:00", "2026-03-31 23:59", "2026-04-01 00:00"},
		{"Europe/London", "2026-10-23 08:30", "2026-10-24 08:30", "2026-10-25 08:00", "2026-10-27 23:59", "2026-10-28 00:00"},
		{"America/Santiago", "2026-09-01 08:30", "2026-09-02 08:30", "2026-09-03 08:00", "2026-09-05 23:59", "2026-09-06 01:00"}, // midnight is skipped
	} {
		z := inZone(t, c.zone, c.begins, "medium post", "post.transit 0", "post.closed none", "time reply in 2 days")
		z.writes(c.white, board.White, "P-K4")
		z.act(c.last, nil)
		if used := z.Clocks[board.White].Used; used != clocks.Day {
			t.Errorf("%s: White has used %s", c.zone, used)
		}
		if w := z.Window; z.Phase != game.AwaitMove || !w.Began.Equal(z.at(c.opened)) || !w.Until.Equal(z.at(c.until)) {
			t.Errorf("%s: %s, the window is open from %s until %s", c.zone, z.Phase, w.Began.In(z.zone), w.Until.In(z.zone))
		}
		if z.act(c.until, nil); z.Phase != game.Finished {
			t.Errorf("%s: the flag has not fallen", c.zone)
		}
	}
}

// TestSessionWhenClocksArePut: the next session begins at the hour of the first by the clocks of
// that day.
func TestSessionWhenClocksArePut(t *testing.T) {
	z := inZone(t, "Europe/London", "2026-03-28 17:00", "medium telegraph", "time 1 move in 1 hour, until 18:00")
	z.writes("2026-03-28 17:05", board.White, "P-K4")
	z.act("2026-03-28 18:00", nil)
	if !z.Resting() || !z.Rest.Resumes.Equal(z.at("2026-03-29 17:00")) {
		t.Fatalf("the rest is %+v", z.Rest)
	}
	if z.act("2026-03-29 17:00", nil); z.Resting() || !z.Closes.Equal(z.at("2026-03-29 18:00")) {
		t.Errorf("the session closes %s", z.Closes.In(z.zone))
	}
	if used := z.Clock(board.Black, z.at("2026-03-29 17:00")).Used; used != 35*time.Minute {
		t.Errorf("Black has used %s", used)
	}
}

// TestLeaveWhenClocksArePut: ten days of leave are ten dates, and end at the hour of the day at
// which they began.
func TestLeaveWhenClocksArePut(t *testing.T) {
	z := inZone(t, "Europe/London", "2026-03-25 09:00", "medium post", "post.closed none", "time reply in 2 days")
	z.writes("2026-03-25 23:30", board.White, "leave 10 days")
	if l := z.Leaves; len(l) != 1 || !l[0].Until.Equal(z.at("2026-04-04 23:30")) {
		t.Fatalf("the leaves are %+v", l)
	}
	if !z.Window.Until.Equal(z.at("2026-04-07 00:00")) { // two days, and ten
		t.Errorf("the window is open until %s", z.Window.Until.In(z.zone))
	}
	if left := z.LeaveLeft(board.White, z.at("2026-04-05 09:00")); left != 20 {
		t.Errorf("%d days of leave are left", left)
	}
}
