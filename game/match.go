package game

import (
	"corrd/game/board"
	"corrd/interpret"
)

// Match says which game of a match a game is. The games of a match begin together, are played side by side, and do not
// depend on one another.
type Match struct {
	Challenge int64 `json:"challenge"`         // the number of the challenge whose acceptance began the match
	Number    int   `json:"number"`            // the number of the game in the match, from 1
	Games     int   `json:"games"`             // the number of games of the match
	Instead   int64 `json:"instead,omitempty"` // the number of the annulled game in whose place this one is played (II.1(c))
}

// PlayedAgain reports whether another game is played in the place of this one, an annulled game of a match. No game is
// played again where an error of first move or of position lies in the terms, because the sides then need new terms.
func (s State) PlayedAgain() bool {
	r, code := s.Result, s.Code()
	return s.Match != nil && r != nil && r.Score == Annulled && r.Law != code.WrongFirst.Cite() && r.Law != code.WrongSetUp.Cite()
}

// Beside gives the number of the game that is played beside a game of the match, whether or not the match has such a
// game: 2 and 1, 4 and 3.
func (m Match) Beside() int { return (m.Number - 1) ^ 1 + 1 }

// Half gives the half of a word for two games that is for this game: the first half if the word's writer began this
// game.
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
