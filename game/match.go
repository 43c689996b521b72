package game

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
)

// Match says which game of a match a game is. The games of a match begin together, are played side by side, and do not
// depend on one another.
type Match struct {
	// the number of the challenge whose acceptance began the match
	Challenge int64 `json:"challenge"`
	Number    int   `json:"number"` // the number of the game in the match, from 1
	Games     int   `json:"games"`  // the number of games of the match
	// the number of the annulled game in whose place this one is played (II.1(c))
	Instead int64 `json:"instead,omitempty"`
}

// PlayedAgain reports whether another game is played in the place of this one, an annulled game of a match or of an
// event. No game is played again where an error of first move or of position lies in the terms, because the sides then
// need new terms, nor where the conditions of an event have annulled it.
func (s State) PlayedAgain() bool {
	r, code := s.Result, s.Code()
	_, _, conditions := codes.OfEvent(lawOf(r))
	return (s.Match != nil || s.Tournament != nil) && r != nil && r.Score == Annulled && !conditions && r.Law != code.WrongFirst.Cite() && r.Law != code.WrongSetUp.Cite()
}

// lawOf returns the law of a result, and "" for no result.
func lawOf(r *Result) Law {
	if r == nil {
		return ""
	}
	return r.Law
}

// Beside returns the number of the game that is played together with a game of the match: 2 with 1
// and 1 with 2, 4 with 3 and 3 with 4. The match need not have a game with this number.
func (m Match) Beside() int { return (m.Number - 1) ^ 1 + 1 }

// Turned reports whether the players have changed colours since the first game: in every second game (II.1(a)), unless
// the code has each side keep its men, and the first move turn alone (S-Reg III).
func (m Match) Turned(c *codes.Code) bool {
	turns, _, provided := c.InTurn.Get()
	return m.Number%2 == 0 && !(provided && turns == codes.MoveTurns)
}

// Half returns the half of a code word for two games that belongs to this game: the first half if
// the writer of the word began this game.
func (s State) Half(side board.Side, word interpret.Statement) interpret.Statement {
	word.Beside = word.Confirms[0].Text
	if s.Begins(side) {
		word.Beside, word.Moves = word.Moves[0].Text, word.Confirms
	}
	word.Text, word.Confirms = word.Moves[0].Text, nil
	return word
}

// Begins reports whether a side has the first move of the game.
func (s State) Begins(side board.Side) bool { return s.Initial.SideToMove() == side }

// AwaitsMove reports whether the game waits for one move of a side and for nothing else.
func (s State) AwaitsMove(side board.Side) bool {
	return s.Result == nil && s.Phase == AwaitMove && s.Position.SideToMove() == side && s.MovesDue() <= 1 && !s.Moving(side)
}
