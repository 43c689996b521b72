package notation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"corrd/game/board"
)

// TestReadings runs the files of testdata/letters/reading:
//
//	notation NAMES      agreed from here on; descriptive at first
//	promotion queen     what an unnamed promotion is
//	position FEN|array [UCI…]
//	TEXT => UCI… [remark]
//	TEXT => none illegal|unintelligible [foreign NOTATION]
func TestReadings(t *testing.T) {
	files, err := filepath.Glob("../../testdata/letters/reading/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatal("the files of cases are missing:", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			c := readingCases{T: t}
			for _, line := range strings.Split(string(text), "\n") {
				c.line(line)
			}
		})
	}
}

type readingCases struct {
	*testing.T
	rules    Rules
	position board.Position
}

func (c *readingCases) line(line string) {
	key, rest, _ := strings.Cut(line, " ")
	switch key {
	case "", "#":
	case "notation":
		c.rules.Notations = 0
		for _, name := range strings.Fields(rest) {
			n, ok := Parse(name)
			if !ok {
				c.Fatal("unknown notation:", line)
			}
			c.rules.Notations |= n
		}
	case "promotion":
		c.rules.Promotion = board.Queen
	case "position":
		c.position = positionOf(c.T, rest)
	default:
		words, want, ok := strings.Cut(line, " => ")
		if !ok {
			c.Fatal("no expectation:", line)
		}
		if got := outcome(Move{Text: words}.Readings(&c.position, c.rules)); got != want {
			c.Errorf("%q in %s:\n got %s\nwant %s", words, c.position.FEN(), got, want)
		}
	}
}

// positionOf reads a FEN or "array", and moves in UCI after it.
func positionOf(t *testing.T, text string) board.Position {
	t.Helper()
	p := board.Array()
	fields := strings.Fields(text)
	moves := fields[1:]
	if fields[0] != "array" {
		var err error
		if p, err = board.ParseFEN(strings.Join(fields[:6], " ")); err != nil {
			t.Fatal(err)
		}
		moves = fields[6:]
	}
	for _, uci := range moves {
		m, ok := board.ParseMove(uci)
		if !ok || !p.IsLegal(m) {
			t.Fatalf("%q is no legal move in %s", uci, p.FEN())
		}
		p = p.Play(m)
	}
	return p
}

// outcome writes a result as the files do.
func outcome(r Result) string {
	var words []string
	for _, m := range r.Moves {
		words = append(words, m.String())
	}
	if len(words) == 0 {
		words = []string{"none", r.Verdict.String()}
	}
	if len(r.Remarks) > 0 {
		words = append(words, "remark")
	}
	if r.Foreign != 0 {
		words = append(words, "foreign", r.Foreign.String())
	}
	return strings.Join(words, " ")
}

// A term that is true of no reading is read past with a remark.
func TestFalseTerms(t *testing.T) {
	p := positionOf(t, "rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")
	for text, remarks := range map[string]int{
		"B-QKt5": 0, "B-QKt5 ch": 0, "B checks": 0, "B-KKt5 ch": 1, "B-QKt5 mate": 1, "KKt-B3 dis": 1, "B-KKt5 dble ch": 2,
	} {
		if r := (Move{Text: text}).Readings(&p, Rules{}); r.Verdict != One || len(r.Remarks) != remarks {
			t.Errorf("%q: %v, remarks %q", text, r.Verdict, r.Remarks)
		}
	}
}

func TestMen(t *testing.T) {
	p := positionOf(t, "array e2e4 e7e5 g1f3 b8c6 f1c4 f8c5")
	for _, c := range []struct{ words, squares string }{
		{"QR", "a1"}, {"KRP", "h2"}, {"Kt on KB3", "f3"}, {"Kt(KB3)", "f3"}, {"Kt", "b1 f3"}, {"K", "e1"}, {"the King", "e1"},
		{"P on K4", "e4"}, {"Kt on QB6", ""}, {"Kt on KB6", "f3"}, {"nonsense", ""}, {"", ""},
	} {
		var got []string
		for s := range Men(c.words, &p, board.White).All() {
			got = append(got, s.String())
		}
		if strings.Join(got, " ") != c.squares {
			t.Errorf("%q names the men on %v, want %s", c.words, got, c.squares)
		}
	}
}

func TestGermanLetters(t *testing.T) {
	const open = "r1bqkbnr/pPpp1ppp/2n5/1B2p3/4P3/3P1N2/P1P2PPP/RNBQK2R w KQkq - 1 4"
	for _, c := range []struct{ text, want string }{
		{"Sd4", "f3d4"}, {"sd4", "f3d4"}, {"Sxe5", "f3e5"}, {"S:e5", "f3e5"}, {"Lxc6", "b5c6"}, {"Lc4", "b5c4"}, {"Dd2", "d1d2"}, {"De2", "d1e2"},
		{"Tg1", "h1g1"}, {"Kf1", "e1f1"}, {"d4", "d3d4"}, {"D4", "d3d4"}, {"0-0", "e1g1"}, {"bxa8D", "b7a8q"}, {"bxa8=S", "b7a8n"}, {"bxa8(T)", "b7a8r"},
		{"bxc8L", "b7c8b"}, {"♘d4", "f3d4"}, {"Sb1-c3", "b1c3"},
	} {
		p, err := board.ParseFEN(open)
		if err != nil {
			t.Fatal(err)
		}
		r := (Move{Text: c.text}).Readings(&p, Rules{Notations: German})
		if len(r.Moves) != 1 || r.Moves[0].String() != c.want {
			t.Errorf("%q reads as %v, not %s", c.text, r.Moves, c.want)
		}
	}
	p := board.Array()
	for _, in := range []Set{Descriptive, Algebraic} {
		if r := (Move{Text: "Sf3"}).Readings(&p, Rules{Notations: in}); len(r.Moves) != 0 || r.Foreign != German {
			t.Errorf("where %v is agreed Sf3 reads as %v, foreign %v", in, r.Moves, r.Foreign)
		}
	}
}
