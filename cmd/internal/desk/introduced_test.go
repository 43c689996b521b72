package desk

import (
	"strings"
	"testing"
)

// TestNamesInAnyText: a name is looked for in whatever text.
func TestNamesInAnyText(t *testing.T) {
	for _, words := range []string{"", " ", "I am", "as Zoe", "name:", "Put me down as", "Zoe Smith please", "\xff", "Ä. Ö. Ü", "my name is"} {
		for n := range 4 {
			text := strings.Repeat(words+"\n", n)
			Joins(text)
			introduced(text)
		}
	}
}
