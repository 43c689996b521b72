package clerk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
)

// another begins a game of alice (White) and bob on the terms of the first, under other rules.
func (b *table) another(rules int) (id int64) {
	b.Helper()
	start := play.Decide(game.State{}, play.Start{Terms: b.game().Terms, Players: [2]int64{1, 2}}, b.clock.Now())
	f := start[0].Fact.(game.Started)
	f.Rules = rules
	start[0].Fact = f
	b.update(func(tx store.Tx) (err error) {
		if id, err = tx.NewGame(); err == nil {
			_, err = tx.Append(id, start...)
		}
		return err
	})
	return id
}

// kinds returns the tags of the events of a game.
func (b *table) kinds(id int64) (all []string) {
	b.view(func(v store.View) error {
		entries, err := v.Events(id)
		for _, e := range entries {
			kind, _ := store.KindOf(e.Event.Fact)
			all = append(all, kind)
		}
		return err
	})
	return all
}

// TestOldRules: a game of before the first release takes the rules of this program at the end of a
// turn at which nothing is open, and its letters do not speak of a change that touches nothing.
func TestOldRules(t *testing.T) {
	b := newTable(t)
	if b.game().Rules != game.Rules {
		t.Errorf("a new game begins under rules %d", b.game().Rules)
	}
	old := b.another(0)
	b.inGame(old, board.White, "1", "P-K4\r\ndraw?")
	if got := b.kinds(old); slices.Contains(got, "rules") || b.gameNumber(old).Rules != 0 {
		t.Errorf("while an offer is open: %v", got)
	}
	b.brings(mailer.AuthNone, "bob", "corrd@club.example", "held", "Game 2: decline draw") // is held
	b.inGame(old, board.Black, "2", "P-K4")
	if got := b.kinds(old); slices.Contains(got, "rules") {
		t.Errorf("while a letter is held: %v", got)
	}
	b.update(func(tx store.Tx) error {
		held, err := tx.Letters(10, store.HeldLetter)
		for i := range held {
			held[i].State = store.Discarded
			err = errors.Join(err, tx.PutLetter(&held[i], nil))
		}
		if len(held) == 0 {
			t.Error("no letter was held")
		}
		return err
	})
	b.inGame(old, board.White, "3", "KKt-B3")
	if got := b.kinds(old); got[len(got)-1] != "rules" || b.gameNumber(old).Rules != game.Rules {
		t.Errorf("at the end of the turn: %v", got)
	}
	b.inGame(old, board.Black, "4", "QKt-B3")
	if n := len(slices.DeleteFunc(b.kinds(old), func(k string) bool { return k != "rules" })); n != 1 {
		t.Errorf("the event was written %d times", n)
	}
	b.sendAll()
	for _, who := range []string{"alice", "bob"} {
		if text := b.lastTold(who, "move"); strings.Contains(text, "rules 1") {
			t.Errorf("%s is told of a change that touches nothing:\n%s", who, text)
		}
	}
}

// TestNewerRules: a game that goes by rules of a newer corrd is left alone, and all other games go
// on.
func TestNewerRules(t *testing.T) {
	b := newTable(t)
	beyond := b.another(game.Rules + 6)
	wants(t, b.refused(beyond), fmt.Sprint("rules ", game.Rules+6), fmt.Sprint("rules up to ", game.Rules))
	lines, err := b.room().GameList(b.Context(), control.Games{})
	if err != nil || len(lines) != 2 || lines[1].State != "newer_rules" {
		t.Errorf("the list: %v, %v", lines, err)
	}
	shown, err := b.room().SiteShow(b.Context(), control.SiteAsking{ID: lines[1].ID})
	again, failed := b.room().SiteShow(b.Context(), control.SiteAsking{ID: lines[1].ID, Mark: shown.Mark})
	if err = errors.Join(err, failed); err != nil || shown.Files != nil || shown.Same || !again.Same {
		t.Errorf("in the reading room: %+v, then %+v, %v", shown, again, err)
	}
	found, err := b.room().Check(b.Context(), control.None{})
	if err != nil || len(found.Faults) != 0 || len(found.Beyond) != 1 || !strings.Contains(found.Beyond[0], fmt.Sprint("rules ", game.Rules+6)) {
		t.Errorf("check: %+v, %v", found, err)
	}
	b.pass(90 * 24 * time.Hour)
	for range 4 {
		if _, err := b.keeper.RingNext(b.Context()); err != nil {
			t.Error(err)
		}
	}
	raw := []byte("From: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <x@example.org>\r\n\r\nGame 2: P-K4\r\n")
	env := mailer.Envelope{From: "alice@example.org", To: []string{"corrd@club.example"}, Auth: mailer.AuthPass}
	if err := b.Deliver("smtp")(context.Background(), env, raw, b.clock.Now()); !errors.Is(err, store.ErrRules) {
		t.Errorf("a letter to the game: %v", err)
	}
	b.heldOvernight(1, beyond)
	if err := b.askUnasked(); err != nil || len(b.told("bob", "confirm")) != 1 {
		t.Errorf("%d questions about letters that are held: %v", len(b.told("bob", "confirm")), err)
	}
	b.letter("alice", "corrd@club.example", "c", "challenge bob@example.org")
	wants(t, b.lastTold("bob", "challenge"), "alice")
	b.inGame(1, board.White, "1", "P-K4")
	if len(b.game().Line) != 1 {
		t.Error("the other game does not go on")
	}
	b.letter("alice", "corrd@club.example", "2", "games")
	b.sendAll()
	wants(t, b.lastTold("alice", "office"), "bob")
}

// heldOvernight keeps a letter for Black of each of some games, of the day before, of which its
// owner has not been asked.
func (b *table) heldOvernight(games ...int64) {
	b.update(func(tx store.Tx) (err error) {
		for _, id := range games {
			l := store.Letter{Received: tx.Now().Add(-24 * time.Hour), From: "bob@example.org", Game: id, Side: board.Black, State: store.HeldLetter, Unasked: true}
			err = errors.Join(err, tx.PutLetter(&l, []byte("From: bob@example.org\r\nTo: corrd@club.example\r\n\r\nP-K4\r\n")))
		}
		return err
	})
}

// refused returns what is said to somebody who asks for a game.
func (b *table) refused(id int64) string {
	_, err := b.room().GameShow(b.Context(), control.Numbered{ID: id})
	if err == nil {
		b.Errorf("game %d is shown", id)
		return ""
	}
	return err.Error()
}
