package play

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"

	"pgregory.net/rapid"
)

// TestGamesInSessions plays random games in sessions, by every carrier, in which moves are
// sealed and the game is adjourned. No clock runs while a move is sealed or the game is
// adjourned; a sealed move is opened once, as it was sealed, and no other is played before;
// what is adjourned goes on; and whatever falls due happens.
func TestGamesInSessions(t *testing.T) {
	seen := map[string]int{}
	inRounds(t, func(t *rapid.T) {
		agreed := terms.Default()
		carriage, _ := agreed.Carriers().Set("medium", rapid.SampledFrom([]string{"email", "telegraph", "telegraph", "post"}).Draw(t, "medium"))
		carriage, _ = carriage.Set("seed", fmt.Sprint(rapid.IntRange(1, 1000).Draw(t, "seed")))
		carriage, _ = carriage.Set("post.transit", rapid.SampledFrom([]string{"0", "2d"}).Draw(t, "transit"))
		carriage, _ = carriage.Set("telegraph.mutilation", rapid.SampledFrom([]string{"0", "0.3"}).Draw(t, "mutilation"))
		agreed.Carriage, agreed.Medium = &carriage, carriage.Medium
		agreed.Time = terms.TimeControl{Moves: rapid.IntRange(1, 2).Draw(t, "quota"), Per: time.Hour, Until: rapid.SampledFrom([]string{"03:00", "18:00", "12:30"}).Draw(t, "until")}
		g := &sitting{travelled: travelled{now: begins.Add(9 * time.Hour), zone: time.UTC, due: map[int]time.Time{}, came: map[int]bool{}, stopped: map[int][]stop{}}, seen: seen}
		g.step(t, Start{Terms: agreed, Players: [2]int64{1, 2}})
		for n := range rapid.IntRange(1, 25).Draw(t, "letters") {
			side := rapid.SampledFrom([]board.Side{board.White, board.Black}).Draw(t, "side")
			if asked, ok := g.state.Asked(); ok && rapid.IntRange(0, 2).Draw(t, "whose turn") > 0 {
				side = asked
			}
			g.step(t, Notify{Side: board.White})
			g.step(t, Notify{Side: board.Black})
			g.step(t, Letter{ID: int64(n + 1), By: side, Ply: g.state.KeyPly(side), Received: g.now, Statements: interpret.Parse(g.text(t)).Statements})
			g.passes(t, time.Duration(rapid.SampledFrom([]int{0, 5, 20, 30, 200, 1440}).Draw(t, "minutes"))*time.Minute)
		}
	}, func() []string {
		return slices.DeleteFunc([]string{"Closed", "SessionBegun", "Sealed", "Opened", "Agreed", "Played"}, func(kind string) bool { return seen[kind] > 0 })
	})
	t.Log(seen)
}

// sitting is a random game in sessions.
type sitting struct {
	travelled
	seen map[string]int
}

// text is a letter of such a game.
func (g *sitting) text(t *rapid.T) string {
	p := g.state.Position
	move := "P-K4"
	if moves := p.Moves(nil); len(moves) > 0 {
		move = notation.Short(&p, rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return rapid.SampledFrom([]string{move, move, move, "seal " + move, "seal " + move, "seal R-R5", "seal Kt-B3", "adjourn", "adjourn until 10:00", "agree", "agree",
		"no", "if any, P-K4", "repeat form", "draw?", "adopt 1", "waive", "exact penalty", "withdraw", "propose time 1 move in 1 hour, until 12:00", "propose time reply in 3 days",
		move + "\nadjourn", "seal " + move + "; adjourn", "annul", "protest: mutilated"}).Draw(t, "text")
}

// step brings about an act and checks the state it leads to.
func (g *sitting) step(t *rapid.T, a Act) (n int) {
	before, from := g.state, len(g.log)
	n = g.act(t, a)
	events := g.log[from:]
	opened := false
	for _, e := range events {
		g.seen[(&census{}).kindOf(e)]++
		if f, ok := e.Fact.(game.Opened); ok {
			opened = true
			if before.Sealed != nil && (f.Words != before.Sealed.Words || f.Side != before.Sealed.By) {
				t.Fatalf("%+v is opened, %+v was sealed", f, *before.Sealed)
			}
		}
	}
	s := g.state
	if before.Sealed != nil && !opened && s.Phase != game.Finished && (s.Sealed == nil && !certified(events) || s.Sealed != nil && (*s.Sealed != *before.Sealed || len(s.Line) < len(before.Line) || s.LastPly() >= s.Sealed.Ply)) {
		t.Fatalf("%+v was sealed, and then%s", *before.Sealed, describe(events))
	}
	if s.Sealed == nil && !s.Resting() || s.Phase == game.Finished {
		return n
	}
	if side, ok := s.Running(); ok {
		t.Fatalf("%v runs while the game stands", side)
	}
	if at, due := s.Deadline(); due == game.NothingDue || at.IsZero() {
		t.Fatalf("nothing falls due in a game that is adjourned after%s", describe(g.log))
	}
	for _, side := range sides {
		if now, later := s.Clock(side, g.now), s.Clock(side, g.now.Add(time.Hour)); now != later {
			t.Fatalf("the clock of %v goes from %v to %v while the game stands, after%s", side, now, later, describe(g.log))
		}
	}
	return n
}

// certified reports whether the game went back to an earlier delivery.
func certified(events []game.Event) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool { _, ok := e.Fact.(game.Certified); return ok })
}

// kindOf names the kind of an event.
func (*census) kindOf(e game.Event) string { return fmt.Sprintf("%T", e.Fact)[len("game."):] }

// passes has everything happen that falls due in a time.
func (g *sitting) passes(t *rapid.T, d time.Duration) {
	until := g.now.Add(d)
	for range 100 {
		at, due := g.state.Deadline()
		if due == game.NothingDue || at.After(until) {
			break
		}
		if at.After(g.now) {
			g.now = at
		}
		if g.step(t, Alarm{}) == 0 {
			t.Fatalf("what was due at %s (%s) did not happen after%s", at, due, describe(g.log))
		}
	}
	g.now = until
}
