package terms

import (
	"strings"

	"corrd/game/board"
)

// Again returns the terms on which the player who had a side in a game challenges the opponent once more: the terms of
// the game with the colours changed. Whoever gave odds gives them again. In an agreed position that lacks the men given
// at odds the sides keep their colours.
func (t Terms) Again(side board.Side) Terms {
	t.Colour = side.Other().String()
	giver, odds := t.Odds.Side()
	switch {
	case odds && t.Position != "":
		t.Colour = side.String()
	case odds:
		if t.Odds.Giver = givenByOpponent; giver == side {
			t.Odds.Giver = givenByChallenger
		}
		t.Odds.Name = t.Odds.mirrored()
	}
	return t
}

// mirrored is the name of the odds as a giver of the other colour gives them: the square of a mate lies on the other
// side of the board.
func (o Odds) mirrored() string {
	name, ok := strings.CutPrefix(o.Name, mateOn)
	s, read := board.ParseSquare(name)
	if !ok || !read {
		return o.Name
	}
	return mateOn + board.At(s.File(), 7-s.Rank()).String()
}
