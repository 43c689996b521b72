package templates

import (
	"fmt"

	"corrd/game"
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
	if n := s.MovesDue(); n > 1 {
		begins = fmt.Sprintf("%s begins with a turn of %s, all of which are played and none of which may go beyond %s's own fourth rank (%s).",
			sideName(first), count(n, "move"), sideName(first), t.code.OddsMoves.Law)
	} else if first == giver {
		begins = fmt.Sprintf("%s has the first move (%s).", sideName(first), t.code.OddsFirst.Law)
	}
	return fmt.Sprintf("The game is at odds (%s): %s. %s", t.code.OddsLaw(started.Terms.Odds), started.Terms.Odds, begins)
}
