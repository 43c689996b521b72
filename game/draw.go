package game

import (
	"corrd/game/board"
	"corrd/interpret"
)

// offerDraw offers a draw. An offer made while the opponent's is open agrees
// to it; one's own, repeated, changes nothing.
func (d *docket) offerDraw(words string) {
	switch d.DrawOffer {
	case PartyOf(d.by):
	case PartyOf(d.by.Other()):
		d.drawAgreed(words)
	default:
		d.act(d.code().Agreement.Cite(), DrawOffered{})
	}
}

// drawAgreed ends the game by the agreement of both sides.
func (d *docket) drawAgreed(words string) {
	_, law, provided := d.code().Agreement.Get()
	if !provided {
		d.refersSilence(PartyOf(d.by), silentAgreement, words)
		return
	}
	d.end(law, Drawn, ByAgreement)
}

// acceptDraw ends the game if the opponent's offer is open.
func (d *docket) acceptDraw(s interpret.Statement) {
	if d.DrawOffer != PartyOf(d.by.Other()) {
		d.nothing(d.code().Agreement.Cite(), s.Text)
		return
	}
	if !d.told(d.Offered) {
		d.ask(houseConsent, Superseded, s.Text)
		return
	}
	d.drawAgreed(s.Text)
}

// declineDraw ends the opponent's offer.
func (d *docket) declineDraw(s interpret.Statement) {
	if d.DrawOffer != PartyOf(d.by.Other()) {
		d.nothing(d.code().Agreement.Cite(), s.Text)
		return
	}
	d.act(d.code().Agreement.Cite(), DrawDeclined{})
}

// apply opens the offer to the other side.
func (f DrawOffered) apply(s *State, e Event) {
	s.DrawOffer = e.By
	s.Offered = s.notice(e.By.side().Other())
}

// apply ends the offer.
func (f DrawDeclined) apply(s *State, e Event) {
	s.DrawOffer = Corrd
	s.newRound()
}

// lapseOffer ends an offer of a draw made to the side that now moves.
func (s *State) lapseOffer(mover board.Side) {
	if s.DrawOffer == PartyOf(mover.Other()) {
		s.DrawOffer = Corrd
	}
}
