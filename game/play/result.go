package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
)

// scoreOf returns the score of an outcome for a side.
func scoreOf(o codes.Outcome, side board.Side) game.Score {
	switch o {
	case codes.Won:
		return game.WonBy(side)
	case codes.Lost:
		return game.WonBy(side.Other())
	}
	return game.Drawn
}
