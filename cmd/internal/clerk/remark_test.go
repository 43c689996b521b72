package clerk

import (
	"strings"
	"testing"

	"corrd/game/board"
)

// TestRemarksBesideAMove: a line beside a move that sounds like an answer is a note where nothing
// is asked of its writer, and an answer where something is.
func TestRemarksBesideAMove(t *testing.T) {
	for _, c := range [...]struct{ letter, note string }{
		{"Kt-QB3\nNo, thank you for the cake.", "No, thank you for the cake."},
		{"Leave me alone! Kt-QB3", "Leave me alone"},
		{"No thank you, I like my position. Kt-QB3", "No thank you, I like my position."},
		{"Help! My poor queen. Kt-QB3", "Help! My poor queen."},
		{"Kt-QB3\nYes please, more tea.", "Yes please, more tea."},
	} {
		b := newTable(t)
		b.inGame(1, board.White, "one", c.letter)
		told := b.lastTold("bob", "move")
		if flat := strings.Join(strings.Fields(told), " "); !strings.Contains(flat, c.note) {
			t.Errorf("%q: bob reads\n%s", c.letter, told)
		}
		if n := b.heard("alice", "Nothing is open"); n > 0 || b.heard("alice", "part is left over") > 0 {
			t.Errorf("%q: alice is told that it answers nothing", c.letter)
		}
	}
	b := newTable(t)
	b.inGame(1, board.White, "bare", "Kt-QB3\nno")
	if b.heard("alice", "Nothing is open") == 0 {
		t.Error("a bare no that answers nothing is not spoken of")
	}
	b = newTable(t)
	b.inGame(1, board.White, "offer", "P-K4\ndraw?")
	b.inGame(1, board.Black, "answer", "P-K4\nNo thanks, I like my position.")
	if s := b.game(); s.DrawOffer != 0 && b.heard("alice", "declines") == 0 {
		t.Error("a no to an open offer is a note")
	}
	b = newTable(t)
	b.inGame(1, board.White, "slip", "I resign.")
	b.inGame(1, board.White, "rue", "Oh no! I sent that by mistake, please undo it.")
	if told := b.lastTold("alice", "refused"); !strings.Contains(strings.Join(strings.Fields(told), " "), "asks the umpire to put it back") {
		t.Errorf("who rues a resignation is not told the way to the umpire:\n%s", told)
	}
	b.inGame(1, board.White, "again", "Oh no! My poor King.")
	if n := b.heard("alice", `"Oh no" comes too late`); n > 0 {
		t.Error("a sigh after the end is told that it comes too late")
	}
}
