package game

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
)

// event adds the letters one event sends by itself: the same to both sides, or to
// the side it is about and then to the other.
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

// about gives the side that an event is about: who moved, whom it names, or else
// who acted.
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

// alike gives the kind of letter that a fact sends to both sides; "" if it sends
// them none, or not the same.
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
		if f.Why == NotComplying {
			return letterRefused
		}
	}
	return ""
}

// letters gives the kinds of letter that any other fact sends: to the side it is
// about, and to the other; "" for none.
func (o *post) letters(f Fact) (own, other string) {
	switch f := f.(type) {
	case Unreachable:
		return "", letterUnreachable
	case Unheard:
		return "", letterSilence
	case Inquired:
		return letterInquiry, ""
	case Stated:
		return letterReceived, ""
	case Reminded:
		return letterReminder, ""
	case Restored:
		if len(f.Moves) > 0 {
			return letterHeld, letterAmbiguous
		}
		return letterAdopted, letterMove
	case Played, Adopted:
		return letterAdopted, letterMove
	case Held:
		if f.Multiple {
			return letterHeld, letterMultiple
		}
		if doubt, _, _ := o.Code().Doubtful.Get(); doubt == codes.ElseIntended {
			return letterIntention, letterAmbiguous
		}
		return letterHeld, letterAmbiguous
	case Intended:
		return letterReceived, ""
	case Sealed:
		return letterReceived, letterSuspended
	case Replied:
		return letterReceived, letterIntention
	case Offended:
		return letterOffended, letterOffence
	case Promised:
		if o.Terms.Sealed() {
			return letterReceived, ""
		}
		return letterReceived, letterConditional
	case DrawOffered:
		return letterReceived, letterOffer
	case Proposed:
		return letterReceived, letterProposal
	case DrawDeclined, Declined:
		return letterReceived, letterRefused
	case HandedIn:
		if f.ByHand {
			return "", ""
		}
		return letterPosted, ""
	case CardInTime:
		return letterResumed, letterResumed
	case Illegible:
		return letterReceived, letterAsked
	case Certified:
		return letterReceived, ""
	case LeaveTaken:
		return letterOffice, letterLeave
	case Claimed, Counting:
		return letterReceived, letterClaim
	case Protested:
		return letterReceived, letterProtest
	case Asked:
		if f.Why == Dropped {
			return letterReceived, ""
		}
		return letterAsked, ""
	case Refused:
		if f.Why == LeftOver {
			return "", ""
		}
		return letterRefused, ""
	case ClaimRefused:
		return letterRefused, ""
	}
	return "", ""
}
