package game

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/stated"
	"corrd/interpret"
)

// The reasons why what a carrier is to do is refused.
const (
	// a communication is under way when its sender withdraws
	UnderWay        Why = "under_way"
	TooSoon         Why = "too_soon"          // it is too soon to repeat a card
	NothingToRepeat Why = "nothing_to_repeat" // no card of the sender waits for a reply
	// a card of conditionals comes after the reply was handed in
	ReplyPosted Why = "reply_posted"
	// a reply has come, though nobody can read it, when the sender still writes for the turn before
	ReplyUnread Why = "reply_unread"
	WordsJoined Why = "words_joined" // words are run together to save charges
	// a right lapsed when the sender's move for the turn was handed in
	Dispatched Why = "dispatched"
)

// HandedIn is a communication that a side has handed in to a carrier that takes time. The
// communication has no effect on the game until it is delivered.
type HandedIn struct {
	Number  int      `json:"number"`
	Ply     int      `json:"ply,omitempty"`
	Answers int64    `json:"answers,omitempty"`
	Words   []string `json:"words"` // the statements of the communication
	// the statements as they arrive, where the wire has changed them
	With      []string  `json:"with,omitempty"`
	Text      string    `json:"text,omitempty"` // the prose that travels with the statements
	Collected time.Time `json:"collected"`      // the time of the postmark
	// when the communication will arrive; zero: it is lost
	Delivered time.Time `json:"delivered,omitzero"`
	Stops     bool      `json:"stops,omitempty"`
	Repeats   int       `json:"repeats,omitempty"`
	// the communication that this one repeats has arrived
	Again bool `json:"again,omitempty"`
	// the words of the communication with this number stand beside the new ones: that one is under
	// way no more
	Ends  int `json:"ends,omitempty"`
	Count int `json:"count,omitempty"` // the number of words charged for
	// the charge in halfpence to the side that hands in
	Charge int `json:"charge,omitempty"`
	// what stands before the communication on the same card or form, for another game
	Beside string `json:"beside,omitempty"`
	// 1 or 2: the communication is that half of a word for two games, which the wire mutilates once
	Half int `json:"half,omitempty"`
	// the wire has mutilated the first half of that word
	Struck bool `json:"struck,omitempty"`
	// the charge for the whole form, where it differs from Charge
	Form int `json:"form,omitempty"`

	// the communication is a real card, which the post has carried
	ByHand bool `json:"by_hand,omitempty"`

	// when a held letter was released from which the communication comes; its journey began then,
	// and its postmark is of the letter's receipt. Zero: the letter was not held.
	Released time.Time `json:"released,omitzero"`

	Always bool `json:"always,omitempty"` // as in Said
}

// Delivered is a communication that has arrived; what follows from it is in the events after this
// one.
type Delivered struct {
	Number int `json:"number"`
}

func (f HandedIn) apply(s *State, e Event) {
	if len(f.Words) == 0 {
		s.say(e, f.Always)
	}
	var written time.Time
	if first := cmp.Or(f.Repeats, f.Ends); first != 0 && s.Rules >= 2 {
		written = s.Written(first)
	}
	s.HandIn(carrier.Passage{Written: written, Number: f.Number, Side: e.By.AsSide(), Letter: e.Letter, Ply: f.Ply, Answers: f.Answers, Words: f.Words, Carried: f.With,
		Text: f.Text, HandedIn: e.At, Collected: f.Collected, Delivered: f.Delivered, Stops: f.Stops, Repeats: f.Repeats, Again: f.Again, Ends: f.Ends, Count: f.Count, Charge: f.Charge, Form: max(f.Form, f.Charge), Turn: len(s.Windows)})
	if !f.Stops {
		return
	}
	until := f.Delivered
	if until.IsZero() {
		until = s.LostAt(f.Collected)
	}
	s.Carry(f.Collected, until)
}

