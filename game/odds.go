package game

import (
	"corrd/game/board"
	"corrd/game/codes"
)

// DrawLoses returns the provision by which a side loses a game that is drawn, because of the odds
// that the side has given: draws count against it, or it has undertaken to mate (IV.8). loses is
// false for a side that a draw costs nothing.
func (s State) DrawLoses(side board.Side) (law Law, loses bool) {
	giver, ok := s.Terms.Odds.Side()
	if !ok || giver != side {
		return "", false
	}
	g := s.Terms.Odds.Grant()
	if g.Draws {
		if _, law, provided := s.Code().OddsDraws.Get(); provided {
			return law, true
		}
		return codes.TermsOdds, true
	}
	if g.Mate == nil {
		return "", false
	}
	_, law, loses = s.Code().Condition.Get()
	return law, loses
}
