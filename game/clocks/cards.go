package clocks

import (
	"time"

	"corrd/game/board"
)

// A side plays by real cards where none of its players has a mailbox (house:29).

// Grace is how long the flag of a side waits for a card that may be under way: no time for a
// side with a mailbox.
func (t Timing) Grace(side board.Side) time.Duration {
	if !t.ByCard[side] {
		return 0
	}
	return t.Terms.Carriers().Post.Grace
}

// PlayByCard has a side play by real cards from now on, or no longer.
func (t *Timing) PlayByCard(side board.Side, on bool) {
	t.ByCard[side] = on
	if t.Window.Side == side {
		t.again()
	}
}

// AskedAt returns when the communication left that the window waits for the answer to: when the
// card was posted, else when the turn came to the side.
func (w Window) AskedAt() time.Time {
	if w.Posted.IsZero() {
		return w.Began
	}
	return w.Posted
}

// CouldArrive reports whether a date written on a card with a postmark can be the date of arrival of the card that is
// answered: no earlier than the date on which that card left, and no later than the postmark. The zero date cannot.
func (t Timing) CouldArrive(on, postmark time.Time) bool {
	return !on.IsZero() && !on.After(postmark) && !on.Before(t.DateOf(t.Window.AskedAt()))
}

// CardInTime reports whether the turn of a side that plays by real cards would still run at
// the receipt of a card, had the side had the communication it answers in hand at an instant.
func (t Timing) CardInTime(by board.Side, inHand, received time.Time) bool {
	t.Clocks[by].Overdue = 0
	if t.Window.Side != by || !t.ByCard[by] {
		return false
	}
	if t.CouldArrive(inHand, received) {
		t.Window.Told, t.Window.Opened = true, inHand
	}
	t.Allow()
	return t.Window.Until.IsZero() || t.Window.Until.After(received)
}
