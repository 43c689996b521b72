package game

import (
	"fmt"

	"corrd/game/board"
)

// clash says, for the players, which terms cannot stand together, or "".
func (t Terms) clash() string {
	if t.Odds.grant().moves > 0 && t.First != perCode {
		return fmt.Sprintf("At the odds of %s the receiver begins: the term \"first move\" must be \"%s\".", t.Odds.Name, perCode)
	}
	if t.Late != "" && t.Time.Until != "" {
		return "Where play ends at a fixed time of the day the flag forfeits the game: the term \"late\" must be \"forfeit\"."
	}
	if t.Position == "" {
		return ""
	}
	switch p := initial(t.Position); {
	case t.Blindfold():
		return "A blindfold game begins from the array or at odds: the term \"position\" would send a position."
	case t.First != perCode && t.First != p.SideToMove().String():
		return fmt.Sprintf("In the term \"position\" it is %s's turn, and the term \"first move\" says %q: leave out one of them.", p.SideToMove(), t.First)
	}
	return t.oddsInPosition()
}

// oddsInPosition says why the odds cannot be those of the position agreed on,
// from which nothing more is taken: the men given at odds must be gone, and who
// has a turn of several moves must be to move.
func (t Terms) oddsInPosition() string {
	g := t.Odds.grant()
	if g.gives == nil && g.moves == 0 {
		return ""
	}
	giver, ok := t.giver()
	p := initial(t.Position)
	switch {
	case !ok || t.Games > 1:
		return "In a position that is agreed on, the term \"odds\" must name the colour that gives them, for one game."
	case t.stands(&p, giver, g.gives) || t.stands(&p, giver.Other(), g.takes):
		return fmt.Sprintf("In the term \"position\" a man still stands that the odds of %s give away: take it out of the position.", t.Odds.Name)
	case g.moves > 0 && p.SideToMove() == giver:
		return fmt.Sprintf("In the term \"position\" it is %s's turn; at the odds of %s the receiver begins.", giver, t.Odds.Name)
	}
	return ""
}

// giver gives the side that gives the odds, as far as the terms settle it.
func (t Terms) giver() (giver board.Side, ok bool) {
	switch t.Colour {
	case board.White.String():
		return t.Odds.seated(board.White).Side()
	case board.Black.String():
		return t.Odds.seated(board.Black).Side()
	}
	return t.Odds.Side()
}

// stands reports whether one of some men of a side is where it begins.
func (t Terms) stands(p *board.Position, side board.Side, men []givenMan) bool {
	for _, m := range men {
		if man, on := p.At(t.home(side, m)); on && man.Side == side && man.Kind == m.kind {
			return true
		}
	}
	return false
}
