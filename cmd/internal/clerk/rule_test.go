package clerk

import (
	"context"
	"errors"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

func TestRulingsArePreviewedMadeAndRefused(t *testing.T) {
	b := newTable(t)
	rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "he says so himself"}, Law: "II.9(c)"}
	view, err := b.room().Rule(context.Background(), control.Ruling{ID: 1, Rule: &rule, Preview: true})
	if err != nil || !view.Preview || len(view.Letters) != 2 {
		t.Fatalf("%+v, %v", view, err)
	}
	if r := view.Game.Result; r == nil || r.Score != "0-1" {
		t.Fatalf("the preview has the result %+v", r)
	}
	if s := b.game(); s.Result != nil {
		t.Fatal("a preview ended the game")
	}
	rule.Law = "II.9(g)"
	var refusal *control.Refusal
	if _, err := b.room().Rule(context.Background(), control.Ruling{ID: 1, Rule: &rule}); !errors.As(err, &refusal) || !strings.Contains(refusal.Message, "nearest") {
		t.Fatalf("a law that is none: %v", err)
	}
	rule.Law = "II.9(c)"
	if _, err := b.room().Rule(context.Background(), control.Ruling{ID: 1, Rule: &rule}); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); s.Result == nil || s.Result.How != game.ByForfeit {
		t.Fatalf("result %+v", s.Result)
	}
	if _, err := b.room().Rule(context.Background(), control.Ruling{ID: 9, Rule: &rule}); !errors.As(err, &refusal) || !strings.Contains(refusal.Message, "no game 9") {
		t.Errorf("a game that is none: %v", err)
	}
}

// TestFlagWaitsForAHeldLetter: the game has one alarm, whatever the alarm waits for.
func TestFlagWaitsForAHeldLetter(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.letter("mallory", b.key(board.White), "1", "P-K4")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Fatalf("%+v", l)
	}
	b.view(func(v store.View) error {
		act, err := ledger.Alarm(v, b.game(), game.DueFlag, v.Now())
		if d, ok := act.(play.Defer); !ok || d.Letter != b.newest().ID {
			t.Errorf("%T %+v", act, act)
		}
		if act, _ := ledger.Alarm(v, b.game(), game.DueReminder, v.Now()); act != (play.Alarm{}) {
			t.Errorf("a reminder waits: %+v", act)
		}
		return err
	})
}
