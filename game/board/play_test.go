package board

import (
	"strings"
	"testing"
)

// play makes the moves, in UCI, each of which must be legal.
func play(t testing.TB, p Position, moves string) Position {
	t.Helper()
	for uci := range strings.FieldsSeq(moves) {
		m, ok := ParseMove(uci)
		if !ok || m != Pass && !p.IsLegal(m) {
			t.Fatalf("%s is not legal in %s", uci, p.FEN())
		}
		p = p.Play(m)
	}
	return p
}

func TestPlay(t *testing.T) {
	const castlers = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9"
	for _, c := range []struct{ what, fen, moves, want string }{
		{"a double step", "start", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"its square lapses", "start", "e2e4 b8c6", "r1bqkbnr/pppppppp/2n5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
		{"Black's double step", "start", "g1f3 c7c5", "rnbqkbnr/pp1ppppp/8/2p5/8/5N2/PPPPPPPP/RNBQKB1R w KQkq c6 0 2"},
		{"taking in passing", "start", "e2e4 a7a6 e4e5 d7d5 e5d6", "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"},
		{"Black takes in passing", "start", "a2a3 d7d5 a3a4 d5d4 e2e4 d4e3", "rnbqkbnr/ppp1pppp/8/8/P7/4p3/1PPP1PPP/RNBQKBNR w KQkq - 0 4"},
		{"castling King's Rook", castlers, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"},
		{"castling Queen's Rook", castlers, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9"},
		{"Black castles Queen's Rook", "r3k2r/8/8/8/8/8/8/4K3 b kq - 3 9", "e8c8", "2kr3r/8/8/8/8/8/8/4K3 w - - 4 10"},
		{"a King's move ends both rights", castlers, "e1e2 h8g8", "r3k1r1/8/8/8/8/8/4K3/R6R w q - 5 10"},
		{"a Rook's capture ends both sides'", castlers, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"},
		{"promotion by capture on a corner", "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "b7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"a King's single step is no castling", castlers, "e1f1", "r3k2r/8/8/8/8/8/8/R4K1R b kq - 4 9"},
		{"a passed turn", "start", "e2e4 0000", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
	} {
		p := Array()
		if c.fen != "start" {
			p = mustFEN(t, c.fen)
		}
		p = play(t, p, c.moves)
		if p.FEN() != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, p.FEN(), c.want)
		}
	}
}

func TestCaptured(t *testing.T) {
	p := play(t, Array(), "e2e4 b8c6 e4e5 d7d5 f1c4 d5c4")
	p = play(t, p, "b2b3 f7f5")
	for _, c := range []struct {
		uci  string
		man  Man
		on   Square
		does bool
	}{
		{"e5f6", Man{Black, Pawn, Unknown}, At(5, 4), true},
		{"b3c4", Man{Black, Pawn, Unknown}, At(2, 3), true},
		{"b3b4", Man{}, NoSquare, false},
		{"0000", Man{}, NoSquare, false},
	} {
		m, _ := ParseMove(c.uci)
		man, on, does := p.Captured(m)
		if man != c.man || on != c.on || does != c.does || p.IsCapture(m) != c.does {
			t.Errorf("%s takes %v on %s: %v", c.uci, man, on, does)
		}
	}
	if m, _ := ParseMove("e5f6"); !p.IsEnPassant(m) {
		t.Error("e5f6 is taking in passing")
	}
	if m, _ := ParseMove("e5e6"); p.IsEnPassant(m) || p.IsCastling(m) {
		t.Error("e5e6 is neither taking in passing nor castling")
	}
}

func TestAnyMoveCanBePlayed(t *testing.T) {
	p := mustFEN(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for m := range Move(1<<15 - 1) {
		q := p.Play(m)
		if q.SideToMove() != Black || p.IsLegal(m) && q.Men(White, King).Len() != 1 {
			t.Fatalf("%s: %s", m, q.FEN())
		}
	}
}

func TestCountsStandStill(t *testing.T) {
	p := mustFEN(t, "4k3/8/8/8/8/8/8/4K2R w - - 65535 65535")
	q := play(t, p, "h1h2 e8d8 h2h1")
	if q.MoveNumber() != 65535 || !strings.HasSuffix(q.FEN(), " 65535 65535") {
		t.Error(q.FEN())
	}
}

func TestOriginsTravel(t *testing.T) {
	p := play(t, Array(), "g1f3 b8c6 f3e5 c6e5 e2e3 e5d3 f1d3")
	for _, c := range []struct {
		square string
		want   Man
	}{
		{"d3", Man{White, Bishop, KingsWing}},
		{"b1", Man{White, Knight, QueensWing}},
		{"g8", Man{Black, Knight, KingsWing}},
		{"d8", Man{Black, Queen, Unknown}},
		{"e3", Man{White, Pawn, Unknown}},
	} {
		expectMan(t, p, c.square, c.want)
	}
	p = play(t, p, "g8f6 e1g1")
	expectMan(t, p, "f1", Man{White, Rook, KingsWing})
	p = play(t, p, "f6g8 f1e1 g8f6 e1f1 f6g8 f1e1")
	expectMan(t, p, "e1", Man{White, Rook, KingsWing})
	expectMan(t, p, "g8", Man{Black, Knight, KingsWing})
}

func TestCastlingCarriesTheQueensRook(t *testing.T) {
	p := play(t, Array(), "d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d3 d8d7 e1c1 e8c8")
	expectMan(t, p, "d1", Man{White, Rook, QueensWing})
	expectMan(t, p, "d8", Man{Black, Rook, QueensWing})
}

func TestPromotedMenHaveNoWing(t *testing.T) {
	for letter, kind := range map[string]Kind{"n": Knight, "b": Bishop, "r": Rook, "q": Queen} {
		p := play(t, Array(), "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8"+letter)
		expectMan(t, p, "h8", Man{White, kind, Promoted})
		expectMan(t, p, "a1", Man{White, Rook, QueensWing})
	}
}

func expectMan(t *testing.T, p Position, square string, want Man) {
	t.Helper()
	s, _ := ParseSquare(square)
	if got, ok := p.At(s); !ok || got != want {
		t.Errorf("%s: %v on %s, not %v", p.FEN(), got, square, want)
	}
}
