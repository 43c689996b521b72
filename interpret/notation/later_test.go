package notation

import (
	"strings"
	"testing"
)

// TestSaysLater tries sentences that take a move back, or make it wait, and some that only look so.
func TestSaysLater(t *testing.T) {
	for text, want := range map[string]bool{
		"nvm":                              true,
		"I am not sure yet. I need a day.": true,
		"I have no time to lose.":          false,
		"I can't wait.":                    false,
	} {
		if later, _ := SaysLater(text); later != want {
			t.Errorf("%q: %v, want %v", text, later, want)
		}
	}
}

// TestLastDisowning tries what may stand below a move: a sentence of its own that takes it back,
// and the same words above the move, inside a word or in a line of a longer paragraph.
func TestLastDisowning(t *testing.T) {
	for text, want := range map[string]bool{
		"P-K4. Just kidding!":                                true,
		"P-K4\nJust kidding!":                                true,
		"P-K4\n\nUnless you object.\n\nAlice":                true,
		"P-K4\nExample":                                      true,
		"Wait. P-K4":                                         false,
		"P-K4\nWrite to bob@club.example.":                   false,
		"P-K4\nSee www.test.example/draft.pdf":               false,
		"P-K4\nIf you castle I shall attack.":                false,
		"P-K4\nYou will be the first to know,\nif it comes.": false,
		"P-K4\nIf you come by road it is the\nA4 as far as the bridge, and then": false,
	} {
		if at, _ := LastDisowning(strings.Split(text, "\n")); (at >= 0) != want {
			t.Errorf("%q: line %d, want %v", text, at, want)
		}
	}
}
