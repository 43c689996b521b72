package interpret

import (
	"slices"
	"strings"
)

// movesGlued reports whether a word is several moves without the spaces or the
// words that would tell how they are meant: "P-K4|P-Q4".
func (p *parser) movesGlued(word string) bool {
	parts := strings.FieldsFunc(word, func(c rune) bool { return strings.ContainsRune("|/.,;&", c) })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(one string) bool { return !p.soundsLikeMove(one) })
}

func setOf(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return set
}
