package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/templates/press"
)

// announcing adds a code by which check must be announced, for one test.
func announcing(t *testing.T) string {
	all, ids := codes.All, terms.Codes
	code := *all[0]
	code.ID, code.Check = "announcing", codes.Under("X1", codes.NeedNotBeMet)
	codes.All, terms.Codes = append(slices.Clone(all), &code), append(slices.Clone(ids), code.ID)
	t.Cleanup(func() { codes.All, terms.Codes = all, ids })
	return code.ID
}

// announces is what announces check in a letter or a score.
var announces = regexp.MustCompile(`\bch\b|[a-h][1-8][+#]|gives check`)

// hushed plays a script under a code by which check must be announced, and returns
// everything that is written of the game on the way, but for the digests of laws.
func hushed(t *testing.T, settings map[string]string, script ...string) (written string, pgn func() string) {
	t.Helper()
	g := sit(t, map[string]string{"code": announcing(t), "notation": "descriptive, algebraic"}, settings)
	for _, step := range script {
		g.step(step)
		for _, l := range g.letters {
			page, err := Game(l.letter)
			if err != nil {
				t.Fatal(err)
			}
			text, _, _ := strings.Cut(page.Text, "The law, ")
			written += page.Subject + "\n" + text + "\n"
			for _, h := range page.Headers {
				written += h.Name + ": " + h.Value + "\n"
			}
		}
		written += PGN(g.state, [2]string{"A", "B"}, testOffice) + Score(g.state, [2]string{"A", "B"})
	}
	return written, func() string {
		g.step("black: resign")
		return PGN(g.state, [2]string{"A", "B"}, testOffice)
	}
}

// TestNoCheckThatItsMoverDidNotAnnounce: where announcing check is the mover's business,
// nothing that is written of the game announces one before the game is over.
func TestNoCheckThatItsMoverDidNotAnnounce(t *testing.T) {
	for _, notation := range []string{"both", "algebraic", "descriptive"} {
		settings := map[string]string{"notation": notation}
		for _, script := range [][]string{
			{"white: P-K4", "black: P-Q4", "white: B-Kt5", "black: P-B3", "white: BxP", "black: KtxB"},
			{"white: P-K4", "black: P-Q3", "white: P-KR3\nIf P-KR3, B-Kt5", "black: P-KR3", "black: B-Q2"},
			{"white: P-K4", "black: P-Q3", "white: B-Kt5", "black: P-KR3", "white: P-KR3", "black: B-Q2"},
			{"white: P-K4", "black: P-QB4", "white: Kt-QB3", "black: P-Q3", "white: Bb5", "black: Kt-Q2"},
		} {
			written, over := hushed(t, settings, script...)
			if said := announces.FindString(written); said != "" {
				t.Errorf("%s, %q: %q in\n%s", notation, script, said, written)
			}
			if strings.Contains(written, "[SetUp") || strings.Contains(written, "Before the position") {
				t.Errorf("%s, %q: the PGN of a running game parts its moves at a check left standing:\n%s", notation, script, written)
			}
			if pgn := over(); !strings.Contains(pgn, "Bb5+") {
				t.Errorf("%q: the game is over, and nothing shows the check:\n%s", script, pgn)
			}
		}
	}
}

// TestCheckThatItsMoverAnnounced: what the mover announces is written, a false cry like a
// true one, and nothing says which it is.
func TestCheckThatItsMoverAnnounced(t *testing.T) {
	for cry, move := range map[string]string{"B-Kt5 ch": "Bb5+", "B-K2, check": "Be2+"} {
		written, _ := hushed(t, nil, "white: P-K4", "black: P-Q4", "white: "+cry)
		short, _, _ := strings.Cut(strings.ReplaceAll(cry, ",", ""), " c")
		for _, want := range []string{move, short + " ch"} {
			if !strings.Contains(strings.ReplaceAll(written, press.NoBreak, " "), want) {
				t.Errorf("%s: no %q in\n%s", cry, want, written)
			}
		}
		if strings.Contains(written, "no reading gives check") {
			t.Errorf("%s: the letters tell a false cry from a true one:\n%s", cry, written)
		}
	}
}
