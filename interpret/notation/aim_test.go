package notation

import (
	"testing"

	"corrd/game/board"
)

// TestAim: words that express no legal move still name the man that they would have
// moved, and the man that they would have taken.
func TestAim(t *testing.T) {
	const after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	for _, c := range []struct {
		what, fen, text string
		men, takes      board.Squares
		castles         bool
	}{
		{"onto a square that is held", after, "KKt-K5", 1 << 6, 0, false},
		{"of two men either", after, "Kt-K5", 1<<6 | 1<<1, 0, false},
		{"a capture out of reach", after, "B×QP", 1<<2 | 1<<5, 1 << 51, false},
		{"castling over a man", after, "Castles KR", 1<<4 | 1<<7, 0, true},
		{"in passing where nothing passed", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "P×P ip", 1 << 36, 1 << 35, false},
		{"no man named", after, "KB7", 1 << 13, 1 << 53, false},
		{"gibberish", after, "B-Z9", 0, 0, false},
	} {
		p := positionOf(t, c.fen)
		a := Move{Text: c.text}.Aim(&p, Rules{})
		if a.Men != c.men || a.Takes != c.takes || a.Castles != c.castles {
			t.Errorf("%s: %q aims with %#x at %#x, castles %v", c.what, c.text, uint64(a.Men), uint64(a.Takes), a.Castles)
		}
	}
}
