package clerk

import (
	"context"
	"errors"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// TestProofIsFoundAgain: a claim that waits for its proof when the daemon stops
// is proved after the next start, and answered.
func TestProofIsFoundAgain(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4\n\nI hope you are well.")
	if s := b.game(); s.Phase != game.ClaimOpen || s.ToAct() != "none" {
		t.Fatalf("%v, %s to act", s.Phase, s.ToAct())
	}
	id, at, ok, err := b.nextAlarm()
	if err != nil || !ok || id != 1 || at.After(b.clock.Now()) {
		t.Fatalf("alarm for game %d at %v, %v, %v", id, at, ok, err)
	}
	again := &Clerk{cfg: b.cfg, db: b.db, keys: b.keys, clock: b.clock, out: b, log: b.log, sender: make(chan struct{}, 1),
		alarms: make(chan struct{}, 1), queued: func() int { return 0 }, failures: map[store.Key]int{}}
	if err := again.ring(context.Background(), id, at); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); s.Phase != game.AwaitMove || len(s.Line) != 1 {
		t.Fatalf("%v after %d moves", s.Phase, len(s.Line))
	}
	row := b.sendAll()
	if row.Kind != "move" || row.Note != "I hope you are well." {
		t.Errorf("the last letter is %+v", row)
	}
	if again.ring(context.Background(), id, at) != nil || len(b.game().Line) != 1 {
		t.Error("rung once more, it did something")
	}
}

func TestRulingsArePreviewedMadeAndRefused(t *testing.T) {
	b := newTable(t)
	rule := game.Rule{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "he says so himself"}, Law: "II.9(c)"}
	got, err := b.rule(context.Background(), Args{ID: 1, Rule: &rule, Preview: true})
	view, _ := got.(RulingView)
	if err != nil || !view.Preview || view.Game.Result == nil || view.Game.Result.Score != "0-1" || len(view.Letters) != 2 {
		t.Fatalf("%+v, %v", view, err)
	}
	if s := b.game(); s.Result != nil {
		t.Fatal("a preview ended the game")
	}
	rule.Law = "II.9(g)"
	var refusal *Refusal
	if _, err := b.rule(context.Background(), Args{ID: 1, Rule: &rule}); !errors.As(err, &refusal) || !strings.Contains(refusal.Message, "nearest") {
		t.Fatalf("a law that is none: %v", err)
	}
	rule.Law = "II.9(c)"
	if _, err := b.rule(context.Background(), Args{ID: 1, Rule: &rule}); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); s.Result == nil || s.Result.How != game.ByForfeit {
		t.Fatalf("result %+v", s.Result)
	}
	if _, err := b.rule(context.Background(), Args{ID: 9, Rule: &rule}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a game that is none: %v", err)
	}
}

// TestFlagWaitsForAHeldLetter: one alarm stands whatever is waited for.
func TestFlagWaitsForAHeldLetter(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.letter("mallory", b.key(board.White), "1", "P-K4")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Fatalf("%+v", l)
	}
	b.view(func(v store.View) error {
		act, err := alarm(v, b.game(), game.DueFlag)
		if d, ok := act.(game.Defer); !ok || d.Letter != b.newest().ID {
			t.Errorf("%T %+v", act, act)
		}
		if act, _ := alarm(v, b.game(), game.DueReminder); act != (game.Alarm{}) {
			t.Errorf("a reminder waits: %+v", act)
		}
		return err
	})
}
