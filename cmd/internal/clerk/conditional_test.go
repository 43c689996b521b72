package clerk

import (
	"strings"
	"testing"

	"corrd/game/board"
)

// TestWhoseConditionalFiredIsNotAskedToMove: one letter tells the player of the move, of the words
// beside the move and of the player's answer, and none says that it is the player's turn.
func TestWhoseConditionalFiredIsNotAskedToMove(t *testing.T) {
	b := newTable(t)
	b.letter("bob", b.key(board.Black), "1", "If P-K4, P-QB4")
	b.sendAll()
	before := len(b.told("bob", "move"))
	b.letter("alice", b.key(board.White), "2", "P-K4\nGreetings from the seaside.")
	b.sendAll()
	if now := len(b.told("bob", "move")); now != before {
		t.Errorf("Black is asked for a move that is made: %d letters, then %d", before, now)
	}
	told := b.lastTold("bob", "adopted")
	wants(t, told, "White has played 1. P-K4", "Your conditional move", "Greetings from the seaside.")
	if strings.Contains(told, "2@example.org") {
		t.Errorf("White's Message-ID is shown to Black:\n%s", told)
	}
}
