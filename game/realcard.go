package game

import (
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/line"
	"corrd/game/reason"
	"corrd/game/terms"
)

// A side plays by real cards when none of its players has a mailbox. Letters to the side are
// printed and posted, and cards from the side are entered when they come to the office (house:29).

// RealCard says that a letter was written by hand on a card, and entered at the office. The letter
// is received at the time of the postmark.
type RealCard struct {
	Arrived time.Time // when the card came to the office, never before the postmark
	// when the card that this one answers arrived, as the writer has written; zero: the writer
	// has not
	InHand time.Time
}

// ByCard says whether a side plays by real cards from now on.
type ByCard struct {
	Side board.Side `json:"side"`
	On   bool       `json:"on"`
}

// CardPosted says when the card which asks Side for their move was posted, and the latest time at
// which the card arrives. The window of the side opens at this time.
type CardPosted struct {
	Side  board.Side `json:"side"`
	Opens time.Time  `json:"opens"`
}

// CardInHand opens the window of Side on the date of arrival that the side has written on its own
// card.
type CardInHand struct {
	Side board.Side `json:"side"`
	On   time.Time  `json:"on"`
}

// CardInTime takes back a flag, because a card of Side has come that was posted before the flag
// fell.
type CardInTime struct {
	Side   board.Side `json:"side"`
	Posted time.Time  `json:"posted,omitzero"` // the postmark, to which the clock of the side ran
}

// OnCards returns the reason for which a side that plays by real cards cannot play on some terms.
// If there is no such reason, OnCards returns refusal.
func (s State) OnCards(t terms.Terms, refusal reason.Reason) reason.Reason {
	if refusal == "" && s.ByCard != [2]bool{} {
		return t.ByCard()
	}
	return refusal
}

// FlagFalls returns when the flag of the running window falls: at the window's end or, against a
// side that plays by real cards, some time after the end. The time is zero where the window has no
// end. A session ends at its time.
func (s State) FlagFalls() time.Time {
	end := s.Ends()
	if end.IsZero() || end.Equal(s.Closes) {
		return end
	}
	return clocks.Later(end.Add(s.Grace(s.Window.Side)), s.Spares())
}

// LongPast reports whether a ply of a side lies before the last turn of the side, so that no card
// can act for that ply. A card for the last turn that comes after the reply moves nothing, but what
// else stands on it acts: it may accept a draw, or resign.
func (s State) LongPast(side board.Side, ply int) bool { return ply < s.OwnLast(side) }

// firstOwn returns the ply of a side's first turn.
func (s State) firstOwn(side board.Side) int {
	first := s.PliesBefore() + 1
	if line.SideAt(first) != side {
		first++
	}
	return first
}

// InTurnAt returns the ply that a side answers with a card posted at an instant: the side's ply in
// its last turn whose communication had left by the date of the postmark, or 0 if no communication
// had. Who may exact a penalty answers the offence from its date on.
func (s State) InTurnAt(side board.Side, postmark time.Time) int {
	day := s.DateOf(postmark)
	if s.Phase == OffenceOpen && s.Offence.By != side && !s.DateOf(s.Offence.At).After(day) {
		return s.KeyPly(side)
	}
	if s.Window.Side == side && !s.DateOf(s.Window.AskedAt()).After(day) {
		return s.KeyPly(side)
	}
	moved := false
	for _, w := range slices.Backward(s.Windows) {
		if w.Side == side && !s.DateOf(w.AskedAt()).After(day) {
			return min(s.KeyPly(side), s.lastPlyOf(w.Number, side))
		}
		moved = moved || w.Side == side
	}
	switch {
	case s.DateOf(s.Started).After(day):
		return 0
	case moved || s.Window.Side == side: // what the letter of the start offers, before the side's first turn
		return s.firstOwn(side)
	}
	return s.KeyPly(side)
}

// CardCame reports whether a card posted at one time has certainly come to hand by the end of the
// date of another.
func (s State) CardCame(posted, by time.Time) bool {
	return !s.DateOf(posted.Add(s.Terms.Carriers().Post.Transit.Most)).After(s.DateOf(by))
}

// lastPlyOf returns the ply with which a turn of a side ended: a first turn of several moves ends
// with its last move (IV.4).
func (s State) lastPlyOf(number int, side board.Side) int {
	ply, first := 2*number-1+int(side), s.PliesBefore()+1
	if ply == first {
		return first + s.FirstPlies() - 1
	}
	return ply
}

func (f ByCard) apply(s *State, _ Event) { s.PlayByCard(f.Side, f.On) }

// apply opens the window or, for a card that tells of an offence or a penalty, or asks the first
// question of the turn, in a window that is open, lets the clock stand until the card arrives at
// the latest (house:29).
func (f CardPosted) apply(s *State, e Event) {
	w := &s.Window
	if w.Side != f.Side {
		return
	}
	if s.tells(f.Side, f.Opens, e.At) {
		return
	}
	w.Told, w.Posted, w.Opened = true, e.At, clocks.Later(f.Opens, e.At)
	if s.Rules >= 2 && s.owes(f.Side) {
		s.offencePosted(e.At)
	}
	s.rewindow(e.At)
}

