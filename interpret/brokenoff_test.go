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

// TestAgainBrokenOff: the last word of a sentence that a mail program has broken asks for no other
// game.
func TestAgainBrokenOff(t *testing.T) {
	for text, want := range map[string]string{
		"again":                        "again",
		"Again, please!":               "again",
		"Thank you, Bob!\nagain":       "again",
		"Thank you.\n\nAgain, please.": "again",
		"It was a great pleasure to meet you here and I hope that we shall meet\nagain":       "asked",
		"It was a great pleasure to meet you here and I hope that we shall meet\nagain.\nBob": "asked",
		"I hope that we shall play\nagain":                                                    "asked",
	} {
		if got := saidIn(Parse(text)); got != want {
			t.Errorf("%q states %q, want %q", text, got, want)
		}
	}
}

// TestStopsAlone has lines whose last stops stand alone, around a move: no figure and no initial
// stands before such a stop, and the move is found.
func TestStopsAlone(t *testing.T) {
	for _, line := range []string{"And so ...", "And so I play :", "...", ":", "Voici mon coup :", "Well . .", ". . .", "Ah! …", "(...)"} {
		for _, text := range []string{line + "\nP-K4", "P-K4\n" + line, line + "\nP-K4\n" + line, line + "\n\nP-K4"} {
			if got := saidIn(Parse(text)); got != "move" {
				t.Errorf("%q states %q, want a move", text, got)
			}
		}
	}
}
