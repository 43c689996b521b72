package play

import (
	"strings"
	"testing"

	"corrd/game"
)

// TestYesPlaysTheMoveNamed: a yes plays the one move that corrd named in its question, and a no
// leaves it unplayed; where several were named, or the move is not its writer's to play any more, a
// yes plays nothing.
func TestYesPlaysTheMoveNamed(t *testing.T) {
	for _, c := range []struct{ first, why, answer, played string }{
		{"Kings pawn forward two", "no_statement", "yes", "e2e4"},
		{"Kings pawn forward two", "no_statement", "Yes, please. Thank you!", "e2e4"},
		{"Kings pawn forward two", "no_statement", "ok", "e2e4"},
		{"Kings pawn forward two", "no_statement", "no", ""},
		{"Kings pawn forward two", "no_statement", "yes, but later", ""},
		{"1. e4", "not_agreed", "yes", "e2e4"},
		{"1. e4", "not_agreed", "Yes please", "e2e4"},
		{"1. e4", "not_agreed", "no, sorry", ""},
		{"Maybe P-K4", "doubtful", "yes", "e2e4"},
		{"I should like to move one of my men", "no_statement", "yes", ""},
	} {
		s := &script{t: t, now: begins}
		s.start("code: british-1899\n")
		s.run("white: " + c.first)
		asked := ""
		for _, e := range s.step {
			if f, ok := e.Fact.(game.Asked); ok {
				asked = string(f.Why)
			}
		}
		s.run("white: " + strings.ReplaceAll(c.answer, "\n", `\n`))
		played := ""
		if len(s.state.Line) > 0 {
			played = s.state.Line[0].Move.String()
		}
		if asked != c.why || played != c.played {
			t.Errorf("%q is asked about as %q, and %q plays %q, not %q", c.first, asked, c.answer, played, c.played)
		}
	}
}
