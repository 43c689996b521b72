package board

import (
	"slices"
	"strings"
	"testing"
)

// movesFrom are the legal moves of the man on a square, as UCI, sorted.
func movesFrom(p *Position, from Square) string {
	var list []string
	for _, m := range p.Moves(nil) {
		if m.From() == from {
			list = append(list, m.String())
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestMovesOfAMan(t *testing.T) {
	for _, c := range []struct{ what, fen, from, want string }{
		{"a pinned Knight cannot move", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "c3", ""},
		{"a pinned Bishop keeps to its line", "4k3/8/8/b7/1B6/8/8/4K3 w - - 0 1", "b4", "b4a5 b4c3 b4d2"},
		{"a Pawn pinned on its file goes on", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2", "e2e3 e2e4"},
		{"a Pawn pinned on a diagonal takes along it", "4k3/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2", "f2g3"},
		{"a Black Pawn pinned on a diagonal too", "4k3/5p2/6B1/8/8/8/8/4K3 b - - 0 1", "f7", "f7g6"},
		{"a Pawn pinned on a rank stands", "8/8/8/K2P3r/8/8/8/4k3 w - - 0 1", "d5", ""},
		{"in double check only the King moves", "4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1", "e8", "e8d8 e8f7 e8f8"},
		{"in double check no one else does", "q3k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1", "a8", ""},
		{"a man may stand between", "4k3/8/8/8/8/b7/4R3/4K3 b - - 0 1", "a3", "a3e7"},
		{"the King does not step back along the line", "8/8/8/8/r3K3/8/8/7k w - - 0 1", "e4", "e4d3 e4d5 e4e3 e4e5 e4f3 e4f5"},
		{"the King takes an unprotected checker", "8/8/8/8/8/8/4q3/4K2k w - - 0 1", "e1", "e1e2"},
		{"but not a protected one", "8/8/8/8/8/3p4/4q3/4K2k w - - 0 1", "e1", ""},

		{"taking in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5", "e5d6 e5e6"},
		{"not a move later", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 3", "e5", "e5e6"},
		{"two Pawns leave the rank at once", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "e5", "e5e6"},
		{"a third man on the rank makes it safe", "8/8/8/KN1pP2r/8/8/8/4k3 w - d6 0 2", "e5", "e5d6 e5e6"},
		{"the taken Pawn screened a diagonal", "4k3/6b1/8/4pP2/8/2K5/8/8 w - e6 0 2", "f5", "f5f6"},
		{"a Pawn pinned on a diagonal takes in passing along it", "4k3/3b4/8/4pP2/6K1/8/8/8 w - e6 0 2", "f5", "f5e6"},
		{"and not off it", "4k3/8/6b1/4pP2/8/3K4/8/8 w - e6 0 2", "f5", "f5g6"},
		{"the Pawn that checks is taken in passing", "8/8/8/3pP3/4K3/8/8/4k3 w - d6 0 2", "e5", "e5d6"},
		{"passing moves into the line of check", "4k3/8/8/b2pP3/8/8/8/4K3 w - d6 0 2", "e5", ""},
		{"Black takes in passing", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4", "e4d3 e4e3"},

		{"promotion to four pieces", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7", "a7a8b a7a8n a7a8q a7a8r"},
		{"promotion by capture", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7", "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r"},
		{"promotion that covers a check", "K6r/1P6/8/8/8/8/8/7k w - - 0 1", "b7", "b7b8b b7b8n b7b8q b7b8r"},
		{"promotion that does not", "K7/8/8/8/8/8/1p6/r5Rk b - - 0 1", "b2", ""},

		{"castling on both wings", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
		{"not out of check", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "e1d1 e1d2 e1f1 e1f2"},
		{"not through a commanded square", "3r1rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "e1e2"},
		{"not into check", "2r3rk/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"the Rook's path may be commanded", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"not over a man", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"Black castles", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8", "e8c8 e8d7 e8d8 e8e7 e8f7 e8f8 e8g8"},
		{"no right, no castling", "r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", "e8", "e8c8 e8d7 e8d8 e8e7 e8f7 e8f8"},

		{"without a King nothing binds", "4r3/8/8/8/8/8/4P3/8 w - - 0 1", "e2", "e2e3 e2e4"},
		{"of two Kings neither may be left in check", "4r3/8/8/K7/8/8/4P3/4K3 w - - 0 1", "a5", "a5a4 a5a6 a5b4 a5b5 a5b6"},
		{"nor exposed by a man between", "4r3/8/8/K7/8/8/4N3/4K3 w - - 0 1", "e2", ""},
		{"a King left in check is not taken", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "e2a2 e2b2 e2c2 e2d2 e2e3 e2e4 e2e5 e2e6 e2e7 e2f2 e2g2 e2h2"},
		{"nor by a Pawn", "8/8/8/8/8/3k4/4P3/4K3 w - - 0 1", "e2", "e2e3 e2e4"},
		{"nor by a King", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "e1", ""},
		{"a Pawn on the first rank goes one square", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1", "a1a2"},
		{"a Pawn on the eighth rank goes nowhere", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8", ""},
	} {
		p := mustFEN(t, c.fen)
		from, _ := ParseSquare(c.from)
		if got := movesFrom(&p, from); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.what, c.fen, got, c.want)
		}
	}
}

func TestMovesDoNotAllocate(t *testing.T) {
	p := mustFEN(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	buf := make([]Move, 0, 218)
	allocs := testing.AllocsPerRun(100, func() {
		buf = p.Moves(buf[:0])
		for s := range p.Men(White, Pawn).All() {
			if !p.Men(White, Pawn).Has(s) || p.Checkmate() || p.IsLegal(Pass) {
				t.Fatal("the men moved by themselves")
			}
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func TestMovesAppends(t *testing.T) {
	p := Array()
	first := NewMove(3, 4, NoKind)
	got := p.Moves([]Move{first})
	if len(got) != 21 || got[0] != first {
		t.Errorf("%d moves, the first %s", len(got), got[0])
	}
	noKing := mustFEN(t, "8/8/8/8/8/8/8/R7 w - - 0 1")
	if got = noKing.Moves([]Move{first}); len(got) != 15 || got[0] != first {
		t.Errorf("without a King: %d moves, the first %s", len(got), got[0])
	}
}

func TestMostMovesOfAnyGame(t *testing.T) {
	p := mustFEN(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	if n := len(p.Moves(nil)); n != 218 {
		t.Errorf("%d moves, not 218", n)
	}
}
