package board

import "testing"

// given is the position in which White has given the Queen's Rook and might
// castle on its side: R removed, the squares between empty.
const given = "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/1PPQ1PPP/4KB1R w Kkq - 0 8"

func withoutRook(t *testing.T, fen string, side Side, corner string) Position {
	t.Helper()
	p := mustFEN(t, fen)
	s, _ := ParseSquare(corner)
	return p.CastlesWithoutRook(side, s)
}

func castles(t *testing.T, p Position, uci string) bool {
	t.Helper()
	m, ok := ParseMove(uci)
	if !ok {
		t.Fatal(uci)
	}
	return p.IsLegal(m) && p.IsCastling(m)
}

func TestCastlingWithoutTheRook(t *testing.T) {
	plain := mustFEN(t, given)
	if castles(t, plain, "e1c1") {
		t.Error("without the odds there is nothing to castle with")
	}
	p := withoutRook(t, given, White, "a1")
	if !castles(t, p, "e1c1") {
		t.Fatal("IV.5 allows it")
	}
	q := play(t, p, "e1c1")
	if man, ok := q.At(3); ok {
		t.Errorf("%v on d1", man)
	}
	if king := q.Men(White, King); king.First() != 2 || q.Rookless(White) != 0 {
		t.Errorf("King on %v, rights %v", king.First(), q.Rookless(White))
	}
	if fen := p.FEN(); fen != given {
		t.Errorf("FEN has no place for the right: %s", fen)
	}
	if p.Identity() != plain.Identity() {
		t.Error("I.16 looks at the men alone")
	}
}

func TestCastlingWithoutTheRookForBlack(t *testing.T) {
	p := withoutRook(t, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", Black, "h8")
	if !castles(t, p, "e8g8") || !castles(t, p, "e8c8") {
		t.Fatal("one side with the Rook, one without")
	}
	q := play(t, p, "a8b8")
	if q = play(t, q, "e1e2"); !castles(t, q, "e8g8") || castles(t, q, "e8c8") {
		t.Error("the Rook's move ends the other right only")
	}
}

// The corner must have been empty throughout the game, and the conditions of
// ordinary castling as to squares and King hold.
func TestNoCastlingWithoutTheRook(t *testing.T) {
	for _, c := range []struct{ what, fen, moves string }{
		{"a Knight once stood in the corner", "4k3/8/8/8/8/1N6/8/4K3 w - - 0 1", "b3a1 e8e7 a1b3 e7e8"},
		{"the other side's man stood there", "4k3/8/8/8/8/1n6/4P3/4K3 b - - 0 1", "b3a1 e2e3 a1b3 e3e4 e8e7"},
		{"the King has moved", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2 e8e7 e2e1 e7e8"},
		{"a man between", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", ""},
		{"in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", ""},
		{"through a commanded square", "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", ""},
		{"to a commanded square", "4k3/8/8/8/8/8/2r5/4K3 w - - 0 1", ""},
	} {
		p := withoutRook(t, c.fen, White, "a1")
		if p.Rookless(White).Len() != 1 {
			t.Errorf("%s: no right to begin with", c.what)
		}
		if castles(t, play(t, p, c.moves), "e1c1") {
			t.Error(c.what)
		}
	}
	b1 := withoutRook(t, "4k3/8/8/8/8/8/1r6/4K3 w - - 0 1", White, "a1")
	if !castles(t, b1, "e1c1") {
		t.Error("the Queen's Knight's square may be commanded")
	}
}

func TestNoRightWithoutTheRook(t *testing.T) {
	for what, p := range map[string]Position{
		"an occupied corner": withoutRook(t, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", White, "a1"),
		"the King away":      withoutRook(t, "4k3/8/8/8/8/8/8/3K4 w - - 0 1", White, "a1"),
		"no corner":          withoutRook(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", White, "b1"),
		"the other side's":   withoutRook(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Black, "a1"),
	} {
		if p.Rookless(White)|p.Rookless(Black) != 0 {
			t.Error(what)
		}
	}
	p := withoutRook(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", White, "a1")
	if q := p.Put(0, Man{Side: White, Kind: Rook}); q.Rookless(White) != 0 || castles(t, q, "e1c1") {
		t.Error("a man set in the corner ends the right")
	}
}

// TestCastling: a right counts with the Rook and without, whatever stands between.
func TestCastling(t *testing.T) {
	p := withoutRook(t, "rn2k2r/8/8/8/8/8/8/1N2K2R w Kq - 0 1", White, "a1")
	if w, b := p.Castling(White), p.Castling(Black); w != 1<<0|1<<7 || b != 1<<56 {
		t.Errorf("towards %b and %b", w, b)
	}
	q := play(t, p, "e1e2 a8a5")
	if q.Castling(White)|q.Castling(Black) != 0 {
		t.Error("rights are left after the King and the Rook have moved")
	}
}
