package dossier

import (
	"crypto/sha256"
	"fmt"

	"corrd/game"
	"corrd/game/board"
)

// lot draws the lot for the colours again, where it was drawn and its letter is there.
func (v *verifier) lot() {
	if len(v.events) == 0 {
		return
	}
	started, ok := v.events[0].Fact.(game.Started)
	if !ok || started.Lot == nil {
		return
	}
	nonce := make([]byte, len(started.Lot.Nonce)/2)
	if unhex(nonce, started.Lot.Nonce) != nil || fmt.Sprintf("%x", sha256.Sum256(nonce)) != started.Lot.Commitment {
		v.fault("the number of the lot is not the one to which the challenge was bound")
		return
	}
	l := v.letterIn(started.Lot.Letter)
	if l == nil || l.Veiled || v.about.Challenge == nil {
		v.note("the lot cannot be drawn again: the letter of acceptance is not here as it came")
		return
	}
	sum := sha256.Sum256(append(nonce, l.Raw...))
	challenger := board.White
	if sum[len(sum)-1]&1 == 1 {
		challenger = board.Black
	}
	if started.Players[challenger] != v.about.Challenge.From && started.Match == nil {
		v.fault("the lot drawn again gives the challenger the other men")
		return
	}
	v.note("the lot for the colours, drawn again, falls as it did")
}
