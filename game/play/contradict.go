package play

import (
	"corrd/game/stated"
	"corrd/interpret"
)

// contradict reports whether the statements of a letter exclude each other in the present state
// of the game: a move replies to the offence for which the letter exacts a penalty, unless the
// offence was in the sender's own turn.
func (d *docket) contradict(st []interpret.Statement) bool {
	return stated.Contradict(st) || stated.ExactsAndMoves(st) && !d.exactsAfterMove(st)
}

// exactsAfterMove reports whether a letter exacts a penalty after its reply, because the offence
// was in the sender's own turn (II.11(b)). The offence is then a second letter that has been
// annulled, or whose annulment the letter requires.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	return stated.Has(st, interpret.KindAnnul) && d.SentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}
