package notation

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"corrd/game/board"
)

// writers are every way of writing a move, with the notation that reads it.
var writers = []struct {
	name  string
	write func(*board.Position, board.Move) string
	in    Set
}{
	{"record", Record, Descriptive},
	{"short", Short, Descriptive},
	{"long", Long, Descriptive},
	{"words", Words, Descriptive},
	{"SAN", SAN, Algebraic},
	{"numeric", Numeric.Write, Numeric},
	{"gringmuth", Gringmuth.Write, Gringmuth},
	{"uedemann", Uedemann.Write, Uedemann},
	{"german", German.Write, German},
}

// roundTrip reads what every writer writes of every legal move.
func roundTrip(t rapidOrTest, p *board.Position) {
	for _, m := range p.Moves(nil) {
		for _, w := range writers {
			text := w.write(p, m)
			r := Move{Text: text}.Readings(p, Rules{Notations: w.in})
			if len(r.Moves) != 1 || r.Moves[0] != m || len(r.Remarks) > 0 {
				t.Fatalf("%s of %v in %s is %q, which reads as %v %v", w.name, m, p.FEN(), text, r.Moves, r.Remarks)
			}
		}
	}
}

func TestEveryMoveReadsBack(t *testing.T) {
	for i, g := range printedGames(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		for _, ply := range g.plies {
			roundTrip(t, &ply.position)
		}
	}
}

func TestEveryMoveReadsBackInRandomPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		roundTrip(t, &p)
	})
}

