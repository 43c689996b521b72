package notation

import "testing"

// TestSaysLater tries sentences that take a move back, or make it wait, and some that only look so.
func TestSaysLater(t *testing.T) {
	for text, want := range map[string]bool{
		"nvm":                            true,
		"Just kidding!":                  true,
		"Unless you object.":             true,
		"Example":                        true,
		"Write to bob@club.example.":     false, // a stop inside a word ends no sentence
		"See www.test.example/draft.pdf": false,
		"If you castle I shall attack.":  false,
		"I can't wait.":                  false,
	} {
		if later, _ := SaysLater(text); later != want {
			t.Errorf("%q: %v, want %v", text, later, want)
		}
	}
}