// apply takes the communication off the way. Words that have arrived before change nothing.
func (f Delivered) apply(s *State, e Event) {
	arrives, ok := s.Deliver(f.Number, e.At)
	if !ok {
		return
	}
	if arrives.Stops && arrives.Turn == len(s.Windows) {
		s.RunOn(e.At)
	}
	if arrives.Repeats != 0 {
		s.Rounds[arrives.Side]++ // the same words may ask for another repeat
	}
	if arrives.Again {
		return
	}
	w := Wire{Passage: arrives, Before: Before{Seq: s.Seq, At: e.At, State: *s}}
	w.Before.State.Wires, w.Before.State.Ending, w.Before.State.Ruling = [2]*Wire{}, nil, nil
	// in a suspended game the true words of the unreadable form are still to come
	if _, waits := s.UnreadableOf(arrives.Side); !waits {
		s.Wires[arrives.Side.Other()] = &w
	}
}

// Conveyed returns the communication that an event is about, if there is one, and its words as they
// stood at the event.
func (s State) Conveyed(e Event) (p carrier.Passage, words []string, ok bool) {
	number := 0
	switch f := e.Fact.(type) {
	case HandedIn:
		number, words = f.Number, f.Words
	case Delivered:
		number = f.Number
	case Certified:
		number, words = f.Number, f.Words
	}
	after := s.Apply(e)
	all := slices.Clone(after.Transit)
	for _, w := range after.Wires {
		if w != nil {
			all = append(all, w.Passage)
		}
	}
	i := slices.IndexFunc(all, func(p carrier.Passage) bool { return p.Number == number })
	if i < 0 {
		return p, nil, false
	}
	p = all[i]
	if _, delivered := e.Fact.(Delivered); delivered {
		if words = p.Words; p.Mutilated() {
			words = p.Carried
		}
	}
	return p, words, true
}

// OnTheWay reports whether a communication that stops the clock of a side in the running turn is
// under way.
func (s State) OnTheWay(side board.Side) bool { return s.Stopping(side, len(s.Windows)) }

// MoveUnderWay reports whether a side has handed in a move for the running turn.
func (s State) MoveUnderWay(side board.Side) bool {
	return slices.ContainsFunc(s.Transit, func(p carrier.Passage) bool {
		return p.Side == side && p.Turn == len(s.Windows) && !p.Again && stated.Moves(stated.Read(p.Words))
	})
}

// Moving reports whether a communication of a side for the running turn is under way, or waits for
// its true words. Until they are delivered nothing more is asked of the side.
func (s State) Moving(side board.Side) bool {
	_, unread := s.UnreadableOf(side)
	return unread || s.OnTheWay(side) || s.MoveUnderWay(side)
}

// Outrun reports whether a side handed in a move before what the move would now answer: before the
// side's own move was taken back by the laws or the other side, check was said, the false move to
// which it replied was corrected or followed by another, or men that were left out were set up; or,
// on a real card, before the date of the other side's first move.
func (s State) Outrun(by board.Side, handedIn time.Time) bool {
	_, _, barred := s.Barred()
	setUp := s.Supplied && (len(s.Line) == 0 || len(s.Line[len(s.Line)-1].Placed) > 0)
	corrected := s.Offence != nil && s.Offence.By != by
	if corrected && s.Phase == OffenceOpen {
		return handedIn.Before(s.Offence.At)
	}
	known := s.Window.Began
	for _, w := range slices.Backward(s.Windows) {
		if w.Side != s.Window.Side || w.Number != s.Window.Number || setUp {
			break
		}
		known = w.Began // a new time has opened another window for the turn
	}
	known = clocks.Later(known, s.DateOf(s.Window.Posted)) // by a real card
	first := s.firstOwn(by)
	opening := s.ByCard[by] && first > s.PliesBefore()+1 && s.KeyPly(by) == first
	if opening && handedIn.Before(s.DateOf(s.firstAsked(by))) {
		return true
	}
	return handedIn.Before(known) && (barred || setUp || corrected || s.Position.InCheck(by))
}

