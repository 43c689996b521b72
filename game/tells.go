package game

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
)

// event adds the letters that one event sends by itself: the same to both sides, or one to the side
// that the event is about and then one to the other.
func (o *post) event(i int, e Event) {
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
func (o *post) about(e Event) board.Side {
	switch f := e.Fact.(type) {
	case Played, Adopted, Restored, Held, Offended:
		return o.Position.SideToMove()
	case Reminded:
		return f.Side
	case Unreachable:
		return f.Side
	case Unheard:
		return f.Side
	case Inquired:
		return f.Side
	case Overstepped:
		return f.Side
	}
	by, _ := e.By.Side()
	return by
}

// alike returns the kind of letter that a fact sends to both sides, or "" if the fact sends none,
// or not the same.
func (o *post) alike(f Fact) string {
	switch f := f.(type) {
	case Started:
		return letterStart
	case Closed:
		return letterSuspended
	case SessionBegun, Reachable:
		return letterResumed
	case Overstepped:
		if o.Terms.Late == terms.LateUmpire {
			return letterSuspended
		}
		return letterLate
	case Exacted, TurnLost:
		return letterPenalty
	case Warned:
		return letterCheck
	case Retracted:
		return letterRetracted
	case Recommenced, Proceeded:
		return letterForgotten
	case Waived:
		return letterWaived
	case Spent:
		return letterSpent
	case Agreed:
		return letterAgreed
	case Settled:
		return letterRuling
	case Refused:
		if f.ToBoth() {
			return letterRefused
		}
	}
	return ""
}

// letters returns the kinds of letter that any other fact sends: to the side that the fact is
// about, and to the other; "" for none.
func (o *post) letters(f Fact) (own, other string) {
	switch f := f.(type) {
	case Restored:
		if len(f.Moves) > 0 {
			return letterHeld, letterAmbiguous
		}
		return letterAdopted, letterMove
	case Played, Adopted:
		return letterAdopted, letterMove
	case Held:
		return o.ofHeld(f)
	case Sealed:
		return letterReceived, letterSuspended
	case Replied:
		return letterReceived, letterIntention
	case Offended:
		return letterOffended, letterOffence
	case Promised:
		if o.Hides(f) {
			return letterReceived, ""
		}
		return letterReceived, letterConditional
	case DrawOffered:
		return letterReceived, letterOffer
	case Proposed:
		return letterReceived, letterProposal
	case Said:
		return letterReceived, letterSaid
	case Delivered:
		if o.saysOnly(f.Number) {
			return "", letterSaid
		}
	case DrawDeclined, Declined:
		return letterReceived, letterRefused
	case CardInTime:
		return letterResumed, letterResumed
	case Illegible:
		return letterReceived, letterAsked
	case LeaveTaken:
		if f.Everywhere { // one letter of the office tells the player of all their games
			return "", letterLeave
		}
		return letterOffice, letterLeave
	case Claimed, Counting:
		return letterReceived, letterClaim
	case Protested:
		return letterReceived, letterProtest
	case ClaimRefused:
		if o.SearchedFurther() != nil {
			return letterRefused, letterClaim
		}
		return letterRefused, ""
	}
	return toOne(f)
}

// ofHeld returns the kinds of letter that tell of words with several meanings: to their sender, and
// to the other side.
func (o *post) ofHeld(f Held) (own, other string) {
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
func toOne(f Fact) (own, other string) {
	switch f := f.(type) {
	case Unreachable:
		return "", letterUnreachable
	case Unheard:
		return "", letterSilence
	case Inquired:
		return letterInquiry, ""
	case Stated, Intended, Certified:
		return letterReceived, ""
	case Reminded:
		return letterReminder, ""
	case HandedIn:
		if !f.ByHand {
			return letterPosted, ""
		}
	case Asked:
		if f.Why == Dropped {
			return letterReceived, ""
		}
		return letterAsked, ""
	case Refused:
		if f.Why != LeftOver {
			return letterRefused, ""
		}
	}
	return "", ""
}
