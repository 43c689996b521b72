package board

import "testing"

func TestCheckOfAMove(t *testing.T) {
	for _, c := range []struct {
		what, fen, uci             string
		check, discovered, doubled bool
	}{
		{"none", "4k3/8/8/8/8/8/4R3/K7 w - - 0 1", "e2d2", false, false, false},
		{"direct", "4k3/8/8/8/8/8/3R4/K7 w - - 0 1", "d2e2", true, false, false},
		{"discovered", "4k3/8/8/8/4N3/8/4R3/K7 w - - 0 1", "e4c5", true, true, false},
		{"double", "4k3/8/8/8/4N3/8/4R3/K7 w - - 0 1", "e4f6", true, true, true},
		{"by the King's step", "4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "e3d3", true, true, false},
		{"by castling", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true, false, false},
		{"by castling King's Rook", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true, false, false},
		{"by promotion", "4k3/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8r", true, false, false},
		{"not by that promotion", "4k3/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8b", false, false, false},
		{"the Pawn taken in passing stood between", "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", true, true, false},
		{"double without the man moved", "8/B7/8/2pP4/8/4k3/8/K3R3 w - c6 0 1", "d5c6", true, true, true},
	} {
		p := mustFEN(t, c.fen)
		m, _ := ParseMove(c.uci)
		if got := p.GivesCheck(m); got != c.check {
			t.Errorf("%s: check %v", c.what, got)
		}
		if got := p.Discovers(m); got != c.discovered {
			t.Errorf("%s: discovered check %v", c.what, got)
		}
		if got := p.Doubles(m); got != c.doubled {
			t.Errorf("%s: double check %v", c.what, got)
		}
	}
}

func TestEndOfTheGame(t *testing.T) {
	for _, c := range []struct {
		what, fen   string
		mate, stale bool
	}{
		{"scholar's mate", "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", true, false},
		{"smothered", "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", true, false},
		{"mate but for taking in passing", "8/8/6pp/6pk/5pP1/7P/7K/4B3 b - g3 0 1", false, false},
		{"mate when the right has lapsed", "8/8/6pp/6pk/5pP1/7P/7K/4B3 b - - 0 1", true, false},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true},
		{"stalemate with a pinned Bishop", "kb5R/8/1K6/8/8/8/8/8 b - - 0 1", false, true},
		{"the array", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, false},
		{"no man to move, no King to mate", "4k3/8/8/8/8/8/8/8 w - - 0 1", false, true},
	} {
		p := mustFEN(t, c.fen)
		if p.Checkmate() != c.mate || p.Stalemate() != c.stale {
			t.Errorf("%s: mate %v, stalemate %v", c.what, p.Checkmate(), p.Stalemate())
		}
	}
}

func TestCommanded(t *testing.T) {
	p := mustFEN(t, "4k3/8/8/8/1b6/2N5/8/R3K3 w Q - 0 1")
	for _, c := range []struct {
		square string
		by     Side
		want   bool
	}{
		{"d5", White, true},  // by a pinned Knight all the same
		{"a8", White, true},  // by the Rook
		{"e1", White, true},  // by the Rook, though a White man stands there
		{"f1", White, true},  // by the King
		{"g1", White, false}, // the King stands between
		{"c3", Black, true},
		{"d2", Black, false}, // the Knight stands between
		{"e1", Black, false},
	} {
		s, _ := ParseSquare(c.square)
		if got := p.Commanded(s, c.by); got != c.want {
			t.Errorf("%s commanded by %s: %v", s, c.by, got)
		}
	}
	if p.Commanded(NoSquare, White) {
		t.Error("a square off the board is commanded")
	}
}

func TestSidesThatWaitInCheck(t *testing.T) {
	p := mustFEN(t, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
	if !p.InCheck(Black) || p.InCheck(White) {
		t.Error("Black is in check, White is not")
	}
	two := mustFEN(t, "4k3/8/8/k7/8/8/4R3/4K3 b - - 0 1")
	if two.Checkers(Black) != At(4, 1).bit() {
		t.Errorf("%d men check two Kings", two.Checkers(Black).Len())
	}
	none := mustFEN(t, "8/8/8/8/8/8/4R3/4K3 b - - 0 1")
	if none.InCheck(Black) || none.Checkmate() || !none.Stalemate() {
		t.Error("a side without a King is never in check")
	}
}
