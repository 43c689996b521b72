package templates

import (
	"testing"

	"corrd/game"
)

// TestEveryVerbHasWords: letters say of every ruling that can be made what it orders, or
// what it recorded.
func TestEveryVerbHasWords(t *testing.T) {
	for _, p := range game.Powers() {
		if p.Verb != game.RulesIntention && made(game.Ruling{Verb: p.Verb}) == "as follows" {
			t.Errorf("%s has no words in made or ordered", p.Verb)
		}
	}
}
