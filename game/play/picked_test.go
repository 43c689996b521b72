package play

import (
	"strings"
	"testing"
)

// TestPicked: what a short answer names of the list in the letter that it answers, and that nothing
// is named of a list which nobody was sent.
func TestPicked(t *testing.T) {
	held := "\nwhite: Kt-B3\nexpect candidates b1c3 g1f3\n"
	asks := "\nwhite: P-K4 or P-Q4, which do you prefer?\nexpect why no_statement\n"
	for _, c := range [...]struct{ game, answer, line string }{
		{held, "black: 1", "b1c3"},
		{held, "black: 2.", "g1f3"},
		{held, "black: the king's knight", "g1f3"},
		{held, "black: the Queen's Knight, please", "b1c3"},
		{held, "black: The KKt", "g1f3"},
		{held, "black: Kt-B3, and I take it you mean the king's knight", "g1f3"},
		{held, "black: Kt-B3, I mean the first", "b1c3"},
		{held, "black: I think you mean the second one", "g1f3"},
		{held, "black: the king's rook", ""},
		{held, "black: The knight from b1", "b1c3"},
		{held, "black: the knight on c3", ""},
		{held, "black: the second one, and I answer P-K4", "g1f3 e7e5"},
		{held, "black: the king's knight; P-K4", "g1f3 e7e5"},
		{held, "black: The first, P-K4.", "b1c3 e7e5"},
		{held, "black: My clock, P-K4", ""},
		{held, "black: 3", ""},
		{held, "black: 12", ""},
		{held, "black: 1 or 2?", ""},
		{held, "black: Is it the king's knight?", ""},
		{held, "black: My knight fell off the table at the first bump.", ""},
		{asks, "white: the first one", "e2e4"},
		{asks, "white: 2", "d2d4"},
		{asks, "white: The second, please.", "d2d4"},
		{asks, "white: the third", ""},
		{asks, "white: I mean the first", "e2e4"},
		{asks, "white: The first thing I did was sneeze", ""},
		{"", "white: the first one", ""},
		{"", "white: 1", ""},
	} {
		s := script{t: t, now: begins}
		s.start("code: british-1899\n")
		for step := range strings.Lines(c.game + c.answer) {
			if step = strings.TrimSpace(step); step != "" {
				s.run(step)
			}
		}
		var made []string
		for _, turn := range s.state.Line {
			made = append(made, turn.Move.String())
		}
		if got := strings.Join(made, " "); got != c.line {
			t.Errorf("%s %q: the line is %q, not %q: %s", strings.TrimSpace(c.game), c.answer, got, c.line, describe(s.step))
		}
	}
}
