package templates

import (
	"slices"
	"strings"
	"testing"
)

// TestCardsTellTheRegime: every card that asks for a move says what assistance the turn
// allows, save a question about a letter that has come in that turn.
func TestCardsTellTheRegime(t *testing.T) {
	told := 0
	for _, s := range scenes {
		for _, l := range staged(t, s).letters {
			card, err := OnCard(l.letter)
			if err != nil {
				t.Fatalf("%s: %v", l.name(), err)
			}
			if !card.Asks || l.letter.Kind == "asked" {
				continue
			}
			told++
			if !slices.ContainsFunc(card.Words, func(w string) bool {
				return strings.HasPrefix(w, "Books are allowed") || strings.HasPrefix(w, "This turn is bound by the General Law")
			}) {
				t.Errorf("%s: the card says %q", l.name(), card.Words)
			}
		}
	}
	if told == 0 {
		t.Error("no card asks for a move")
	}
}
