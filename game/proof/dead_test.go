package proof

import (
	"math/rand/v2"
	"testing"

	"corrd/game/board"
)

// TestCannotBeWon: every position of testdata/proof/cannot-be-won.txt, the
// public set of the Chess Unwinnability Analyzer among them (M. Ambrona,
// tests/test-vector.txt), is told dead or alive rightly, or not told.
func TestCannotBeWon(t *testing.T) {
	for _, c := range readCases(t, "cannot-be-won.txt") {
		r := CannotBeWon(mustFEN(t, c.fen), Options{})
		if r.Verdict.String() != c.want {
			t.Errorf("%s (%s): %s after %d nodes, want %s", c.fen, c.about, r.Verdict, r.Nodes, c.want)
		}
		if (r.Tree != nil) != (r.Verdict == Refuted) {
			t.Errorf("%s: %s with %d branches", c.fen, r.Verdict, len(r.Tree))
		}
		leadsToTheEnd(t, r, Mate)
	}
}

// TestStalemateWins: under London 16 some positions can be won that are drawn
// under the other codes.
func TestStalemateWins(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Verdict
	}{
		{"8/8/8/4k3/8/8/8/4K3 w - - 0 1", Proved},
		{"8/8/8/4k3/8/2b5/8/4K3 w - - 0 1", Refuted},
		{"8/8/8/4k3/8/8/8/3NK3 w - - 0 1", Refuted},
		{"k7/P7/1K6/8/8/8/8/8 b - - 0 1", Refuted},
		{"k7/P1K5/8/8/8/8/8/8 b - - 0 1", Proved},
		{"3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1", Proved},
	} {
		r := CannotBeWon(mustFEN(t, c.fen), Options{StalemateWins: true})
		if r.Verdict != c.want {
			t.Errorf("%s: %s after %d nodes, want %s", c.fen, r.Verdict, r.Nodes, c.want)
		}
		leadsToTheEnd(t, r, Stale)
	}
}

func TestWinLimit(t *testing.T) {
	p := mustFEN(t, "8/8/8/8/3k4/8/2b2K2/3N4 w - - 0 1")
	if r := CannotBeWon(p, Options{Nodes: 5}); r.Verdict != Unknown || r.Tree != nil {
		t.Errorf("%s after %d nodes", r.Verdict, r.Nodes)
	}
}

// leadsToTheEnd plays the line of a refutation. A mate ends it, or what is
// given.
func leadsToTheEnd(t *testing.T, r Result, end End) {
	t.Helper()
	p, at := r.From, r.Tree
	for len(at) > 0 {
		if len(at) != 1 || !p.IsLegal(at[0].Move) {
			t.Fatalf("%s: not one legal move", p.FEN())
		}
		p = p.Play(at[0].Move)
		switch at[0].End {
		case GoesOn:
		case Mate:
			if !p.Checkmate() {
				t.Errorf("%s is no mate", p.FEN())
			}
		case end:
			if !p.Stalemate() {
				t.Errorf("%s is no stalemate", p.FEN())
			}
		default:
			t.Errorf("%s ends with %d", p.FEN(), at[0].End)
		}
		at = at[0].Then
	}
	if r.Verdict == Refuted && !p.Checkmate() && (end != Stale || !p.Stalemate()) {
		t.Errorf("%s: the line ends at %s", r.From.FEN(), p.FEN())
	}
}

// TestConfined: the men of the array are free, and a wall is found to be one.
func TestConfined(t *testing.T) {
	p := board.Array()
	if _, ok := confine(&p); ok {
		t.Error("a Pawn of the array can be promoted")
	}
	p = mustFEN(t, "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1")
	r, ok := confine(&p)
	if !ok {
		t.Fatal("no Pawn can be promoted")
	}
	for _, m := range r.men {
		if m.kind == board.King && m.squares.Has(board.At(0, 7*int(m.side.Other()))) {
			t.Errorf("the %s King crosses the wall", m.side)
		}
	}
}

// TestRangesHold plays at random and looks whether any man ever leaves his
// range: a man is known by side and kind, so the ranges of his like are taken
// together.
func TestRangesHold(t *testing.T) {
	type like struct {
		side board.Side
		kind board.Kind
	}
	r := rand.New(rand.NewPCG(7, 64))
	held := 0
	for _, c := range readCases(t, "cannot-be-won.txt") {
		start := mustFEN(t, c.fen)
		realm, ok := confine(&start)
		if !ok || !regular(&start) {
			continue
		}
		held++
		ranges := map[like]board.Squares{}
		for _, m := range realm.men {
			ranges[like{m.side, m.kind}] |= m.squares
		}
		for p := start; p.MoveNumber() < 150; {
			for of, squares := range ranges {
				if out := p.Men(of.side, of.kind) &^ squares; out != 0 {
					t.Fatalf("%s: from %s a man got to %s", p.FEN(), c.fen, out.First())
				}
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	if held < 15 {
		t.Errorf("only %d positions tried", held)
	}
}

// FuzzAnyPosition: whatever the men, there is an answer, and its evidence can
// be printed.
func FuzzAnyPosition(f *testing.F) {
	for _, name := range []string{"endless.txt", "cannot-be-won.txt"} {
		for _, c := range readCases(f, name) {
			f.Add(c.fen)
		}
	}
	f.Add("PPPPPPPP/8/8/3K4/8/3k4/8/pppppppp w - - 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		o := Options{Nodes: 200}
		endless, dead := EndlessChecks(p, o), CannotBeWon(p, o)
		holdsAsEvidence(t, endless)
		leadsToTheEnd(t, dead, Mate)
		endless.Lines(uci)
		dead.Lines(uci)
	})
}
