package clerk

import (
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// tried lays a letter at the desk and returns the text of the answer.
func (b *table) tried(who string, side board.Side, id, body string) string {
	b.Helper()
	b.sendAll()
	b.letter(who, b.key(side), id, body)
	if l := b.newest(); l.State != store.Answered {
		b.Fatalf("%q: %+v", body, l)
	}
	b.sendAll()
	last := b.sent[len(b.sent)-1]
	if last.to != who+"@example.org" {
		b.Fatalf("%q is answered to %s", body, last.to)
	}
	return string(last.raw)
}

// TestTry: words are tried in one's own turn, and nobody else hears of it.
func TestTry(t *testing.T) {
	b := newTable(t)
	seq := b.game().Seq
	text := b.tried("alice", board.White, "1", "try Kt-B3")
	for _, want := range []string{"more than one legal move", "Kt(QKt1)-QB3 (Nc3)", "Kt(KKt1)-KB3 (Nf3)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if text := b.tried("alice", board.White, "2", "try R-R3"); !strings.Contains(text, "no legal move") {
		t.Errorf("an illegal move is tried:\n%s", text)
	}
	if text := b.tried("bob", board.Black, "3", "try P-K4"); !strings.Contains(text, "only in your own turn") {
		t.Errorf("Black tries a move in White's turn:\n%s", text)
	}
	s := b.game()
	if len(s.Line) != 0 || s.Phase != game.AwaitMove || s.Offence != nil || s.Seq > seq+2 {
		t.Errorf("trying changed the game: %d events, then %d", seq, s.Seq)
	}
}

// A turn with less than 24 hours is bound by the General Law: no help is given.
func TestTryNotWhileBound(t *testing.T) {
	b := tableOf(t, "colour white, time reply in 20 hours")
	if text := b.tried("alice", board.White, "1", "try Kt-B3"); !strings.Contains(text, "while you may use any means") || strings.Contains(text, "Nc3") {
		t.Errorf("tried while bound:\n%s", text)
	}
}
