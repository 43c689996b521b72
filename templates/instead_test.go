package templates

import (
	"strings"
	"testing"
)

// TestRightOfAnotherCode: a statement that only another code knows is answered in words
// that name the code of the game, and what that code has instead.
func TestRightOfAnotherCode(t *testing.T) {
	for words, want := range map[string]string{
		"demand fifty":                "\"claim draw: fifty moves\" (II.8(b))",
		"check":                       "Check need not be announced.",
		"retract":                     "\"withdraw\" asks your opponent's consent to take a move back (II.6(d))",
		"recommence":                  "(II.2)",
		"proceed":                     "(II.2)",
		"intend QKt-B3":               "the receiver's choice (III.3)",
		"submit to umpire: he is ill": "write \"protest:\"",
	} {
		g := sit(t, nil, nil)
		g.step("white: " + words + "\\nP-K4")
		if len(g.state.Line) != 1 {
			t.Errorf("%s: the move beside it does not act", words)
		}
		for _, l := range g.letters {
			page, err := Game(l.letter)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(page.Text), " ")
			if l.letter.Reader.Side == 0 && (!strings.Contains(text, want) || !strings.Contains(text, "The British Chess Code")) {
				t.Errorf("%s: no %q in\n%s", words, want, page.Text)
			}
		}
	}
}
