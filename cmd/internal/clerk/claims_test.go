package clerk

import (
	"strings"
	"testing"

	"corrd/game/board"
)

// TestClaimInTheWordsOfAnOffer: who puts a draw that they can claim in the words of an offer is
// asked; without the ground, beside a move, or before the position has come often enough it is one.
func TestClaimInTheWordsOfAnOffer(t *testing.T) {
	for words, asks := range sampled(map[string]bool{
		"Draw? The position has been repeated three times.": true, "I offer a draw by threefold repetition": true, "The same position for the third time - draw?": true,
		"Draw by repetition?": true, "draw?": false, "A draw? We seem to go round in circles.": false, "P-Q3 and I offer a draw, we keep repeating": false,
	}, 3) {
		b := talk(t, "W:Q-K2", "B:Q-K2", "W:Q-Q1", "B:Q-Q1", "W:Q-K2", "B:Q-K2", "W:Q-Q1", "B:Q-Q1", "W:"+words)
		offers := len(strings.Fields(b.came())) > 1 && strings.Contains(b.came(), "offers")
		if offers == asks || b.game().Result != nil || asks && b.newest().Verdict == "" {
			t.Errorf("%q: %s, %s", words, b.came(), b.newest().Verdict)
		}
		if asks {
			b.answer(board.White, "claims", b.newestTo("alice"), "claim draw: repetition")
			if b.game().Result == nil {
				t.Errorf("%q: a claim after the question is not granted: %s", words, b.newest().Verdict)
			}
		}
	}
	b := talk(t, "W:Q-K2", "B:Q-K2", "W:Q-Q1", "B:Q-Q1", "W:Draw? The position has been repeated three times.")
	if !strings.Contains(b.came(), "offers") {
		t.Errorf("after two times: %s, %s", b.came(), b.newest().Verdict)
	}
}
