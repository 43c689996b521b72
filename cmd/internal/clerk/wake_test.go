package clerk

import (
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
)

// watchful is a store that looks round before each commit.
type watchful struct {
	store.Store
	look func()
}

func (w watchful) Update(f func(store.Tx) error) error {
	return w.Store.Update(func(tx store.Tx) error {
		defer w.look()
		return f(tx)
	})
}

// A loop that is woken before the commit does not see the change for which it is woken, and waits
// until something else happens, so that a flag falls late.
func TestNobodyIsWokenBeforeTheCommit(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	rest := func() {
		for _, loop := range []chan struct{}{b.alarms, b.sender} {
			select {
			case <-loop:
			default:
			}
		}
	}
	b.guard.Store = watchful{b.guard.Store, func() {
		if len(b.alarms)+len(b.sender) > 0 {
			t.Error("woken before the commit")
		}
	}}
	rest()
	for _, c := range b.rows() {
		rest()
		if err := b.courier.Send(t.Context(), c.ID); err != nil {
			t.Fatal(err)
		}
		if c.Asks && len(b.alarms) == 0 {
			t.Error("a window was opened, and nobody was woken")
		}
	}
	rest()
	b.letter("alice", b.key(board.White), "1", "P-K4")
	if len(b.alarms) == 0 || len(b.sender) == 0 {
		t.Error("a letter was taken, and nobody was woken")
	}
	rest()
	b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 550, Text: "no such user"}
	row := b.rows()[len(b.rows())-1]
	if err := b.courier.Send(t.Context(), row.ID); err != nil || len(b.alarms) == 0 {
		t.Errorf("a letter could not be delivered, and nobody was woken: %v", err)
	}
}

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
