package templates

import (
	"fmt"
	"slices"

	"corrd/game"
	"corrd/interpret/notation"
)

// Rivals tells the sender of a conditional series that two of its moves answer
// one assumption, or that one of them answers any move beside one that answers a
// move by name; "" where neither is so. It looks at the words alone: nobody is
// told what lies ahead.
func (t *told) Rivals() string {
	f, _ := t.Fact.(game.Promised)
	by, _ := t.Event.By.Side()
	var siblings []game.Branch
	for _, c := range t.State.Conditionals {
		if c.Side == by && c.Ply == f.Ply && c.Status == game.Waiting {
			siblings = append(siblings, c.Branch)
		}
	}
	twice, named := rivals(append(siblings, f.Series...))
	switch {
	case twice:
		return fmt.Sprintf("Two of your conditional moves answer the same move. If it is made, both count as sent for one turn, and %s may adopt either (%s).",
			t.Opponent(), t.code.Multiple)
	case named:
		return "A move that you assume by name goes before \"if any\" (house:3)."
	}
	return ""
}

// rivals reports whether of several hypotheses for one turn, or of those that
// follow one of them, two assume the same in the same words and bind different
// moves to it, and whether one assumes any move and another a certain one.
func rivals(all []game.Branch) (twice, named bool) {
	certain := 0
	for i, b := range all {
		if len(b.If) > 0 {
			certain++
		}
		again := func(o game.Branch) bool {
			return !b.Resign && !o.Resign && slices.Equal(folded(b.If), folded(o.If)) && notation.Fold(b.Then) != notation.Fold(o.Then)
		}
		t, n := rivals(b.Next)
		twice = twice || t || slices.ContainsFunc(all[:i], again)
		named = named || n
	}
	return twice, named || certain > 0 && certain < len(all)
}

func folded(words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = notation.Fold(w)
	}
	return all
}
