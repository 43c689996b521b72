package templates

import (
	"strings"
	"testing"

	"corrd/game"
)

// TestSuspendedWhileAdjourned: a letter about a game that waits for the umpire does not say that
// the game goes on by itself, though the game is adjourned too.
func TestSuspendedWhileAdjourned(t *testing.T) {
	g := sit(t, map[string]string{"time": "1 move in 1 hour, until 10:30"}, nil)
	g.step("wait 1h")
	g.state = g.state.Apply(game.Event{At: g.now, By: game.White, Law: "silence", Fact: game.Claimed{Ground: "stalemate", Halts: true}})
	g.step("white: protest: help")
	if len(g.letters) != 2 {
		t.Fatalf("%d letters", len(g.letters))
	}
	page, err := Game(g.letters[1].letter)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(page.Text), " ")
	if !strings.Contains(text, "Until the game is resumed no move is taken") || strings.Contains(text, "by itself") {
		t.Errorf("the letter says\n%s", page.Text)
	}
}
