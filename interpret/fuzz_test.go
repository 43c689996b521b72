package interpret

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// seeds are texts of every style, good and bad.
var seeds = []string{
	"P-K4", "K. Kt. to K. B's 3d.", "P takes P in passing", "P-K8 (Q) dble ch", "Castles (with K. R.)", "o-o-o",
	"Kt × P (K 3)", "R/2-N2", "first QBP-B5", "Q. to her Kt's 2d.", "K P two squares", "Nbxd7+", "exd6 e.p.", "e8=Q#",
	"5254", "17184", "GALAL", "DOGO(Q)", "adopt 2; P-Q4", "1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5",
	"claim draw: repetition, otherwise R-R6 ch", "challenge bob@example.org, time 20 moves in 1 hour, then 15 an hour",
	"Game 2:\nP-K4\n\nDear Bob", "1… P-K4", "Р-К4", "\u202eP-K4\u202c", "((((", "- - - -", "1.", "1 ,", "P-", "x", "K4 K4 K4", "if if if",
	";", "; ;", " STOP", "adopt", "adopt .", "exact penalty ", "o", "0-", "e.p.", "\xff\xfe", "P\x00-K4", "ⅷ½ﬁ", ", B takes B", "and P-K4", strings.Repeat("K B ", 30),
	strings.Repeat("Ⱥ", 40) + " my pawn to king", strings.Repeat("Ⱥ", 40) + " two squares",
}

// FuzzParse: whatever the letter, every statement has its line and the moves its
// kind promises, and the note is short and valid text; quotation marks around a
// line make no difference.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
		f.Add(s + "\n" + s + "; " + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		page := Parse(text)
		lines := strings.Count(text, "\n") + 1
		for _, s := range page.Statements {
			if s.Line < 1 || s.Line > lines {
				t.Errorf("%q: statement on line %d", text, s.Line)
			}
			checkStatement(t, text, s)
		}
		if quoted := Parse("\u201c" + text + "\u201d "); isPlain(text) && lines == 1 && !strings.Contains(text, "\r") &&
			!slices.Equal(kindsOf(page), kindsOf(quoted)) {
			t.Errorf("%q states %v, in quotation marks %v", text, kindsOf(page), kindsOf(quoted))
		}
		if utf8.RuneCountInString(page.Note) > maxNote || !utf8.ValidString(page.Note) {
			t.Errorf("%q: bad note %q", text, page.Note)
		}
	})
}

// isPlain reports whether a text is of printable ASCII and its spaces.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c >= 0x7F || c < ' ' && !strings.ContainsRune("\n\t\r", c) })
}

func kindsOf(p Page) (kinds []string) {
	for _, s := range p.Statements {
		kinds = append(kinds, s.Kind.String()+renderMoves("", s.Moves))
	}
	return kinds
}

func checkStatement(t *testing.T, text string, s Statement) {
	t.Helper()
	switch n := len(s.Moves); s.Kind {
	case KindMove:
		if n != 1 {
			t.Errorf("%q: a move of %d moves", text, n)
		}
	case KindMoves:
		if n < 2 {
			t.Errorf("%q: several moves, but %d", text, n)
		}
	case KindConditional:
		if n != 0 {
			t.Errorf("%q: a conditional with moves beside its series", text)
		}
		if s.Series != nil {
			checkSeries(t, text, s.Series)
		}
	default:
		if n > 1 {
			t.Errorf("%q: %v of %d moves", text, s.Kind, n)
		}
	}
	for _, m := range s.Moves {
		if strings.TrimFunc(m.Text, unicode.IsSpace) == "" {
			t.Errorf("%q: a move without words", text)
		}
	}
}

func checkSeries(t *testing.T, text string, s *Series) {
	t.Helper()
	if s.Resign != (s.Then.Text == "") {
		t.Errorf("%q: a reply %q, resigning %v", text, s.Then.Text, s.Resign)
	}
	for _, m := range s.If {
		if m.Text == "" {
			t.Errorf("%q: a hypothesis without words", text)
		}
	}
	for _, next := range s.Next {
		checkSeries(t, text, next)
	}
}

// longTexts are texts that would take very long if reading them were more than
// linear work.
var longTexts = []string{"P-K4 ", "K", "(", "if ", "if P-K4, ", "if any ", "1. ", "1. P-K4 ", "P-K4, ", "P-K4;", "or ", "x", " ",
	"Kt to ", "K B 3 ", "12", ". ", "e4 ", "-", "é", "\u200b", "and ", "P-K4\n", "P x P P x ", "Game 2: ", "adopt 2; "}

// Texts of 40,000 characters in a line are read to the end.
func TestLongTexts(t *testing.T) {
	for _, unit := range longTexts {
		for _, s := range Parse(strings.Repeat(unit, 40_000/len(unit)+1)).Statements {
			checkStatement(t, unit, s)
		}
	}
}

func BenchmarkParseLongLines(b *testing.B) {
	for _, unit := range longTexts {
		short := strings.Repeat(unit, 250/len(unit)+1) + "\n"
		text := strings.Repeat(short, 1<<20/len(short))
		b.Run(strings.TrimSpace(unit), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for range b.N {
				Parse(text)
			}
		})
	}
}

// BenchmarkLongestLine reads each of the long texts as one line of 40,000
// characters, as a page and as a move, and reports how long the slowest took.
func BenchmarkLongestLine(b *testing.B) {
	p := board.Array()
	var slowest time.Duration
	for b.Loop() {
		for _, unit := range longTexts {
			line := strings.ReplaceAll(strings.Repeat(unit, 40_000/len(unit)+1), "\n", " ")
			begun := time.Now()
			Parse(line)
			notation.Move{Text: line}.Readings(&p, notation.Rules{Notations: notation.All})
			slowest = max(slowest, time.Since(begun))
		}
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "ms")
}