// firstAsked returns when the communication left that asked a side for its first move, or the zero
// time where the side has begun that turn itself, by having the other side's forfeited.
func (s State) firstAsked(side board.Side) time.Time {
	if len(s.Line) > 0 && s.Line[0].Move == board.Pass {
		return time.Time{}
	}
	for _, w := range s.Windows {
		if w.Side == side {
			return w.AskedAt()
		}
	}
	return s.Window.AskedAt()
}

// HandedIn reports whether a statement of a side of one of the kinds is under way, or waits for its
// true words. What it answers is not asked of the side again before the delivery.
func (s State) HandedIn(side board.Side, kinds ...interpret.Kind) bool {
	form, unread := s.UnreadableOf(side)
	return unread && stated.Has(stated.Read(form.Words), kinds...) || slices.ContainsFunc(s.Transit, func(p carrier.Passage) bool {
		return p.Side == side && stated.Has(stated.Read(p.Words), kinds...)
	})
}

// SentIn returns the number of the communication that brings an event about, which is the number of
// its first copy, or 0 if no communication does.
func (s State) SentIn(e Event) int {
	for _, w := range s.Wires {
		if w != nil && e.Letter != 0 && w.Letter == e.Letter {
			return w.FirstNumber()
		}
	}
	return 0
}

// handedIn returns when the communication that brought an event about was handed in, or another
// time if no carrier that takes time has delivered the communication.
func (s State) handedIn(e Event, otherwise time.Time) time.Time {
	for _, w := range s.Wires {
		if w != nil && e.Letter != 0 && w.Letter == e.Letter {
			return w.HandedIn
		}
	}
	return otherwise
}

// Notes returns the prose of delivered communications that some events of a game bring to each
// side.
func Notes(before State, events []Event) (notes [2]string) {
	s := before
	for i, e := range events {
		if i > 0 {
			s = s.Apply(events[i-1])
		}
		if f, ok := e.Fact.(Delivered); ok {
			for _, p := range s.Transit {
				if to := p.Side.Other(); p.Number == f.Number && !p.Again && p.Text != "" {
					notes[to] = strings.TrimSpace(notes[to] + "\n\n" + p.Text)
				}
			}
		}
	}
	return notes
}

// When the wire changes the words of a form, the sender is not at fault (III.3). The game keeps
// the form as it was handed in, and a certificate proves the true words.

// certifyAfter is the time from the delivery of an unreadable form to the delivery of its true
// words.
const certifyAfter = 3 * clocks.Day

// Wire is the last form that was delivered to a side.
type Wire struct {
	carrier.Passage
	Before Before // the game as it stood when the form came
	// no move follows from the form's mutilated words, and the true words are to come
	Unreadable bool
}

// Illegible is a form from whose mutilated words no move follows. The receiver may have the form
// repeated; neither clock runs until the true words have come.
type Illegible struct {
	Number int      `json:"number"`
	Words  []string `json:"words"` // the words as they were delivered
}

// Certified is a form delivered again, with the words that were handed in. If a move followed from
// changed words, the game goes back to the first delivery, and what followed that delivery falls.
// Nothing falls if the form could not be read, because nobody could act on the changed words.
type Certified struct {
	Number int      `json:"number"`
	Words  []string `json:"words"` // the words as they were handed in
	// the words as they were first delivered, where those differ
	With   []string `json:"with,omitempty"`
	Charge int      `json:"charge,omitempty"` // the charge in halfpence to the side that asks
}

func (f Illegible) apply(s *State, e Event) {
	for side, w := range s.Wires {
		if w != nil && w.Number == f.Number {
			waits := *w
			waits.Unreadable = true
			s.Wires[side] = &waits
		}
	}
	s.Illegible = true
	s.Halt(e.At)
}