func TestWriters(t *testing.T) {
	for _, c := range []struct{ position, uci, record, short, long, words, san, gringmuth string }{
		{"array", "e2e4", "P(K2)-K4", "P-K4", "P. to K's 4th.", "Pawn to King's fourth square", "e4", "GEGO"},
		{"array e2e4", "e7e5", "P(K2)-K4", "P-K4", "P. to K's 4th.", "Pawn to King's fourth square", "e5", "SESO"},
		{"array", "g1f3", "Kt(KKt1)-KB3", "Kt-KB3", "K. Kt. to K. B's 3d.", "King's Knight to King's Bishop's third square", "Nf3", "KAHI"},
		{"array e2e4 e7e5 g1f3 b8c6", "f3e5", "Kt(KB3)×P(K5)", "Kt×P", "Kt. takes P.", "Knight takes Pawn", "Nxe5", "HISO"},
		{"array e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "e1g1", "o-o", "o-o", "Castles on K's side.", "Castles King's Rook", "O-O", "GAKA"},
		{"array e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "c4f7", "B(QB4)×P(KB7)", "B×P", "B. takes P.", "Bishop takes Pawn", "Bxf7+", "DOTE"},
		{"array e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6", "f1e1", "R(KB1)-K1", "R-K1", "K. R. to K's sq.", "King's Rook to King's square", "Re1", "HAGA"},
		{"rnbqkbnr/ppp1pppp/8/3pP3/2P5/8/PP1P1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6", "P(K5)×P ip", "P×P ip", "P. takes P. in passing.", "Pawn takes Pawn in passing", "exd6", "SORI"},
		{"rnbqkbnr/ppp1pppp/8/3pP3/2P5/8/PP1P1PPP/RNBQKBNR w KQkq d6 0 3", "c4d5", "P(QB4)×P(Q5)", "BP×P", "B. P. takes P.", "Bishop's Pawn takes Pawn", "cxd5", "DORO"},
		{"3r4/P1P4k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "P(QR7)-QR8(Kt)", "P-R8(Kt)", "P. to Q. R's 8th (becoming a Kt.).", "Pawn to Queen's Rook's eighth square, becomes a Knight", "a8=N", "MEMAK"},
		{"3r4/P1P4k/8/8/8/8/8/K7 w - - 0 1", "c7d8q", "P(QB7)×R(Q8)(Q)", "P×R(Q)", "P. takes R. (becoming a Q.).", "Pawn takes Rook, becomes a Queen", "cxd8=Q", "PERAQ"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "R(QR1)-Q1", "R-Q1", "Q. R. to Q's sq.", "Queen's Rook to Queen's square", "Rd1", "BAFA"},
		{"6k1/8/3R4/8/8/3R4/8/6K1 w - - 0 1", "d6d5", "R(Q6)-Q5", "R(Q6)-Q5", "R. on Q's 6th to Q's 5th.", "Rook on Queen's sixth square to Queen's fifth square", "R6d5", "RIRO"},
	} {
		p := positionOf(t, c.position)
		m, _ := board.ParseMove(c.uci)
		if Descriptive.Write(&p, m) != c.short || Algebraic.Write(&p, m) != c.san {
			t.Errorf("%s is not written in its notation", c.uci)
		}
		got := []string{Record(&p, m), Short(&p, m), Long(&p, m), Words(&p, m), SAN(&p, m), Gringmuth.Write(&p, m)}
		for i, want := range []string{c.record, c.short, c.long, c.words, c.san, c.gringmuth} {
			if got[i] != want {
				t.Errorf("%s: %q, want %q", c.uci, got[i], want)
			}
		}
	}
}

func TestNotationNames(t *testing.T) {
	for n := Descriptive; n <= Uedemann; n <<= 1 {
		if got, ok := Parse(n.String()); !ok || got != n {
			t.Errorf("%v is read back as %v", n, got)
		}
	}
	if n, ok := Parse("ICCF"); !ok || n != Numeric {
		t.Error("ICCF is not numeric")
	}
	if _, ok := Parse("braille"); ok {
		t.Error("braille is no notation here")
	}
	if got := (Descriptive | Algebraic).String(); got != "descriptive, algebraic" {
		t.Errorf("a set is written %q", got)
	}
}

func BenchmarkShort(b *testing.B) {
	plies := printedGames(b)[0].plies
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		ply := &plies[i%len(plies)]
		Short(&ply.position, ply.move)
	}
}

// The historic correspondence games stand in testdata in SAN and three codes,
// worked out from the tables of the codes by another program.
func TestCorrespondenceGamesInEveryNotation(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/games/notations/correspondence.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := board.Array()
	for line := range strings.Lines(string(raw)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
			continue
		case fields[0] == "game":
			p = board.Array()
			continue
		}
		m, _ := board.ParseMove(fields[0])
		for i, n := range []Set{Algebraic, Gringmuth, Uedemann, Numeric} {
			if got := n.Write(&p, m); got != fields[1+i] {
				t.Errorf("%v in %v is %q, not %q", m, n, got, fields[1+i])
			}
			if r := (Move{Text: fields[1+i]}).Readings(&p, Rules{Notations: n}); len(r.Moves) != 1 || r.Moves[0] != m {
				t.Errorf("%q in %v reads as %v", fields[1+i], n, r.Moves)
			}
		}
		p = p.Play(m)
	}
}

// A move as it is written in an agreed notation reads back as that move, whatever
// second notation is agreed. The two telegraph codes alone name some moves by the
// words of others.
func TestWrittenFormsUnderPairsOfNotations(t *testing.T) {
	codes := Gringmuth | Uedemann
	n := 0
	for i, g := range printedGames(t) {
		for j, ply := range g.plies {
			if (i+j)%41 != 0 {
				continue
			}
			for _, m := range ply.position.Moves(nil) {
				for a := Descriptive; a <= German; a <<= 1 {
					text := a.Write(&ply.position, m)
					for b := Descriptive; b <= German; b <<= 1 {
						r := Move{Text: text}.Readings(&ply.position, Rules{Notations: a | b})
						if n++; (len(r.Moves) != 1 || r.Moves[0] != m) && a|b != codes {
							t.Errorf("%q, %v in %s, reads as %v in %v and %v", text, m, ply.position.FEN(), r.Moves, a, b)
						}
					}
				}
			}
		}
	}
	if n < 50_000 {
		t.Errorf("only %d forms were read", n)
	}
}
