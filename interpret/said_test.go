package interpret

import (
	"os"
	"strings"
	"testing"
)

// TestSaid runs the tables of testdata/letters/said: a letter, "=>" and the kinds of the statements in it.
func TestSaid(t *testing.T) {
	for _, file := range []string{"polite", "doubtful"} {
		raw, err := os.ReadFile("../testdata/letters/said/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range strings.Lines(string(raw)) {
			letter, want, ok := strings.Cut(strings.TrimRight(line, "\n"), " => ")
			if !ok {
				continue
			}
			lines++
			if got := saidIn(Parse(strings.ReplaceAll(letter, `\n`, "\n"))); got != want {
				t.Errorf("%s: %q states %q, want %q", file, letter, got, want)
			}
		}
		if lines < 100 {
			t.Errorf("%s has %d lines", file, lines)
		}
	}
}

// saidIn gives the kinds of a letter's statements, "asked" if nothing of it acts and "both" for a yes and a no.
func saidIn(p Page) string {
	var kinds []string
	for _, s := range p.Statements {
		kind := s.Kind.String()
		if s.Kind == KindRegister {
			kind += ":" + s.Words
		}
		kinds = append(kinds, kind)
	}
	switch said := strings.Join(kinds, " "); said {
	case "":
		return "asked"
	case "yes no":
		return "both"
	default:
		return said
	}
}