// tells lets the clock of a side stand, for what no card has told it in a window that is open,
// until the time at which a card arrives. It reports whether there is something of the kind.
func (s *State) tells(side board.Side, arrives, at time.Time) bool {
	offence, question := s.OffenceUntold(side), s.untoldQuestion(side)
	if offence {
		s.offencePosted(at)
		from := s.Offence.untoldFrom()
		s.stands(from, clocks.Later(arrives, from), at)
	}
	if question {
		s.putTo(arrives, at)
	}
	return offence || question
}

// offencePosted notes when the card was posted that tells of the offence, or of the penalty due.
func (s *State) offencePosted(at time.Time) {
	o := *s.Offence
	o.Posted = at
	s.Offence = &o
}

// untoldFrom returns since when an offender by real cards cannot know of the offence or, if a card
// has told of that, of the penalty due.
func (o *Offence) untoldFrom() time.Time {
	if o.Ordered.IsZero() {
		return o.At
	}
	return o.Ordered
}

// tellForgiven makes the card that tells of a waiver the first question of the turn, if no card has
// told the side of the offence which is over.
func (s *State) tellForgiven() {
	if side := s.Offence.By; s.Rules >= 2 && s.Window.Side == side && s.OffenceUntold(side) {
		s.Window.Asked, s.Window.Question, s.Window.Put = s.Offence.untoldFrom(), s.Seq, time.Time{}
	}
}

// Untold reports whether a side that plays by real cards has committed an offence or owes a
// penalty, or is asked the first question of its turn, and the card that tells the side so has not
// been posted.
func (s State) Untold(side board.Side) bool { return s.OffenceUntold(side) || s.untoldQuestion(side) }

// OffenceUntold reports whether Untold holds because of an offence or a penalty.
func (s State) OffenceUntold(side board.Side) bool {
	return s.ByCard[side] && s.owes(side) && s.Offence.Posted.IsZero() && s.Window.Told
}

// owes reports whether a side has committed the open offence, or owes a penalty.
func (s State) owes(side board.Side) bool {
	return s.Offending(side) || s.Rules >= 2 && s.Phase == PenaltyDue && s.Offence.By == side
}

func (s State) untoldQuestion(side board.Side) bool {
	w := s.Window
	return s.ByCard[side] && w.Side == side && w.Told && w.Question != 0 && w.Put.IsZero()
}

// untoldSince returns since when the clock of the side to move stands because no card has told the
// side of what it is to answer in a window that is open. ok is false while it does not.
func (s State) untoldSince() (since time.Time, ok bool) {
	switch side := s.Window.Side; {
	case s.Rules < 2:
		return since, false
	case s.OffenceUntold(side):
		return s.Offence.untoldFrom(), true
	case s.untoldQuestion(side):
		return s.Window.Asked, true
	}
	return since, false
}

// putTo notes when the card arrives that asks the first question of the turn. The clock stands from
// the question until then.
func (s *State) putTo(arrives, at time.Time) {
	w := &s.Window
	w.Put = clocks.Later(arrives, w.Asked)
	s.stands(w.Asked, w.Put, at)
}

// stands lets the clock stand from one instant to another, in the place of any other time from the
// first.
func (s *State) stands(from, until, at time.Time) {
	s.Pauses = slices.DeleteFunc(slices.Clone(s.Pauses), func(p clocks.Pause) bool { return !p.Carried && p.From.Equal(from) })
	s.Pauses = append(s.Pauses, clocks.Pause{From: from, Until: until})
	s.rewindow(at)
}

// apply opens the window on the date or, where the card that is answered told of an offence or
// asked the first question of the turn, lets the clock stand until that date. A date before the
// question is that of an earlier card.
func (f CardInHand) apply(s *State, e Event) {
	w := &s.Window
	switch {
	case w.Side != f.Side:
	case s.ByCard[f.Side] && s.owes(f.Side) && w.Told:
		if from := s.Offence.untoldFrom(); s.Offending(f.Side) || !f.On.Before(s.DateOf(from)) {
			s.stands(from, clocks.Later(f.On, from), e.At)
		}
	case s.ByCard[f.Side] && (!w.Put.IsZero() || s.Rules >= 2 && s.untoldQuestion(f.Side)) && !f.On.Before(s.DateOf(w.Asked)):
		s.putTo(f.On, e.At)
	default:
		w.Told, w.Opened = true, f.On
		s.rewindow(e.At)
	}
}

// apply puts the game back to what it was before the flag fell. The time since the flag counts
// against nobody, but the time to the postmark of the card.
func (f CardInTime) apply(s *State, e Event) {
	if s.Ending != nil {
		s.rewind(*s.Ending, e.At, s.Ending.State.Closing(e.At))
		if n := len(s.Pauses); n > 0 && !s.Paused() && !f.Posted.IsZero() {
			s.Pauses = slices.Clone(s.Pauses)
			p := &s.Pauses[n-1]
			p.From = clocks.Earlier(clocks.Later(p.From, f.Posted), p.Until)
		}
		return
	}
	s.Clocks[f.Side].Overdue = 0
	s.notLate(f.Side)
	if s.Phase == Suspended && s.Flagged.Seq != 0 {
		s.Flagged = Opening{}
		s.reopen(e.At, s.Closes)
	}
	s.rewindow(e.At)
}
