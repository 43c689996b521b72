package play

import (
	"corrd/game/stated"
	"corrd/interpret"
)

// contradict reports whether the statements of a letter exclude each other where the
// game stands: a move replies to what a penalty is exacted for, unless that was in
// the sender's own turn.
func (d *docket) contradict(st []interpret.Statement) bool {
	return stated.Contradict(st) || stated.ExactsAndMoves(st) && !d.exactsAfterMove(st)
}

// exactsAfterMove reports whether a letter exacts a penalty after its reply, because the offence was made in the
// sender's own turn (II.11(b)): a second letter that has been annulled, or whose annulment the letter requires.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	return stated.Has(st, interpret.KindAnnul) && d.SentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}
