package templates

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/templates/texts"
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
	begins := texts.Say("odds begins", sideName(first))
	if several := firstTurn(s, t.code); several != "" {
		begins = several
	} else if first == giver {
		begins = texts.Say("odds begins by law", sideName(first), t.code.OddsFirst)
	}
	return texts.Say("odds", codes.OddsLaw(t.code, started.Terms.Odds), started.Terms.Odds, begins)
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
	return texts.Say("odds several moves", first, texts.Count(n, "move"), code.OddsMoves)
}
