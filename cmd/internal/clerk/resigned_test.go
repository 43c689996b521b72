package clerk

import (
	"testing"

	"corrd/game"
	"corrd/game/board"
)

// TestResignedInError: who resigned and did not mean it reads how the end is brought before the
// umpire, in the letter of the end and in answer to other words about it; the umpire reopens the
// game by a letter, and play goes on.
func TestResignedInError(t *testing.T) {
	b := tableOf(t, "colour white")
	b.addUmpire("walker")
	b.inGame(1, board.White, "w1", "P-K4")
	b.inGame(1, board.Black, "b1", "resign")
	wants(t, b.lastTold("bob", "result"), `"protest: (what happened`, "asks the umpire to put the game back")
	b.inGame(1, board.Black, "b2", "But I did not mean to resign! Please put the game back.")
	wants(t, b.lastTold("bob", "asked"), "nothing has come of them. Only the umpire can put a game back", `"protest: (what happened`)
	if n := len(b.told("alice", "said")); n != 0 {
		t.Errorf("alice reads the words in %d letters", n)
	}
	b.inGame(1, board.Black, "b3", "protest: I did not mean to resign. Please put the game back.")
	wants(t, b.lastTold("bob", "received"), "Your protest is before the umpire")
	notice, _ := b.toLetter("walker", "I did not mean to resign")
	b.letter("walker", notice, "show", "dispute show 1")
	wants(t, b.lastTold("walker", "office"), "rule 1 reopen dispute 1, law")
	b.letter("walker", notice, "order", "rule 1 reopen dispute 1, law house:16, reason the resignation was not meant")
	preview, _ := b.toLetter("walker", "nothing is done yet")
	b.letter("walker", preview, "yes", "yes")
	if s := b.game(); s.Result != nil || s.Phase != game.AwaitMove || len(s.Disputes()) != 0 {
		t.Fatalf("%v %v, %d disputes", s.Result, s.Phase, len(s.Disputes()))
	}
	wants(t, b.lastTold("alice", "ruling"), "goes on as it stood before its end")
	b.inGame(1, board.Black, "b4", "P-K4")
	if s := b.game(); len(s.Line) != 2 {
		t.Fatalf("%d moves", len(s.Line))
	}
}
