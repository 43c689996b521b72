package clerk

import (
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// TestWhatFellDueIsNotTheLetters: a card that says again what another card under way says is a
// duplicate, also where the delivery of a third card fell due before the letter came and is decided
// in the transaction of the letter.
func TestWhatFellDueIsNotTheLetters(t *testing.T) {
	b := tableOf(t, "colour white, medium post, post.transit 5d, post.closed none")
	c := b.clock.(*watch.Virtual)
	var id byte = 'a'
	say := func(words string) store.Letter {
		id++
		b.comes(c.Now(), "alice", b.key(board.White), "", string(id), words)
		return b.newest()
	}
	var due []time.Time
	for _, words := range []string{"Kt-KR3", "Kt-KB3", "Kt-B3"} {
		if l := say(words); l.State != store.Acted {
			t.Fatalf("%+v", l)
		}
		under := b.game().Transit
		due = append(due, under[len(under)-1].Delivered)
		c.Set(c.Now().Add(24 * time.Hour))
	}
	suspend := play.Rule{Ruling: game.Ruling{Verb: game.RulesSuspended, Reason: "a dispute"}, Law: "house:16"}
	if _, err := b.room().Rule(t.Context(), control.Ruling{ID: 1, Rule: &suspend}); err != nil {
		t.Fatal(err)
	}
	c.Set(due[0].Add(time.Hour))
	say("repeat form")
	c.Set(due[1].Add(time.Hour))
	if l := say("Kt-B3"); l.State != store.Duplicate || l.Verdict != "the same moves again" {
		t.Errorf("%+v", l)
	}
}
