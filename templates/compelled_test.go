package templates

import (
	"slices"
	"strings"
	"testing"

	"corrd/interpret"
)

// TestNothingCompelled: where the penalty could compel no man neither side reads that the penalty
// may be exacted, for no letter offers that; where the penalty compels a man the receiver reads it.
func TestNothingCompelled(t *testing.T) {
	for moves, compels := range map[string]bool{"KKt-K4": false, "P-K4 P-K4 KKt-Q4": true} {
		var script []string
		for i, move := range strings.Fields(moves) {
			script = append(script, []string{"white: ", "black: "}[i%2]+move)
		}
		g := staged(t, scene{terms: london, script: script})
		if len(g.letters) != 2 {
			t.Fatalf("%s: %d letters, want 2", moves, len(g.letters))
		}
		for _, l := range g.letters {
			text := strings.Join(strings.Fields(l.page(t).Text), " ")
			if says := strings.Contains(text, "may exact") || strings.Contains(text, "still exact"); says != compels {
				t.Errorf("%s: the letter %s speaks of a penalty that may be exacted: %v, want %v\n%s", moves, l.name(), says, compels, l.page(t).Text)
			}
			if l.letter.Reader.Side != g.state.Offence.By {
				offered := slices.Contains(l.letter.State.Rights(l.letter.Reader.Side), interpret.KindExact)
				if offered != compels {
					t.Errorf("%s: the letter offers the penalty: %v, want %v", moves, offered, compels)
				}
			}
		}
	}
}
