package board

import (
	"strings"
	"testing"
)

// TestOriginsOfAFEN lists, for each position, the men of interest as
// "square:origin", an origin being K, Q, promoted or ? for Unknown.
func TestOriginsOfAFEN(t *testing.T) {
	names := map[string]Origin{"K": KingsWing, "Q": QueensWing, "promoted": Promoted, "?": Unknown}
	for _, c := range []struct{ what, fen, want string }{
		{"the array", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"a1:Q b1:Q c1:Q d1:? e1:? f1:K g1:K h1:K a8:Q b8:Q c8:Q f8:K g8:K h8:K e2:?"},
		{"odds of a Rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", "b1:Q g1:K h1:K"},
		{"odds of a Knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "g1:K a1:Q"},
		{"Bishops by colour", "2b1k3/8/8/8/2B5/5b2/3B4/4K3 w - - 0 1", "c4:K d2:Q c8:? f3:?"},
		{"Black's Bishops", "4k3/3bb3/8/8/8/8/8/4K3 w - - 0 1", "d7:Q e7:K"},
		{"two on one colour", "4k3/8/8/3B4/2B5/8/8/4K3 w - - 0 1", "c4:? d5:?"},
		{"shut in at home", "4k3/8/8/3B4/8/8/4P1P1/4KB2 w - - 0 1", "f1:K d5:promoted"},
		{"lost where it was shut in", "4k3/8/8/3B4/8/8/4P1P1/4K3 w - - 0 1", "d5:promoted"},
		{"Black's shut in", "2b1k3/1p1p4/8/5b2/8/8/8/4K3 w - - 0 1", "c8:Q f5:promoted"},
		{"a Rook that may castle, and its fellow", "4k3/8/8/8/3R4/8/8/4K2R w K - 0 1", "h1:K d4:Q"},
		{"a Queen's Rook that may", "r3k3/8/8/8/3r4/8/8/4K3 w q - 0 1", "a8:Q d4:K"},
		{"two others beside it", "4k3/8/8/3R4/3R4/8/8/4K2R w K - 0 1", "h1:K d4:? d5:?"},
		{"a third Rook", "r3k2r/8/8/8/3r4/8/8/4K3 w kq - 0 1", "a8:Q h8:K d4:promoted"},
		{"Rooks at home that may not castle", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1:Q h1:K"},
		{"a single Rook", "4k3/8/8/8/8/8/4K3/R7 w - - 0 1", "a1:?"},
		{"Knights at home", "4k3/8/8/8/8/8/4K3/1N4N1 w - - 0 1", "b1:Q g1:K"},
		{"Knights abroad", "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 4 4", "c3:? g1:? c6:? f6:?"},
		{"a third Knight", "4k3/8/8/8/4N3/8/4K3/1N4N1 w - - 0 1", "e4:promoted"},
	} {
		p := mustFEN(t, c.fen)
		for item := range strings.FieldsSeq(c.want) {
			square, origin, _ := strings.Cut(item, ":")
			s, _ := ParseSquare(square)
			if man, ok := p.At(s); !ok || man.Origin != names[origin] {
				t.Errorf("%s: %v on %s, not %s", c.what, man, square, origin)
			}
		}
	}
}
