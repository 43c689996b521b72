package game

import (
	"strings"
	"testing"

	"corrd/templates/texts"
)

// TestEveryVerbHasItsRows: whatever the umpire can do has a power, a law and words, and
// nothing has one without the others.
func TestEveryVerbHasItsRows(t *testing.T) {
	for _, p := range Powers() {
		if _, known := verbs[p.Verb]; !known {
			t.Errorf("%s has no row in verbs of game/verbs.go", p.Verb)
		}
		if p.Says == "" {
			t.Errorf("%s has no help in powers of game", p.Verb)
		}
		if !texts.Has("ruled " + string(p.Verb)) {
			t.Errorf("templates/texts/words.txt has no line %q", "ruled "+p.Verb)
		}
	}
	for verb := range verbs {
		if verb.Power().Verb == "" {
			t.Errorf("%s has no row in powers of game", verb)
		}
	}
	for _, key := range append(texts.Keys("ruled "), texts.Keys("besides ")...) {
		name, _, _ := strings.Cut(key, " ")
		if name != "otherwise" && Verb(name).Power().Verb == "" {
			t.Errorf("words.txt has words for %q, which is no verb", key)
		}
	}
}
