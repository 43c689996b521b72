package templates

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/templates/texts"
)

// CountSoFar says how many of the moves that are counted each side has made; "" where no count
// runs, and when the game is over.
func (p *gamePage) CountSoFar() string {
	made, runs := p.State.Counted()
	if !runs || p.State.Result != nil {
		return ""
	}
	c := p.State.Count
	return texts.Say("count so far", c.Law, c.Moves, made[board.White], made[board.Black])
}

// countCases are the cases in which a code lets a side demand the count, by the keys of
// their words.
var countCases = map[codes.CountCase]string{
	codes.SidePersists:  "count case side persists",
	codes.KingAlone:     "count case king alone",
	codes.OnePiece:      "count case one piece",
	codes.DifficultMate: "count case difficult mate",
}

// Counts tells in which cases a side may demand the count, with the law of each.
func (t *told) Counts() string {
	text := ""
	for _, r := range t.code.Counts() {
		count, law, _ := r.Get()
		for _, c := range count.Cases {
			said := texts.Say(countCases[c], law)
			if text != "" {
				said = texts.Say("count or", text, said)
			}
			text = said
		}
	}
	return text
}
