package play

import (
	"testing"
	"time"

	"corrd/game"
)

// TestUndoneOpensDispute: a dispute that a ruling has settled is open again when the ruling is undone; one that was
// closed since stays closed.
func TestUndoneOpensDispute(t *testing.T) {
	const flagged = "late: umpire\ntime: reply in 3 days\n\nwhite: P-K4\nblack: P-K4\nwait 4d\nwhite: protest: the letter was late"
	open := func(s game.State, ground game.Ground) (seq int64) {
		for _, d := range s.Disputes() {
			if d.Ground == ground {
				seq = d.Seq
			}
		}
		return seq
	}
	for _, closed := range []bool{false, true} {
		s := play(t, flagged)
		flag, protest := open(s, game.OnFlag), open(s, game.OnProtest)
		if flag == 0 || protest == 0 {
			t.Fatalf("disputes are open about flag %d, protest %d", flag, protest)
		}
		order := func(r game.Ruling) {
			before := s.Seq
			if s = s.Apply(Decide(s, Rule{r, "terms:late"}, begins.Add(20*24*time.Hour))...); s.Seq == before {
				t.Fatalf("%+v cannot be ordered", r)
			}
		}
		order(game.Ruling{Verb: game.RulesExtended, Side: game.White, By: 48 * time.Hour, Reason: "so it is", Appeal: flag})
		if got := open(s, game.OnFlag); got != 0 {
			t.Errorf("the flag is in dispute after the ruling on it")
		}
		if closed {
			for _, dispute := range []int64{flag, protest} {
				s = s.Apply(game.Event{At: s.LastEvent, By: game.Umpire, Fact: game.Settled{Dispute: dispute, Words: "both agree"}})
			}
			flag, protest = 0, 0
		}
		order(game.Ruling{Verb: game.RulesUndone, Event: s.Ruling.Seq, Reason: "so it is"})
		if got := open(s, game.OnFlag); got != flag {
			t.Errorf("closed %v: the flag is in dispute as %d after the ruling is undone, want %d", closed, got, flag)
		}
		if got := open(s, game.OnProtest); got != protest {
			t.Errorf("closed %v: the protest is in dispute as %d after the ruling is undone, want %d", closed, got, protest)
		}
	}
}
