package templates

import (
	"corrd/game"
	"corrd/templates/texts"
)

// Rivals tells the sender of a conditional series that two of its moves answer
// one assumption, or that one of them answers any move beside one that answers a
// move by name; "" where neither is so.
func (t *told) Rivals() string {
	f, _ := t.Fact.(game.Promised)
	by, _ := t.Event.By.Side()
	switch twice, named := t.State.Rivals(by, f); {
	case twice:
		return texts.Say("series rivals", t.Opponent(), t.code.Multiple)
	case named:
		return texts.Say("series named")
	}
	return ""
}
