package game

import "corrd/game/board"

// apply opens the offer to the other side.
func (f DrawOffered) apply(s *State, e Event) {
	s.DrawOffer = e.By
	s.Offered = s.notice(e.By.AsSide().Other())
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
