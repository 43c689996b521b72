package local

import (
	"strings"
	"testing"

	"corrd/cmd/internal/control"
)

func TestOfficeAnswers(t *testing.T) {
	w := newTown(t, "")
	g := w.begin("")
	w.reply("alice", "P-K4")
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
		w.answer("bob", move, c.ask)
		w.wantKind("bob", c.kind)
		if text := w.last("bob").text; !strings.Contains(text, c.says) {
			t.Errorf("%s: %q is not in the answer:\n%s", c.ask, c.says, text)
		}
		w.wantMoves(g, "e2e4")
	}
	var events []control.EventView
	w.ask("/game/events", control.Numbered{ID: g}, &events)
	w.answer("bob", w.lastOf("bob", "move"), "show")
	if chain := w.last("bob").Get("Corrd-Chain"); chain != events[len(events)-1].Hash {
		t.Errorf("show: chain %q, want that of %v", chain, events[len(events)-1])
	}
}

func TestTryTellsOnlyHimWhoIsToMove(t *testing.T) {
	w := newTown(t, "")
	w.begin("")
	start := w.last("bob")
	w.answer("bob", start, "try P-K4")
	if text := w.last("bob").text; !strings.Contains(text, "only in your own turn") {
		t.Errorf("he is told what his words express though it is not his turn:\n%s", text)
	}
}

func TestOfficeTellsStrangersNothing(t *testing.T) {
	w := newTown(t, "")
	w.begin("")
	for _, ask := range []string{"help", "games", "show 1", "pgn 1"} {
		w.write("mallory", ask)
	}
	w.wantCount("mallory", 1)
	if l := w.last("mallory"); l.Get("Corrd-Position") != "" || strings.Contains(l.text, "bob") || !strings.Contains(l.text, "register") {
		t.Errorf("a stranger is told more than how to register:\n%s", l.text)
	}
	w.register("carol")
	w.write("carol", "show 1")
	if l := w.last("carol"); l.Get("Corrd-Position") != "" || l.Get("Corrd-Letter") != "refused" {
		t.Errorf("a player who is not in the game was shown it: %v", l.Header)
	}
}

// lastOf is the newest letter of a kind in a mailbox.
func (w *town) lastOf(mailbox, kind string) letter {
	w.Helper()
	box := w.box(mailbox)
	for i := len(box) - 1; i >= 0; i-- {
		if box[i].Get("Corrd-Letter") == kind {
			return box[i]
		}
	}
	w.Fatalf("%s has no letter %q", mailbox, kind)
	return letter{}
}
