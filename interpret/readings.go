package interpret

import "corrd/game/board"

// Readings returns the legal moves of the position that the words can express
// in an agreed notation (I.13.C), with the verdict their number gives.
func (m Move) Readings(p *board.Position, r Rules) Result {
	return Result{Verdict: Unintelligible}
}
