package notation

import (
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
)

// seeds are texts of every style, good and bad.
var seeds = []string{
	"P-K4", "K. Kt. to K. B's 3d.", "P takes P in passing", "P-K8 (Q) dble ch", "Castles (with K. R.)", "o-o-o",
	"Kt × P (K 3)", "R/2-N2", "first QBP-B5", "Q. to her Kt's 2d.", "K P two squares", "Nbxd7+", "exd6 e.p.", "e8=Q#",
	"5254", "17184", "GALAL", "DOGO(Q)", "adopt 2; P-Q4", "1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5",
	"claim draw: repetition, otherwise R-R6 ch", "challenge bob@example.org, time 20 moves in 1 hour, then 15 an hour",
	"Game 2:\nP-K4\n\nDear Bob", "1… P-K4", "Р-К4", "\u202eP-K4\u202c", "((((", "- - - -", "1.", "1 ,", "P-", "x", "K4 K4 K4", "if if if",
	"adopt", "adopt .", "exact penalty ", "o", "0-", "e.p.", "b4", "Bb4", "\xff\xfe", "P\x00-K4", "ⅷ½ﬁ", strings.Repeat("K B ", 30),
}

var fuzzPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"rnbqkbnr/ppp1pppp/8/3pP3/2P5/8/PP1P1PPP/RNBQKBNR w KQkq d6 0 3",
	"8/8/8/8/8/8/8/8 w - - 0 1",
}

// FuzzReadings: whatever the words, every reading is a legal move, they are
// sorted and each there once, the verdict fits their number, and small letters or
// capitals, kinds of dashes and of spaces, and marks of direction make no
// difference to descriptive notation. Small letters that are also the algebraic
// notation of another move, "b4", have the same readings as capitals, but the
// readings are asked about (Others) and not played.
func FuzzReadings(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, uint8(i))
	}
	f.Add("b\x1c4", uint8(3)) // a sign that nobody sees
	f.Add("\n0 0", uint8(1))  // a line before the move
	f.Add("(b1)", uint8(3))   // a square in brackets, where "(B1)" is the place of a man
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		p, err := board.ParseFEN(fuzzPositions[int(n)%len(fuzzPositions)])
		if err != nil {
			t.Fatal(err)
		}
		for _, notation := range []Set{Descriptive, All} {
			r := Move{Text: text}.Readings(&p, Rules{Notations: notation})
			checkResult(t, &p, text, r)
		}
		plain := Move{Text: text}.Readings(&p, Rules{})
		same := func(varied string) {
			if again := (Move{Text: varied}).Readings(&p, Rules{}); !slices.Equal(plain.Moves, again.Moves) {
				t.Errorf("%q reads as %v, %q as %v", text, plain.Moves, varied, again.Moves)
			}
		}
		same(Fold(text))
		if isPlain(text) {
			capitals := strings.ToUpper(text)
			upper := Move{Text: capitals}.Readings(&p, Rules{})
			alike := strings.EqualFold(WithoutBrackets(text), WithoutBrackets(capitals))
			if alike && (!slices.Equal(played(plain), upper.Moves) || len(upper.Others) > 0) {
				t.Errorf("%q reads as %v, in capitals as %v", text, plain, upper)
			}
			same(strings.ReplaceAll(text, " ", " \u2009\u00a0 "))
			same(strings.ReplaceAll(text, "-", "—"))
			same("\u202a" + text + "\u200f\u202c ")
		}
		Men(text, &p, board.White)
		Move{Text: text}.Explain(&p, Rules{})
	})
}

// played returns the readings that words would have if they were not a move in algebraic notation
// too.
func played(r Result) []board.Move {
	if r.Foreign == Algebraic && len(r.Others) > 0 {
		return r.Others
	}
	return r.Moves
}

func checkResult(t *testing.T, p *board.Position, text string, r Result) {
	t.Helper()
	for i, m := range r.Moves {
		if !p.IsLegal(m) {
			t.Errorf("%q: illegal reading %v", text, m)
		}
		if i > 0 && r.Moves[i-1].String() >= m.String() {
			t.Errorf("%q: readings out of order: %v", text, r.Moves)
		}
	}
	if n := len(r.Moves); (n == 1) != (r.Verdict == One) || (n > 1) != (r.Verdict == Several) {
		t.Errorf("%q: %v with %v", text, r.Verdict, r.Moves)
	}
	if r.Foreign != 0 && len(r.Moves) > 0 {
		t.Errorf("%q reads, yet is foreign", text)
	}
}

// Spaces between the signs, kinds of dashes and of crosses make no difference.
func TestStableUnderSpacing(t *testing.T) {
	variations := []*strings.Replacer{
		strings.NewReplacer("-", " - ", "×", " × ", "(", " ( ", ")", " ) "),
		strings.NewReplacer("-", "—", "×", "x"),
		strings.NewReplacer("-", "\u2009–\u2009", "×", "✕"),
		strings.NewReplacer("-", " to ", "×", " takes "),
		strings.NewReplacer("Kt", "N"),
		strings.NewReplacer("Kt", "Kt. ", "P", "P. ", "B", "B. ", "R", "R. ", "Q", "Q. ", "K", "K"),
	}
	games := printedGames(t)
	for i := 0; i < len(games); i += 5 {
		for _, ply := range games[i].plies {
			text := Record(&ply.position, ply.move)
			for i, v := range variations {
				if i == 3 && ply.position.IsCastling(ply.move) {
					continue // "o to o" is nothing
				}
				varied := v.Replace(text)
				r := Move{Text: varied}.Readings(&ply.position, Rules{})
				if len(r.Moves) != 1 || r.Moves[0] != ply.move {
					t.Fatalf("%q reads as %v, %q as %v", text, ply.move, varied, r.Moves)
				}
			}
		}
	}
}

// longTexts are texts that would take very long if reading them were more than
// linear work.
var longTexts = []string{"P-K4 ", "K", "(", "if ", "if P-K4, ", "if any ", "1. ", "1. P-K4 ", "P-K4, ", "P-K4;", "or ", "x", " ",
	"Kt to ", "K B 3 ", "12", ". ", "e4 ", "-", "é", "\u200b", "and ", "P-K4\n", "P x P P x ", "Game 2: ", "adopt 2; "}

// Texts of 40,000 characters in a line read as no move.
func TestLongTexts(t *testing.T) {
	p := board.Array()
	for _, unit := range longTexts {
		line := strings.Repeat(unit, 40_000/len(unit)+1)
		if r := (Move{Text: line}).Readings(&p, Rules{Notations: All}); len(r.Moves) > 0 && strings.Trim(unit, " \u200b") != "" {
			t.Errorf("40,000 characters of %q read as %v", unit, r.Moves)
		}
	}
}
