package telling

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
)

// event adds the letters that one event sends by itself: the same to both sides, or one to the side
// that the event is about and then one to the other.
func (o *post) event(i int, e game.Event) {
	if kind := o.alike(e.Fact); kind != "" {
		o.both(i, kind)
		return
	}
	side := o.about(e)
	own, other := o.letters(e.Fact)
	if own != "" {
		o.send(i, side, own)
	}
	if other != "" {
		o.send(i, side.Other(), other)
	}
}

// about returns the side that an event is about: the side that moved, or that the event names, or
// else the side that acted.
func (o *post) about(e game.Event) board.Side {
	switch f := e.Fact.(type) {
	case game.Played, game.Adopted, game.Restored, game.Held, game.Offended:
		return o.Position.SideToMove()
	case game.Reminded:
		return f.Side
	case game.Unreachable:
		return f.Side
	case game.Unheard:
		return f.Side
	case game.Inquired:
		return f.Side
	case game.Overstepped:
		return f.Side
	}
	by, _ := e.By.Side()
	return by
}

// alike returns the kind of letter that a fact sends to both sides, or "" if the fact sends none,
// or not the same.
func (o *post) alike(f game.Fact) string {
	switch f := f.(type) {
	case game.Started:
		return letterStart
	case game.Closed:
		return letterSuspended
	case game.SessionBegun, game.Reachable:
		return letterResumed
	case game.Notified:
		if f.Assumed && o.ByCard[f.Side] {
			return letterResumed
		}
	case game.Overstepped:
		if o.Terms.Late == terms.LateUmpire {
			return letterSuspended
		}
		return letterLate
	case game.Exacted, game.TurnLost:
		return letterPenalty
	case game.Warned:
		return letterCheck
	case game.Retracted:
		return letterRetracted
	case game.Recommenced, game.Proceeded:
		return letterForgotten
	case game.Waived:
		return letterWaived
	case game.Spent:
		return letterSpent
	case game.Agreed:
		return letterAgreed
	case game.Settled:
		return letterRuling
	case game.Refused:
		if f.ToBoth() {
			return letterRefused
		}
	}
	return ""
}

// letters returns the kinds of letter that any other fact sends: to the side that the fact is
// about, and to the other; "" for none.
func (o *post) letters(f game.Fact) (own, other string) {
	switch f := f.(type) {
	case game.Restored:
		if len(f.Moves) > 0 {
			return letterHeld, letterAmbiguous
		}
		return letterAdopted, letterMove
	case game.Played, game.Adopted:
		return letterAdopted, letterMove
	case game.Held:
		return o.ofHeld(f)
	case game.Sealed:
		return letterReceived, letterSuspended
	case game.Replied:
		return letterReceived, letterIntention
	case game.Offended:
		return letterOffended, letterOffence
	case game.Promised:
		if o.Hides(f) {
			return letterReceived, ""
		}
		return letterReceived, letterConditional
	case game.DrawOffered:
		return letterReceived, letterOffer
	case game.Proposed:
		return letterReceived, letterProposal
	case game.Said:
		return letterReceived, letterSaid
	case game.Delivered:
		if o.SaysOnly(f.Number) {
			return "", letterSaid
		}
	case game.DrawDeclined, game.Declined:
		return letterReceived, letterRefused
	case game.CardInTime:
		return letterResumed, letterResumed
	case game.Illegible:
		return letterReceived, letterAsked
	case game.LeaveTaken:
		if f.Everywhere { // one letter of the office tells the player of all their games
			return "", letterLeave
		}
		return letterOffice, letterLeave
	case game.Claimed, game.Counting:
		return letterReceived, letterClaim
	case game.Protested:
		return letterReceived, letterProtest
	case game.ClaimRefused:
		if o.SearchedFurther() != nil {
			return letterRefused, letterClaim
		}
		return letterRefused, ""
	}
	return toOne(f)
}

// ofHeld returns the kinds of letter that tell of words with several meanings: to their sender, and
// to the other side.
func (o *post) ofHeld(f game.Held) (own, other string) {
	doubt, _, _ := o.Code().Doubtful.Get()
	switch {
	case f.Multiple:
		return letterHeld, letterMultiple
	case doubt == codes.ElseIntended:
		return letterIntention, letterAmbiguous
	}
	return letterHeld, letterAmbiguous
}

// toOne returns the kind of letter that a fact sends to one side alone: to the side it is
// about, or to the other.
func toOne(f game.Fact) (own, other string) {
	switch f := f.(type) {
	case game.Unreachable:
		return "", letterUnreachable
	case game.Unheard:
		return "", letterSilence
	case game.Inquired:
		return letterInquiry, ""
	case game.Stated, game.Intended, game.Certified:
		return letterReceived, ""
	case game.Reminded:
		return letterReminder, ""
	case game.HandedIn:
		if !f.ByHand {
			return letterPosted, ""
		}
	case game.Asked:
		if f.Why == game.Dropped {
			return letterReceived, ""
		}
		return letterAsked, ""
	case game.Refused:
		if f.Why != game.LeftOver {
			return letterRefused, ""
		}
	}
	return "", ""
}
