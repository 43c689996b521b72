package clerk

import (
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/game/board"
)

// TestAgainOfThisGameIsProved: words that seem to ask for another game and speak of this one come
// to the same in its archive.
func TestAgainOfThisGameIsProved(t *testing.T) {
	for words, before := range sampled(map[string][]string{
		"That is all right, play again":    {"W:P-Q3", "B:R-R5"},
		"I resign, but may we play again?": nil,
	}, 3) {
		b := talk(t, before...)
		b.sendAll()
		b.answer(board.White, "again", b.newestTo("alice"), words)
		b.sendAll()
		for _, f := range dossier.Verify(b.files(control.Filing{ID: 1, Keep: true})) {
			if f.Fault {
				t.Errorf("%q: %s", words, f.Words)
			}
		}
	}
}
