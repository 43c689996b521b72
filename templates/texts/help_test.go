package texts

import (
	"slices"
	"strings"
	"testing"
)

// TestTopics: each row that a topic names stands in a help text, each word leads to one topic, and
// no topic is without anything to say.
func TestTopics(t *testing.T) {
	raw, err := Files.ReadFile("help.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(string(raw))
	seen := map[string]string{}
	for _, topic := range topics {
		for _, row := range topic.rows {
			glossed, isTerm := strings.CutPrefix(row, "- ")
			n := 0
			for _, r := range rows {
				if strings.HasPrefix(inOneLine(r), row+" ") {
					n++
				}
			}
			if n == 0 && !(isTerm && Has("gloss "+glossed)) {
				t.Errorf("%s: no row of help.txt begins with %q", topic.name, row)
			}
		}
		for _, word := range append([]string{topic.name}, topic.words...) {
			if other, double := seen[word]; double {
				t.Errorf("%q is a word for %s and for %s", word, other, topic.name)
			}
			seen[word] = topic.name
		}
		if len(topic.rows) == 0 && About(topic.name, string(raw)) == "" {
			t.Errorf("nothing is said about %s", topic.name)
		}
	}
	for text, want := range map[string][]string{
		"May I castle if the umpire offers a draw? A draw!": {"castling", "umpire"},
		"umpire":                             {"umpire"},
		"I talked about draws and castling.": nil,
		"How is your mother?":                nil,
	} {
		if got := AskedAbout(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}
