package clerk

import (
	"testing"

	"corrd/game/board"
)

// TestGamesSayWhoIsWaitedFor: the receiver of doubtful words has to choose, though
// it is the other's turn.
func TestGamesSayWhoIsWaitedFor(t *testing.T) {
	b := newTable(t)
	wants(t, b.tried("bob", board.Black, "1", "games"), "move 1, White to play")
	b.letter("alice", b.key(board.White), "2", "Kt-B3")
	wants(t, b.tried("bob", board.Black, "3", "games"), "move 1, Black to choose")
}
