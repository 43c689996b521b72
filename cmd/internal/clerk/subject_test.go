package clerk

import (
	"strings"
	"testing"

	"corrd/game/board"
)

// TestSubjectIsNamedAsUnread: what a subject states in a game, and the text does not, is named as
// not read, or as left over beside what acts. A subject over a text that states the same is not.
func TestSubjectIsNamedAsUnread(t *testing.T) {
	for _, c := range []struct{ subject, text, side, want string }{
		{"P-K4", "Best wishes", "asked", `the subject, "P-K4", is not read`},
		{"Re: my move P-K4", "see subject line", "asked", "is not read"},
		{"draw offer", "P-K4", "adopted", "Subject: draw offer"},
	} {
		b := newTable(t)
		b.comes(b.clock.Now(), "alice", b.key(board.White), "Subject: "+c.subject+"\r\n", "1", c.text)
		wants(t, b.lastTold("alice", c.side), c.want)
	}
	b := newTable(t)
	b.comes(b.clock.Now(), "alice", b.key(board.White), "Subject: 1. P-K4\r\n", "1", "P-K4")
	if l := b.lastTold("alice", "adopted"); strings.Contains(l, "left over") {
		t.Errorf("left over: %s", l)
	}
}
