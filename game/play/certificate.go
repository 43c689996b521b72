package play

import (
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/interpret"
)

// readable reports whether the changed words of a communication still bring about a move, or
// another event than holding, returning or an offence.
func (d *docket) readable(p game.Passage) bool {
	tried := *d
	tried.events = nil
	tried.hear(p, p.Carried)
	for _, e := range tried.events {
		switch e.Fact.(type) {
		case game.Held, game.Offended, game.Asked, game.Refused:
			return false
		}
	}
	return len(tried.events) > 0
}

// repeatForm has the form last delivered to the sender repeated, at half of the charge for that
// form.
func (d *docket) repeatForm(s interpret.Statement) {
	w := d.Wires[d.by]
	if w == nil {
		d.refuse(codes.TermsMedium, game.NothingToRepeat, s.Text)
		return
	}
	if w.Mutilated() && d.Undecided() {
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
		return
	}
	d.certify(game.PartyOf(d.by), *w, int(carrier.Charge(w.Form).Half()))
}

// protestsWire certifies a form when a side says that the wire has changed the form. The form is
// the last mutilated form to that side or, if there is none, to the other side. After the end of
// the game, and while the game waits for the umpire, the umpire decides instead, and protestsWire
// gives false.
func (d *docket) protestsWire(s interpret.Statement) bool {
	if d.Phase == game.Finished || d.Undecided() || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(s.Words)), "mutilated") {
		return false
	}
	for _, side := range []board.Side{d.by, d.by.Other()} {
		if w := d.Wires[side]; w != nil && w.Mutilated() {
			d.certify(game.PartyOf(d.by), *w, 0)
			return true
		}
	}
	return false
}

// certifies delivers the certificate of an unreadable form when the certificate is due at or
// before an instant, and reports whether one came.
func (d *docket) certifies(by time.Time) bool {
	at, due := d.CertificateDue()
	if !due || at.After(by) {
		return false
	}
	w, _ := d.Unreadable()
	before := *d
	d.at, d.from = at, 0
	d.certify(game.Corrd, w, 0)
	d.at, d.from = before.at, before.from
	return true
}

// certify delivers a form again with the words that were handed in.
func (d *docket) certify(by game.Party, w game.Wire, charge int) {
	f := game.Certified{Number: w.Number, Words: w.Words, Charge: charge}
	if w.Mutilated() {
		f.With = w.Carried
	}
	d.add(by, codes.TermsMedium, f)
	if w.Mutilated() {
		asker := *d
		d.hear(w.Passage, w.Words)
		d.from, d.by, d.ply, d.answers = asker.from, asker.by, asker.ply, asker.answers
	}
}
