package game

import "corrd/game/board"

// PliesSinceCapture counts the plies of the line since the last capture in it
// (II.8(b)): moves of Pawns do not end the count. Where a turn was passed, PliesSinceCapture counts
// no more moves of a side than the other has made, and one.
func (s State) PliesSinceCapture() int {
	moves := s.Since(0, s.FirstPlies(), true)
	white, black := moves[board.White], moves[board.Black]
	return white + black - max(0, max(white, black)-min(white, black)-1)
}
