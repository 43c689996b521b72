package game

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
)

// mail are letters of random games in which communications travel.
var mail = []string{"P-K4", "P-Q4", "Kt-KB3", "Kt-QB3", "P-K3", "Kt-B3", "P-K4 or P-Q4", "1. P-K4; if P-K4, 2. Kt-KB3", "R-R5", "Z9", "I offer a draw", "accept draw",
	"adopt 1", "waive", "exact penalty", "propose late fine", "agree", "repeat card", "repeat form", "protest: mutilated", "claim draw: repetition", "withdraw", "good morning", "resign"}

// TestGamesThatTravel plays random games by post and by telegraph. No communication is
// delivered before its postmark, none twice, each when it was due, and the game is what
// its log folds to.
func TestGamesThatTravel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		agreed := terms.Default()
		carriage := agreed.Carriers()
		for _, line := range []interpret.Term{
			{Key: "medium", Value: rapid.SampledFrom([]string{"post", "telegraph"}).Draw(t, "medium")},
			{Key: "post.transit", Value: rapid.SampledFrom([]string{"0", "2d", "1d..9d"}).Draw(t, "transit")},
			{Key: "post.loss", Value: rapid.SampledFrom([]string{"0", "0.3", "1"}).Draw(t, "loss")},
			{Key: "telegraph.mutilation", Value: rapid.SampledFrom([]string{"0", "0.5", "1"}).Draw(t, "mutilation")},
			{Key: "seed", Value: fmt.Sprint(rapid.IntRange(1, 1000).Draw(t, "seed"))},
		} {
			carriage, _ = carriage.Set(line.Key, line.Value)
		}
		agreed.Carriage, agreed.Medium = &carriage, carriage.Medium
		agreed.Time = rapid.SampledFrom([]terms.TimeControl{{}, {Moves: 2, Per: 6 * day}, {Moves: 1, Per: 3 * day, Each: true}, {Moves: 1, Per: 30 * time.Hour, Each: true}}).Draw(t, "time")
		g := &travelled{now: begins, due: map[int]time.Time{}, came: map[int]bool{}}
		g.act(t, Start{Terms: agreed, Players: [2]int64{1, 2}})
		for n := range rapid.IntRange(1, 25).Draw(t, "letters") {
			side := rapid.SampledFrom([]board.Side{board.White, board.Black}).Draw(t, "side")
			g.act(t, Notify{Side: board.White})
			g.act(t, Notify{Side: board.Black})
			text := rapid.SampledFrom(mail).Draw(t, "text")
			g.act(t, Letter{ID: int64(n + 1), By: side, Ply: g.state.KeyPly(side), Received: g.now, Statements: interpret.Parse(text).Statements})
			g.wait(t, time.Duration(rapid.IntRange(0, 200).Draw(t, "hours"))*time.Hour)
		}
	})
}

// travelled is a random game whose communications are watched.
type travelled struct {
	state State
	log   []Event
	now   time.Time
	due   map[int]time.Time // of each communication
	came  map[int]bool
}

func (g *travelled) act(t *rapid.T, a Act) (n int) {
	events := g.state.Decide(a, g.now)
	for _, e := range events {
		switch f := e.Fact.(type) {
		case HandedIn:
			if f.Collected.Before(e.At) || !f.Delivered.IsZero() && f.Delivered.Before(f.Collected) {
				t.Fatalf("handed in %s, postmark %s, delivered %s", e.At, f.Collected, f.Delivered)
			}
			g.due[f.Number] = f.Delivered
		case Delivered:
			if due := g.due[f.Number]; !e.At.Equal(due) || due.IsZero() || g.came[f.Number] {
				t.Fatalf("communication %d is delivered at %s, due at %s, before: %v", f.Number, e.At, due, g.came[f.Number])
			}
			g.came[f.Number] = true
		}
		g.state = g.state.Apply(e)
		if e.Law == "" || g.state.Code().Digest(e.Law) == "" {
			t.Fatalf("%T rests on %q", e.Fact, e.Law)
		}
		for _, c := range g.state.Clocks {
			if c.Used < 0 {
				t.Fatalf("a clock of %s after %T", c.Used, e.Fact)
			}
		}
	}
	g.log = append(g.log, events...)
	if folded := (State{}).Apply(g.log...); !reflect.DeepEqual(folded, g.state) {
		t.Fatal("the game is not what its log folds to")
	}
	if p, ok := g.state.Prove(); ok {
		g.act(t, p)
	}
	return len(events)
}

// wait has everything happen that falls due in a time.
func (g *travelled) wait(t *rapid.T, d time.Duration) {
	until := g.now.Add(d)
	for {
		at, due := g.state.Deadline()
		if due == NothingDue || at.After(until) {
			g.now = until
			return
		}
		if at.After(g.now) {
			g.now = at
		}
		if g.act(t, Alarm{}) == 0 {
			t.Fatalf("what was due at %s (%s) did not happen", at, due)
		}
	}
}

// TestSeedIsInNoTerms: nobody reads from the terms what will be lost on the way, unless the
// sides have named the seed themselves; and what is drawn comes from the seed.
func TestSeedIsInNoTerms(t *testing.T) {
	agreed := terms.Default()
	carriage, _ := agreed.Carriers().Set("medium", "post")
	agreed.Carriage, agreed.Medium = &carriage, carriage.Medium
	s := State{}.Apply(State{}.Decide(Start{Terms: agreed, Players: [2]int64{1, 2}, Seed: 99}, begins)...)
	if s.Seed != 99 || s.Terms.Carriage.Seed != 0 || s.Terms.Carriage.Zone == "" {
		t.Errorf("seed %d, in the terms %d", s.Seed, s.Terms.Carriage.Seed)
	}
	named, _ := carriage.Set("seed", "5")
	agreed.Carriage = &named
	if s = (State{}).Apply(State{}.Decide(Start{Terms: agreed, Players: [2]int64{1, 2}, Seed: 99}, begins)...); s.Seed != 5 {
		t.Errorf("named 5, drawn from %d", s.Seed)
	}
}
