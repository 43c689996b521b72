package terms

import (
	"testing"

	"corrd/game/board"
	"corrd/interpret"
)

// TestAgain: the terms of a game played again are the same, with the colours changed; the giver of
// odds gives them again, and the square of a mate stays where the giver named it.
func TestAgain(t *testing.T) {
	for _, c := range []struct {
		written string
		side    board.Side
		want    []string
	}{
		{"time reply in 3 days", board.White, []string{"colour black", "time reply in 3 days"}},
		{"colour black, odds knight given by white", board.White, []string{"colour black", "odds knight given by challenger"}},
		{"odds knight given by white", board.Black, []string{"colour white", "odds knight given by opponent"}},
		{"odds pawn and two given by challenger, games 2, medium post", board.Black, []string{"colour white", "odds pawn and two given by challenger", "games 2", "medium post"}},
		{"odds mate on h8 given by white", board.White, []string{"colour black", "odds mate on h1 given by challenger"}},
		{"odds knight given by white, position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", board.Black, []string{"colour black", "odds knight given by white"}},
	} {
		before, refusal := Parse(interpret.ParseTerms(c.written), Default())
		if refusal != "" {
			t.Fatal(refusal)
		}
		before.Odds = before.Odds.Seated(c.side) // as the game that begins has them
		lines := map[string]bool{}
		for _, line := range before.Again(c.side).Lines() {
			lines[line] = true
		}
		for _, want := range c.want {
			if !lines[want] {
				t.Errorf("%s: %v has no %q", c.written, lines, want)
			}
		}
	}
}
