package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/stated"
)

// wired returns the form whose changed words made turn i of the line; ok is false where the words
// of the turn came unchanged, or not by wire.
func (d *docket) wired(i int) (w game.Wire, ok bool) {
	if i < 0 || d.Line[i].Sent == 0 {
		return w, false
	}
	form := d.Wires[d.Line[i].Side.Other()]
	if form == nil || form.Unreadable || !form.Mutilated() || form.FirstNumber() != d.Line[i].Sent {
		return w, false
	}
	return *form, true
}

// handedSign reports whether the words of a form, as they were handed in, announce check or mate
// with turn i of the line.
func (d *docket) handedSign(w game.Wire, i int) bool {
	moves, _ := stated.Parted(stated.Read(w.Words))
	p := d.At(i)
	for _, s := range moves {
		for _, m := range s.Moves {
			if d.Cried(&p, m.Text) {
				return true
			}
		}
	}
	return false
}

// signSpoilt reports whether the wire has spoilt the sign by which turn i of the line announced
// check. What the wire has spoilt counts as said.
func (d *docket) signSpoilt(i int) bool {
	w, ok := d.wired(i)
	return ok && d.Line[i].Silent && d.handedSign(w, i)
}

// certifySign delivers the certificate of the last form to a side, whose reply does not meet the
// check that the form announced as it was handed in. The reply goes back, without a penalty.
func (d *docket) certifySign(side board.Side, reply string) {
	d.certify(game.Corrd, *d.Wires[side], 0)
	if d.Phase != game.Finished {
		d.asked = true
		d.add(game.PartyOf(side), codes.TermsMedium, game.Refused{Why: game.SignSpoilt, Words: reply})
	}
}

// certifyMate delivers the certificate of the form that has just been delivered, if the wire has
// spoilt the sign of a mate: the game is over as it would be with the sign.
func (d *docket) certifyMate() {
	n := len(d.Line)
	if n == 0 || d.Phase != game.AwaitMove || !d.signSpoilt(n-1) {
		return
	}
	before := d.At(n - 1)
	if after := before.Play(d.Line[n-1].Move); after.Checkmate() {
		d.certify(game.Corrd, *d.Wires[d.Line[n-1].Side.Other()], 0)
	}
}

// certifyBefore delivers the certificate of a side's last form before its next one comes, if the
// wire has spoilt the sign of a check that has not been replied to: of the earlier form nobody
// could have the true words afterwards.
func (d *docket) certifyBefore(next game.Passage) {
	n := len(d.Line)
	if next.Again || n == 0 || d.Line[n-1].Side != next.Side || d.Phase != game.AwaitMove || !d.signSpoilt(n-1) {
		return
	}
	before := *d
	d.at, d.from = next.Delivered, 0
	d.certify(game.Corrd, *d.Wires[next.Side.Other()], 0)
	d.at, d.from = before.at, before.from
}

// signMade reports whether the wire has made the sign by which turn i of the line announces check,
// and then has the form certified: a sign that the wire made is not said.
func (d *docket) signMade(i int) bool {
	w, ok := d.wired(i)
	if !ok || d.handedSign(w, i) {
		return false
	}
	d.certify(game.Corrd, w, 0)
	return true
}
