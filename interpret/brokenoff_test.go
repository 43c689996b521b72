package interpret

import (
	"maps"
	"slices"
	"testing"
)

// TestSentencesThatBreakOff: a sentence that breaks off behind a statement, at any word with which
// a clause may begin, is read.
func TestSentencesThatBreakOff(t *testing.T) {
	for _, statement := range []string{"yes", "no", "accept", "decline", "resign", "I resign", "I offer a draw", "draw", "agree", "withdraw", "I accept the draw", "I decline your offer", "no thanks", "stop", "annul", "I protest"} {
		for _, word := range append(slices.Sorted(maps.Keys(reasons)), "with", "as", "for", "after", "upon", "you", "sir", "and", "(", "(as", "so") {
			for _, line := range []string{statement + " " + word, statement + ", " + word, "Please, " + statement + " " + word, word + " " + statement + " " + word, statement + " sir " + word, statement + ". " + word, word, "P-K4 " + word} {
				Parse(line)
				Parse(line + "\nKind regards")
			}
		}
	}
}
