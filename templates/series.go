package templates

import (
	"fmt"

	"corrd/game"
)

// Rivals tells the sender of a conditional series that two of its moves answer
// one assumption, or that one of them answers any move beside one that answers a
// move by name; "" where neither is so.
func (t *told) Rivals() string {
	f, _ := t.Fact.(game.Promised)
	by, _ := t.Event.By.Side()
	switch twice, named := t.State.Rivals(by, f); {
	case twice:
		return fmt.Sprintf("Two of your conditional moves answer the same move. If it is made, both count as sent for one turn, and %s may adopt either (%s).",
			t.Opponent(), t.code.Multiple)
	case named:
		return "A move that you assume by name goes before \"if any\" (house:3)."
	}
	return ""
}
