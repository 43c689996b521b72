package game

import (
	"corrd/game/board"
	"corrd/game/line"
)

// notice gives the point of the log that has just been reached, for what a side
// is told there.
func (s *State) notice(to board.Side) line.Notice {
	return line.Notice{Seq: s.Began, Ply: s.KeyPly(to)}
}
