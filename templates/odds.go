package templates

import (
	"fmt"

	"corrd/game"
	"corrd/game/codes"
)

// Odds tells, in the first letter, what odds are given, by whom, and who begins;
// "" where none are.
func (t *told) Odds() string {
	started, _ := t.Fact.(game.Started)
	giver, ok := started.Terms.Odds.Side()
	if !ok {
		return ""
	}
	s := t.GameLetter.State
	first := s.Position.SideToMove()
	begins := fmt.Sprintf("%s has the first move.", sideName(first))
	if several := firstTurn(s, t.code); several != "" {
		begins = several
	} else if first == giver {
		begins = fmt.Sprintf("%s has the first move (%s).", sideName(first), t.code.OddsFirst)
	}
	return fmt.Sprintf("The game is at odds (%s): %s. %s", game.OddsLaw(t.code, started.Terms.Odds), started.Terms.Odds, begins)
}

// FirstTurn tells what the law asks of a first turn of several moves that is
// due; "" where one move is.
func (t *told) FirstTurn() string { return firstTurn(t.State, t.code) }

// firstTurn says what a first turn of several moves is, where one is due in a game; "" elsewhere.
func firstTurn(s game.State, code *codes.Code) string {
	n, first := s.MovesDue(), sideName(s.Position.SideToMove())
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("%s begins with a turn of %s, all of which are played and none of which may go beyond %s's own fourth rank (%s).",
		first, count(n, "move"), first, code.OddsMoves)
}
