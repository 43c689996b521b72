package game

import (
	"corrd/game/board"
	"corrd/interpret"
)

// offerDraw offers a draw. An offer made while the opponent's is open agrees
// to it; one's own, repeated, changes nothing.
func (d *docket) offerDraw() {
	switch d.DrawOffer {
	case PartyOf(d.by):
	case PartyOf(d.by.Other()):
		d.end(d.code().Agreement, Drawn, ByAgreement)
	default:
		d.act(d.code().Agreement, DrawOffered{})
	}
}

// acceptDraw ends the game if the opponent's offer is open.
func (d *docket) acceptDraw(s interpret.Statement) {
	if d.DrawOffer != PartyOf(d.by.Other()) {
		d.nothing(d.code().Agreement, s.Text)
		return
	}
	if !d.told(d.Offered) {
		d.ask(houseConsent, Superseded, s.Text)
		return
	}
	d.end(d.code().Agreement, Drawn, ByAgreement)
}

// declineDraw ends the opponent's offer.
func (d *docket) declineDraw(s interpret.Statement) {
	if d.DrawOffer != PartyOf(d.by.Other()) {
		d.nothing(d.code().Agreement, s.Text)
		return
	}
	d.act(d.code().Agreement, DrawDeclined{})
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
