package templates

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzFill: whatever the words, lines keep within the margin and nothing but
// white space is lost.
func FuzzFill(f *testing.F) {
	f.Add("White has played 1. P-K4; it is your turn and you have 30 days for the next 10 moves.")
	f.Add("a\n\n\n- b c\nd\n| e  f\n" + strings.Repeat("x", 200) + " resign " + strings.Repeat("y", 80))
	f.Fuzz(func(t *testing.T, text string) {
		filled := fill(text)
		for line := range strings.Lines(filled) {
			line = strings.TrimRight(line, "\n")
			if !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > Width {
				t.Errorf("too wide: %q", line)
			}
		}
		if utf8.ValidString(text) && flat(filled) != flat(text) {
			t.Errorf("%q became %q", text, filled)
		}
	})
}

// TestLongNames: names of any length leave the tables within the margin.
func TestLongNames(t *testing.T) {
	g := staged(t, scene{script: []string{"white: P-K4"}})
	l := g.letters[len(g.letters)-1].letter
	l.Names = [2]string{strings.Repeat("Alice ", 40), strings.Repeat("B", 300)}
	p, err := Game(l)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(p.Text + Score(l.State, l.Names)) {
		if utf8.RuneCountInString(line) > Width+1 {
			t.Errorf("too wide: %q", line)
		}
	}
}
