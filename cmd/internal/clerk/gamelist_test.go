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

// TestGamesSayWhatKeepsThem: no side is told to play while a claim is searched.
func TestGamesSayWhatKeepsThem(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4")
	wants(t, b.tried("bob", board.Black, "2", "games"), "move 1, a claim is being searched")

	b = newTable(t)
	b.letter("alice", b.key(board.White), "1", "P-K4")
	b.sendAll()
	b.letter("bob", b.key(board.Black), "2", "claim forfeiture: II.9(c) he has printed analysis before him")
	wants(t, b.tried("alice", board.White, "3", "games"), "move 1, Black to play (a claim is before the umpire)")
}