// apply puts the game back to the first delivery if the wire had changed the words and the form
// could be read. A form that was delivered later then falls, and an unreadable form that was
// delivered earlier still waits.
func (f Certified) apply(s *State, e Event) {
	if by, ok := e.By.Side(); ok {
		s.Charges[by] += f.Charge
	}
	i := slices.IndexFunc(s.Wires[:], func(w *Wire) bool { return w != nil && w.Number == f.Number })
	if i < 0 || len(f.With) == 0 {
		return
	}
	w := *s.Wires[i]
	if w.Unreadable {
		s.newRound() // the receiver may have the true words repeated in the same words
	} else {
		s.backToForm(w, e.At)
	}
	s.Wires[i] = w.stands()
	if _, s.Illegible = s.Unreadable(); !s.Illegible {
		s.restart(e.At)
	}
}

func (s *State) backToForm(w Wire, at time.Time) {
	now := *s
	s.rewind(w.Before, at, s.Closes)
	if now.Rest != nil {
		s.Rest, s.Session, s.Closes = now.Rest, now.Session, now.Closes
		s.Halt(at)
	}
	for to, later := range s.Wires {
		if later != nil && later.Before.Seq > w.Before.Seq {
			s.Wires[to] = later.stands()
		}
	}
}

// stands returns the form marked as one that a certificate can no longer correct.
func (w Wire) stands() *Wire {
	w.Carried, w.Unreadable = nil, false
	return &w
}

// FallsWith returns the number of moves that fall when the true words of a form come: the move made
// by the form's changed words, and the moves played since.
func (s State) FallsWith(number int) int {
	i := slices.IndexFunc(s.Wires[:], func(w *Wire) bool { return w != nil && w.Number == number })
	if i < 0 || s.Wires[i].Unreadable {
		return 0
	}
	return max(0, len(s.Line)-len(s.Wires[i].Before.State.Line))
}

// formsStand makes the delivered forms final as they came, because the umpire has decided since
// then what is played. No certificate puts the game back behind the ruling.
func (s *State) formsStand(at time.Time) {
	if s.Illegible {
		s.Illegible = false
		s.restart(at)
	}
	for side, w := range s.Wires {
		if w != nil && w.Mutilated() {
			s.Wires[side] = w.stands()
		}
	}
}

// Unreadable returns the form that waits for its true words, of two forms the form delivered first;
// ok is false when no form waits.
func (s State) Unreadable() (w Wire, ok bool) {
	for _, form := range s.Wires {
		if form != nil && form.Unreadable && (!ok || form.Before.Seq < w.Before.Seq) {
			w, ok = *form, true
		}
	}
	return w, ok
}

// UnreadableOf returns the form of a side that waits for its true words; ok is false when none
// waits.
func (s State) UnreadableOf(side board.Side) (w Wire, ok bool) {
	if form := s.Wires[side.Other()]; form != nil && form.Unreadable {
		return *form, true
	}
	return w, false
}

// RepliedUnread reports whether a reply to the last move of a side has come that nobody can read:
// what may be done until the reply is received may be done no more.
func (s State) RepliedUnread(side board.Side) bool {
	_, unread := s.UnreadableOf(side.Other())
	return unread && side != s.Position.SideToMove()
}

// CertificateDue returns the time at which the true words of an unreadable form come by themselves:
// in a session or, while the game is adjourned, between two sessions. ok is false when something
// else comes first.
func (s State) CertificateDue() (at time.Time, ok bool) {
	w, waits := s.Unreadable()
	at = w.Delivered.Add(certifyAfter)
	switch {
	case !waits || s.Undecided() || s.Phase == Finished:
		return at, false
	case s.Rest != nil:
		return at, s.Rest.Resumes.IsZero() || !at.After(s.Rest.Resumes)
	}
	return at, s.Closes.IsZero() || at.Before(s.Closes)
}
