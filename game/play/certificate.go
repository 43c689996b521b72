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

// readable reports whether a move, or whatever else is no fault of its sender's, comes of
// words that the wire has changed.
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

// repeatForm has the last form that was delivered to the sender repeated, at half its charge.
func (d *docket) repeatForm(s interpret.Statement) {
	w := d.Wires[d.by]
	if w == nil {
		d.refuse(codes.TermsMedium, game.NothingToRepeat, s.Text)
		return
	}
	if w.Mutilated() && d.awaitsUmpire() {
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
		return
	}
	d.certify(game.PartyOf(d.by), *w, int(carrier.Charge(w.Form).Half()))
}

// protestsWire has a form certified of which either side says that the wire has changed
// it: the last that was mutilated on the way to or from that side. Once the game is over, or
// while the game waits for the umpire, the umpire decides.
func (d *docket) protestsWire(s interpret.Statement) bool {
	if d.Phase == game.Finished || d.awaitsUmpire() || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(s.Words)), "mutilated") {
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

// certifies has the true words of a form that cannot be read come by themselves where they
// are due by an instant, and reports whether they were.
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

// awaitsUmpire reports whether no move is taken until the umpire, or a proof, has decided: the
// true words of a form would bring the game out of the suspense.
func (d *docket) awaitsUmpire() bool { return d.Phase == game.ClaimOpen || d.Phase == game.Suspended }

// certify delivers a form again as it was handed in.
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
