package play

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
)

// contradicts asks the sender of statements that exclude each other, and reports whether they do.
func (d *docket) contradicts(st []interpret.Statement) bool {
	if !d.contradict(st) {
		return false
	}
	d.ask(codes.HouseContradiction, game.Contradiction, stated.Text(st))
	return true
}

// contradict reports whether the statements of a letter exclude each other in the present state
// of the game: a move replies to the offence for which the letter exacts a penalty, unless the
// offence was in the sender's own turn.
func (d *docket) contradict(st []interpret.Statement) bool {
	return stated.Contradict(st) || stated.ExactsAndMoves(st) && !d.exactsAfterMove(st) || d.repliesToWithdrawn(st)
}

// repliesToWithdrawn reports whether a letter agrees to the withdrawal of a move and also replies to
// the move, or adopts it.
func (d *docket) repliesToWithdrawn(st []interpret.Statement) bool {
	p := d.ProposedTo(d.by)
	agrees := stated.Has(st, interpret.KindAgree) || stated.Has(st, interpret.KindYes, interpret.KindAccept) && d.DrawOffer != game.PartyOf(d.by.Other())
	return p != nil && p.What == game.ProposeWithdrawal && agrees && (stated.Moves(st) || stated.Has(st, interpret.KindAdopt, interpret.KindExact, interpret.KindWaive))
}

// exactsAfterMove reports whether a letter exacts a penalty after its reply, because the offence
// was in the sender's own turn (II.11(b)). The offence is then a second letter that has been
// annulled, or whose annulment the letter requires.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	return stated.Has(st, interpret.KindAnnul) && d.SentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}
