package board

import (
	"errors"
	"strings"
	"testing"

	words "corrd/templates/texts"
)

func TestFENRoundTrip(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"rnbqkbnr/ppp1pppp/8/3pP3/2P5/8/PP1P1PPP/RNBQKBNR w KQkq d6 0 3",
		"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 40",
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"kkkkkkkk/8/8/8/8/8/8/KKKKKKKK b - - 0 1",
		"PPPPPPPP/8/8/8/8/8/8/pppppppp w - - 0 1",
		"4k3/8/8/8/8/8/4R3/4K3 w - - 99 65535",
		"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1",
	} {
		p := mustFEN(t, fen)
		if got := p.FEN(); got != fen {
			t.Errorf("got %s\nwant %s", got, fen)
		}
	}
}

func TestFENOfTheArray(t *testing.T) {
	p := Array()
	if got := p.FEN(); got != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" {
		t.Error(got)
	}
	if q := mustFEN(t, p.FEN()); q != p {
		t.Error("the array read back is another position")
	}
	var zero Position
	if got := zero.FEN(); got != "8/8/8/8/8/8/8/8 w - - 0 1" {
		t.Error(got)
	}
}

// What the men contradict is dropped, and what is loosely written is taken.
func TestFENTidied(t *testing.T) {
	for _, c := range []struct{ what, fen, want string }{
		{"no Rook, no castling", "4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
		{"King away", "4k2r/8/8/8/8/8/8/R2K3R w KQk - 0 1", "4k2r/8/8/8/8/8/8/R2K3R w k - 0 1"},
		{"letters in any order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"},
		{"no Pawn passed", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"the mover's own Pawn", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"},
		{"the Pawn's first square taken", "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/4p3/8/4p3/8/8/8/4K3 w - - 0 1"},
		{"no counts", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"no move number", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
		{"move 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"spaces", "  4k3/8/8/8/8/8/8/4K3   w - -  0 1\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"empty squares counted singly", "4k3/11111111/8/8/8/8/8/4K111 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	} {
		p := mustFEN(t, c.fen)
		if got := p.FEN(); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}

func TestBadFEN(t *testing.T) {
	for _, c := range []struct{ fen, says string }{
		{"", "0 fields"},
		{"8/8/8/8/8/8/8/8 w", "2 fields"},
		{"8/8/8/8/8/8/8/8 w - - 0 1 2", "7 fields"},
		{"8/8/8/8/8/8/8 w - - 0 1", "field 1: 7 ranks"},
		{"8/8/8/8/8/8/8/8/8 w - - 0 1", "field 1: 9 ranks"},
		{"8/8/8/7/8/8/8/8 w - - 0 1", "rank 5: 7 squares"},
		{"8/8/8/88/8/8/8/8 w - - 0 1", "rank 5: 16 squares"},
		{"pppppppppppp/8/8/8/8/8/8/8 w - - 0 1", "rank 8: 12 squares"},
		{"8/8/8/9/8/8/8/8 w - - 0 1", "rank 5: '9' is no man"},
		{"8/8/8/8/8/8/8/7. w - - 0 1", "rank 1: '.' is no man"},
		{"8/8/8/8/8/8/8/\xff7 w - - 0 1", "is no man"},
		{"8/8/8/8/8/8/8/8 W - - 0 1", "field 2"},
		{"8/8/8/8/8/8/8/8 w KX - 0 1", "field 3"},
		{"8/8/8/8/8/8/8/8 w - e4 0 1", "field 4"},
		{"8/8/8/8/8/8/8/8 w - e 0 1", "field 4"},
		{"8/8/8/8/8/8/8/8 w - - -1 1", "field 5"},
		{"8/8/8/8/8/8/8/8 w - - 0 65536", "field 6"},
		{"8/8/8/8/8/8/8/8 w - - 0 one", "field 6"},
	} {
		p, err := ParseFEN(c.fen)
		var none NoFEN
		if !errors.As(err, &none) || !strings.Contains(words.Because(none.Why), c.says) || !strings.HasPrefix(err.Error(), "board: fen ") {
			t.Errorf("%q: %v does not say %q", c.fen, err, c.says)
		}
		if p != (Position{}) {
			t.Errorf("%q: a position beside the error", c.fen)
		}
	}
}

// FuzzParseFEN: no bytes panic; what is read is written and read back as the
// same position, and so is the position after any of its moves.
func FuzzParseFEN(f *testing.F) {
	for _, c := range readPerft(f) {
		f.Add(c.fen)
	}
	f.Add("kkkkkkkk/8/8/8/8/8/PPPPPPPP/KKKKKKKK b KQkq e3 65535 65535")
	f.Add("P7/8/8/8/8/8/8/p7 w - -")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		if q := mustFEN(t, p.FEN()); q != p {
			t.Fatalf("%q: %s read back is %s", fen, p.FEN(), q.FEN())
		}
		for _, m := range p.Moves(nil) {
			q := p.Play(m)
			if r := mustFEN(t, q.FEN()); r.FEN() != q.FEN() || r.Identity() != q.Identity() {
				t.Fatalf("%s: %s: %s read back is %s", p.FEN(), m, q.FEN(), r.FEN())
			}
			if back, ok := ParseMove(m.String()); !ok || back != m {
				t.Fatalf("%s read back is %s", m, back)
			}
		}
	})
}
