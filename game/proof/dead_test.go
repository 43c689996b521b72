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
		r := CannotBeWon(mustFEN(t, c.fen), Options{Ends: MateOrStalemate})
		if r.Verdict != c.want {
			t.Errorf("%s: %s after %d nodes, want %s", c.fen, r.Verdict, r.Nodes, c.want)
		}
		leadsToTheEnd(t, r, Stale)
	}
}

func TestWinLimit(t *testing.T) {
	p := mustFEN(t, "8/8/8/8/3k4/8/2b2K2/3N4 w - - 0 1")
	if r := CannotBeWon(p, Options{Nodes: 5}); r.Verdict != Unknown || !r.Curtailed || r.Tree != nil {
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

// TestHasty: the hasty search never says otherwise than the patient one, and
// gives up where the men have room.
func TestHasty(t *testing.T) {
	for _, c := range readCases(t, "cannot-be-won.txt") {
		r := CannotBeWon(mustFEN(t, c.fen), Options{Nodes: 5000, Hasty: true})
		if r.Verdict != Unknown && r.Verdict.String() != c.want {
			t.Errorf("%s (%s): %s after %d nodes, want %s", c.fen, c.about, r.Verdict, r.Nodes, c.want)
		}
		leadsToTheEnd(t, r, Mate)
	}
	for _, p := range publishedGame(t) {
		if r := CannotBeWon(p, Options{Hasty: true}); r.Verdict != Unknown || r.Curtailed || r.Nodes > 100 {
			t.Errorf("%s: %s after %d nodes", p.FEN(), r.Verdict, r.Nodes)
		}
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

// like are the men of one side and kind.
type like struct {
	side board.Side
	kind board.Kind
}

// ranges returns where the men of a position can ever stand, those alike taken
// together; ok is false where a Pawn can be promoted.
func ranges(p *board.Position) (map[like]board.Squares, bool) {
	realm, ok := confine(p)
	if !ok {
		return nil, false
	}
	found := map[like]board.Squares{}
	for _, m := range realm.men {
		found[like{m.side, m.kind}] |= m.squares
	}
	return found, true
}

// confinedPositions are those of the cases in which no Pawn can be promoted, and
// others set up at random.
func confinedPositions(t *testing.T, r *rand.Rand) []board.Position {
	var found []board.Position
	add := func(p board.Position) {
		if _, ok := confine(&p); ok && regular(&p) {
			found = append(found, p)
		}
	}
	for _, c := range readCases(t, "cannot-be-won.txt") {
		add(mustFEN(t, c.fen))
	}
	for range 600 {
		add(wall(r, "KBkb"))
		add(pairs(r, "Kk", 6))
		add(pairs(r, "KBkn", 7))
	}
	return found
}

// pairs is a position of Pawns that face one another on some files, at any
// distance, and other men.
func pairs(r *rand.Rand, men string, n int) board.Position {
	for {
		p := someMen(r, men)
		for _, file := range r.Perm(8)[:n] {
			low := 1 + r.IntN(5)
			high := low + 1 + r.IntN(6-low)
			p = p.Put(board.At(file, low), board.Man{Side: board.White, Kind: board.Pawn})
			p = p.Put(board.At(file, high), board.Man{Side: board.Black, Kind: board.Pawn})
		}
		if regular(&p) {
			return p
		}
	}
}

// TestRangesHold plays at random and checks that no man ever leaves its range.
func TestRangesHold(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 64))
	held := confinedPositions(t, r)
	for _, start := range held {
		within, _ := ranges(&start)
		for p := start; p.MoveNumber() < 150; {
			for of, squares := range within {
				if out := p.Men(of.side, of.kind) &^ squares; out != 0 {
					t.Fatalf("%s: from %s a man got to %s", p.FEN(), start.FEN(), out.First())
				}
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	if len(held) < 100 {
		t.Errorf("only %d positions tried", len(held))
	}
}

// TestAimsHold: wherever a King is mated or stalemated in what follows, the
// ranges had left room for it.
func TestAimsHold(t *testing.T) {
	ends := 0
	for _, start := range confinedPositions(t, rand.New(rand.NewPCG(8, 64))) {
		realm, _ := confine(&start)
		naivePlaces(start, 400, func(p *board.Position) []board.Position {
			side := p.SideToMove()
			if mate := p.Checkmate(); mate || p.Stalemate() {
				ends++
				if !realm.losable(side, !mate).Has(p.Men(side, board.King).First()) {
					t.Errorf("%s, from %s: the end was ruled out", p.FEN(), start.FEN())
				}
			}
			return children(p)
		})
	}
	if ends < 40 {
		t.Errorf("only %d ends met", ends)
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
	f.Add("kbbbbbbb/bbbbbbbb/bbbbbbbb/8/8/8/BBBBBBBB/KBBBBBBB w - - 0 1")
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
		if once := CannotBeWon(p, Options{Nodes: 200, Hasty: true}); once.Verdict != Unknown && dead.Verdict != Unknown && once.Verdict != dead.Verdict {
			t.Errorf("%s: %s at once, %s", fen, once.Verdict, dead.Verdict)
		}
	})
}
