package interpret

import (
	"os"
	"strings"
	"testing"
)

// TestAskedFor runs asking.txt of testdata/letters/said: what a letter answers, the letter, and
// what it comes to there, with the argument of what is asked for.
func TestAskedFor(t *testing.T) {
	raw, err := os.ReadFile("../testdata/letters/said/asking.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(raw)) {
		question, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), " | ")
		if !ok {
			continue
		}
		lines++
		letter, want, _ := strings.Cut(rest, " => ")
		page := Parse(strings.ReplaceAll(letter, `\n`, "\n"))
		if got := askedOf(question, page); got != want {
			t.Errorf("%s: %q comes to %q, want %q", question, letter, got, want)
		}
	}
	if lines < 400 {
		t.Errorf("only %d lines", lines)
	}
}

// askedOf is saidTo with the argument of the statement.
func askedOf(question string, p Page) string {
	said := saidTo(question, p)
	for _, s := range p.Statements {
		if s.Kind.String() != said {
			continue
		}
		if said += " " + s.Words; len(s.Terms) > 0 {
			said += " " + s.Terms[0].Key + " " + s.Terms[0].Value
		}
		return strings.TrimSpace(strings.Join(strings.Fields(said), " "))
	}
	return said
}
