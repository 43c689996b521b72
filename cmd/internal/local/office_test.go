package local_test

import (
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
)

func TestOfficeAnswers(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Reply("alice", "P-K4")
	for _, c := range []struct{ ask, kind, says string }{
		{"help", "office", "resign"},
		{"help notation", "office", "Kt"},
		{"games", "office", "game 1"},
		{"show", "office", "It is your move"},
		{"history", "office", "P-K4"},
		{"pgn", "office", "attached"},
		{"repeat", "repeat", "It is your move"},
		{"try Kt-B3", "office", "Kt(QKt1)-QB3"},
		{"try Q-R5", "office", "no legal move"},
		{"set notation algebraic", "office", "notation algebraic"},
		{"set timezone Mars/Olympus", "office", "Mars/Olympus"},
		{"set colour blue", "office", "colour"},
	} {
		move := w.lastOf("bob", "move")
		w.Answer("bob", move, c.ask)
		w.wantKind("bob", c.kind)
		if text := w.Last("bob").Text(); !strings.Contains(text, c.says) {
			t.Errorf("%s: %q is not in the answer:\n%s", c.ask, c.says, text)
		}
		w.wantMoves(g, "e2e4")
	}
	var events []control.EventView
	w.Ask("/game/events", control.Numbered{ID: g}, &events)
	w.Answer("bob", w.lastOf("bob", "move"), "show")
	if chain := w.Last("bob").Get("Corrd-Chain"); chain != events[len(events)-1].Hash {
		t.Errorf("show: chain %q, want that of %v", chain, events[len(events)-1])
	}
}

func TestTryTellsOnlyHimWhoIsToMove(t *testing.T) {
	w := newTown(t, "")
	w.Begin("")
	start := w.Last("bob")
	w.Answer("bob", start, "try P-K4")
	if text := w.Last("bob").Text(); !strings.Contains(text, "only in your own turn") {
		t.Errorf("the player is told what their words express out of turn:\n%s", text)
	}
}

func TestOfficeTellsStrangersNothing(t *testing.T) {
	w := newTown(t, "")
	w.Begin("")
	for _, ask := range []string{"help", "games", "show 1", "pgn 1"} {
		w.Write("mallory", ask)
	}
	w.wantCount("mallory", 1)
	if l := w.Last("mallory"); l.Get("Corrd-Position") != "" || strings.Contains(l.Text(), w.Who("bob").Address) || !strings.Contains(l.Text(), "register") {
		t.Errorf("a stranger is told more than how to register:\n%s", l.Text())
	}
	w.Register("carol")
	w.Write("carol", "show 1")
	if l := w.Last("carol"); l.Get("Corrd-Position") != "" || l.Kind() != "refused" {
		t.Errorf("a player who is not in the game was shown it: %v", l.Header)
	}
}

// lastOf is the newest letter of a kind in a mailbox.
func (w place) lastOf(mailbox, kind string) local.Letter {
	w.Helper()
	box := w.Box(mailbox)
	for i := len(box) - 1; i >= 0; i-- {
		if box[i].Kind() == kind {
			return box[i]
		}
	}
	w.Fatalf("%s has no letter %q", mailbox, kind)
	return local.Letter{}
}
