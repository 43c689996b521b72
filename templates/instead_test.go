package templates

import (
	"slices"
	"strings"
	"testing"

	"corrd/game/codes"
	"corrd/game/terms"
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

// TestSilenceIsAnsweredInWords: a claim about which the code says nothing, or the code and
// the annex, goes to the umpire in words that name them.
func TestSilenceIsAnsweredInWords(t *testing.T) {
	all, ids := codes.All, terms.Codes
	code := *all[0]
	code.ID, code.Title, code.Draws = "taciturn", "The Taciturn Code, with an annex that is silent too", nil
	codes.All, terms.Codes = append(slices.Clone(all), &code), append(slices.Clone(ids), code.ID)
	t.Cleanup(func() { codes.All, terms.Codes = all, ids })
	g := sit(t, map[string]string{"code": code.ID}, nil)
	g.step("white: claim draw: repetition")
	if len(g.letters) != 2 {
		t.Fatalf("%d letters", len(g.letters))
	}
	for _, l := range g.letters {
		page, err := Game(l.letter)
		if err != nil {
			t.Fatal(err)
		}
		want := "The code of this game, The Taciturn Code, with an annex that is silent too, says nothing of it (house:27)."
		if !strings.Contains(strings.Join(strings.Fields(page.Text), " "), want) {
			t.Errorf("no %q in\n%s", want, page.Text)
		}
	}
}
