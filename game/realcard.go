package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/terms"
)

// A side plays by real cards where none of its players has a mailbox: what corrd writes to the side is
// printed and posted, and what the side writes is entered when it comes to the office (house:29).

// RealCard says of a letter that it was written by hand on a card, and entered at the office. The letter
// is received at the postmark.
type RealCard struct {
	Arrived time.Time // at the office, never before the postmark
	InHand  time.Time // when the card it answers arrived, as its writer has written on it; zero: that is not written
}

// ByCard has a side play by real cards from now on, or no longer.
type ByCard struct {
	Side board.Side `json:"side"`
	On   bool       `json:"on"`
}

// CardPosted says that the card which asks Side for its move was posted, and when it has arrived at the
// latest: the window of the side opens then.
type CardPosted struct {
	Side  board.Side `json:"side"`
	Opens time.Time  `json:"opens"`
}

// CardInHand opens the window of Side on the date of arrival that the side has written on its card.
type CardInHand struct {
	Side board.Side `json:"side"`
	On   time.Time  `json:"on"`
}

// CardInTime takes back a flag, because a card of Side has come that was posted before it fell.
type CardInTime struct {
	Side board.Side `json:"side"`
}

// OnCards gives the refusal of terms on which a side that plays by real cards cannot play; else the
// refusal there is.
func (s State) OnCards(t terms.Terms, refusal string) string {
	if refusal == "" && s.ByCard != [2]bool{} {
		return t.ByCard()
	}
	return refusal
}

// grace is how long the flag of a side waits for a card that may be under way: none for one with a
// mailbox.
func (s State) grace(side board.Side) time.Duration {
	if !s.ByCard[side] {
		return 0
	}
	return s.Terms.Carriers().Post.Grace
}

// FlagFalls gives when the flag of the window that runs falls: at its end or, against a side that plays by
// real cards, some time after that. It is zero where the window has no end. A session ends at its time.
func (s State) FlagFalls() time.Time {
	end := s.Ends()
	if end.IsZero() || end.Equal(s.Closes) {
		return end
	}
	return end.Add(s.grace(s.Window.Side))
}

// least is the shortest time on the way of the answer of a side (III.2).
func (s State) least(side board.Side) time.Duration {
	if s.ByCard[side] {
		return s.Terms.Carriers().Post.Transit.Least
	}
	return s.Terms.Carriers().Carrier().Fastest()
}

// CouldArrive reports whether a date written on a card with a postmark can be that of the arrival of the
// card it answers: no earlier than the date on which that one left, and no later than the postmark. The
// zero date cannot.
func (s State) CouldArrive(on, postmark time.Time) bool {
	return !on.IsZero() && !on.After(postmark) && !on.Before(s.dateOf(s.Window.left()))
}

// LongPast reports whether a ply of a side has been answered, so that no card for it can act.
func (s State) LongPast(side board.Side, ply int) bool {
	answered := s.Position.SideToMove() == side && s.Phase != Finished && ply < s.KeyPly(side)
	return answered || ply < s.OwnLast(side)
}

// dateOf gives the beginning of the date of a time.
func (s State) dateOf(at time.Time) time.Time {
	return carrier.DateBegins(at.In(s.Terms.Carriers().Location()), 0)
}

// left gives when the communication left that the window waits for the answer to: when the card was
// posted, else when the turn came to the side.
func (w Window) left() time.Time {
	if w.Posted.IsZero() {
		return w.Began
	}
	return w.Posted
}

// CardInTime reports whether the turn of a side that plays by real cards would still run at
// the receipt of a card, had the side had the communication it answers in hand at an instant.
func (s State) CardInTime(by board.Side, inHand, received time.Time) bool {
	s.Clocks[by].Overdue = 0
	if s.Window.Side != by || !s.ByCard[by] {
		return false
	}
	if s.CouldArrive(inHand, received) {
		s.Window.Told, s.Window.Opened = true, inHand
	}
	s.allow()
	return s.Window.Until.IsZero() || s.Window.Until.After(received)
}

// InTurnAt gives the ply that a side answers with a card which it posted at an instant: its ply in the
// last of its turns whose communication had left by the date of the postmark. It is 0 where none had.
func (s State) InTurnAt(side board.Side, postmark time.Time) int {
	day := s.dateOf(postmark)
	if s.Window.Side == side && !s.dateOf(s.Window.left()).After(day) {
		return s.KeyPly(side)
	}
	moved := false
	for _, w := range slices.Backward(s.Windows) {
		if w.Side == side && !s.dateOf(w.left()).After(day) {
			return min(s.KeyPly(side), plyOf(w.Number, side))
		}
		moved = moved || w.Side == side
	}
	if moved || s.Window.Side == side || s.dateOf(s.Started).After(day) {
		return 0
	}
	return s.KeyPly(side)
}

// plyOf gives the ply of a side in a turn with a number.
func plyOf(number int, side board.Side) int { return 2*number - 1 + int(side) }

// apply has the side play by real cards, or no longer.
func (f ByCard) apply(s *State, _ Event) {
	s.ByCard[f.Side] = f.On
	if s.Window.Side == f.Side && !s.Window.Until.IsZero() {
		s.allow()
	}
}

// apply opens the window of the turn when the card has arrived at the latest.
func (f CardPosted) apply(s *State, e Event) {
	w := &s.Window
	if w.Side != f.Side {
		return
	}
	w.Told, w.Posted, w.Opened = true, e.At, Later(f.Opens, e.At)
	s.rewindow(e.At)
}

// apply opens the window of the turn on the date written.
func (f CardInHand) apply(s *State, e Event) {
	if s.Window.Side == f.Side {
		s.Window.Told, s.Window.Opened = true, f.On
		s.rewindow(e.At)
	}
}

// apply puts the game back to what it was before the flag fell. The time since then counts against nobody.
func (f CardInTime) apply(s *State, e Event) {
	if s.Ending != nil {
		s.rewind(*s.Ending, e.At, s.Ending.State.Closing(e.At))
		return
	}
	s.Clocks[f.Side].Overdue = 0
	if s.Phase == Suspended && s.Flagged.Seq != 0 {
		s.Flagged = Opening{}
		s.reopen(e.At, s.Closes)
	}
	s.rewindow(e.At)
}
