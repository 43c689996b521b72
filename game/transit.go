package game

import (
	"cmp"
	"slices"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/stated"
)

// The reasons for which what a carrier is to do is refused.
const (
	UnderWay        Why = "under_way"         // a withdrawal while a communication is under way
	TooSoon         Why = "too_soon"          // a card is to be repeated before the time for that has come
	NothingToRepeat Why = "nothing_to_repeat" // no card of the sender's waits for a reply
	ReplyPosted     Why = "reply_posted"      // a card of conditionals that comes after the reply was handed in
	WordsJoined     Why = "words_joined"      // words that are run together to save charges
	Dispatched      Why = "dispatched"        // a right that lapsed when the sender's move for the turn was handed in
)

// Passage is a communication that is under way from one side to the other, by a carrier
// that takes time.
type Passage struct {
	Number    int // of the communication in the game, from 1
	Side      board.Side
	Letter    int64
	Ply       int   // as in Letter
	Answers   int64 // as in Letter
	Words     []string
	Carried   []string // the statements as they arrive; nil: as they were handed in
	Text      string   // the prose that goes with them
	HandedIn  time.Time
	Collected time.Time // the postmark
	Delivered time.Time // zero: it is lost
	Count     int       // the words that are charged for
	Charge    int       // in halfpence
	Form      int       // the charge for all that stands on the form, for other games too
	Stops     bool      // the clock of the side stands from the postmark to the delivery
	Repeats   int       // the number of the communication whose words it repeats; 0: none
	Again     bool      // those words have arrived already
	Turn      int       // how many turns were over when it was handed in
}

// HandedIn is a communication that a side has handed in to a carrier which takes time.
// Until it is delivered the laws know nothing of it.
type HandedIn struct {
	Number    int       `json:"number"`
	Ply       int       `json:"ply,omitempty"`
	Answers   int64     `json:"answers,omitempty"`
	Words     []string  `json:"words"`              // its statements
	With      []string  `json:"with,omitempty"`     // the same as they arrive, where the wire has changed them
	Text      string    `json:"text,omitempty"`     // the prose that goes with them
	Collected time.Time `json:"collected"`          // the postmark
	Delivered time.Time `json:"delivered,omitzero"` // when it will arrive; zero: it is lost
	Stops     bool      `json:"stops,omitempty"`
	Repeats   int       `json:"repeats,omitempty"`
	Again     bool      `json:"again,omitempty"`  // the words that it repeats have arrived
	Count     int       `json:"count,omitempty"`  // the words that are charged for
	Charge    int       `json:"charge,omitempty"` // in halfpence, to the side that hands in
	Beside    string    `json:"beside,omitempty"` // what stands before it on the same card or form, for another game
	Form      int       `json:"form,omitempty"`   // the charge for all of it, where that is another

	ByHand bool `json:"by_hand,omitempty"` // it is a real card, which the post has carried
}

// Delivered is a communication that has arrived; what comes of it follows.
type Delivered struct {
	Number int `json:"number"`
}

// apply puts the communication on its way.
func (f HandedIn) apply(s *State, e Event) {
	p := Passage{Number: f.Number, Side: e.By.AsSide(), Letter: e.Letter, Ply: f.Ply, Answers: f.Answers, Words: f.Words, Carried: f.With,
		Text: f.Text, HandedIn: e.At, Collected: f.Collected, Delivered: f.Delivered, Stops: f.Stops, Repeats: f.Repeats, Again: f.Again, Count: f.Count, Charge: f.Charge, Form: max(f.Form, f.Charge), Turn: len(s.Windows)}
	s.Handed = f.Number
	s.Charges[p.Side] += f.Charge
	if f.Repeats != 0 {
		s.Transit = slices.DeleteFunc(slices.Clone(s.Transit), func(o Passage) bool { return o.Number == f.Repeats && o.Delivered.IsZero() })
	}
	s.Transit = added(s.Transit, p)
	if !f.Stops {
		return
	}
	s.Cards[p.Side] = &p
	until := f.Delivered
	if until.IsZero() {
		until = s.LostAt(f.Collected)
	}
	s.Carry(f.Collected, until)
}

// apply takes the communication off the way, and any other with the same words.
func (f Delivered) apply(s *State, e Event) {
	i := slices.IndexFunc(s.Transit, func(p Passage) bool { return p.Number == f.Number })
	if i < 0 {
		return
	}
	arrives := s.Transit[i]
	s.Arrived[arrives.Side.Other()] = e.At
	s.Transit = slices.DeleteFunc(slices.Clone(s.Transit), arrives.same)
	if arrives.Stops && arrives.Turn == len(s.Windows) {
		s.RunOn(e.At)
	}
	if arrives.Repeats != 0 {
		s.Rounds[arrives.Side]++ // the same words may ask for another repeat
	}
	w := Wire{Passage: arrives, Before: Before{Seq: s.Seq, At: e.At, State: *s}}
	w.Before.State.Wires, w.Before.State.Ending, w.Before.State.Ruling = [2]*Wire{}, nil, nil
	if _, waits := s.UnreadableOf(arrives.Side); !waits { // in a suspended game the true words of that form are still to come
		s.Wires[arrives.Side.Other()] = &w
	}
}

// Conveyed gives the communication that an event is about, if any, and its words as they stood then.
func (s State) Conveyed(e Event) (p Passage, words []string, ok bool) {
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
	i := slices.IndexFunc(all, func(p Passage) bool { return p.Number == number })
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

// ChargesTold gives what a side has paid, in halfpence, and the other for what has been delivered.
func (s State) ChargesTold(side board.Side) (own, other int) {
	own, other = s.Charges[side], s.Charges[side.Other()]
	for _, p := range s.Transit {
		if p.Side != side {
			other -= p.Charge
		}
	}
	return own, other
}

// Paid gives what each side has paid, "1s 2½d", by the name of the side; nil where neither has.
func (s State) Paid() map[string]string {
	if s.Charges == [2]int{} {
		return nil
	}
	paid := map[string]string{}
	for side, halfpence := range s.Charges {
		paid[board.Side(side).String()] = carrier.Charge(halfpence).String()
	}
	return paid
}

// InTransit counts the communications that are under way.
func (s State) InTransit() int { return len(s.Transit) }

// OnTheWay reports whether a communication that stops the clock of a side in the turn
// that runs is under way.
func (s State) OnTheWay(side board.Side) bool {
	return slices.ContainsFunc(s.Transit, func(p Passage) bool { return p.Side == side && p.Stops && p.Turn == len(s.Windows) })
}

// MoveUnderWay reports whether a side has handed in a move for the turn that runs.
func (s State) MoveUnderWay(side board.Side) bool {
	return slices.ContainsFunc(s.Transit, func(p Passage) bool {
		return p.Side == side && p.Turn == len(s.Windows) && stated.Moves(stated.Read(p.Words))
	})
}

// Moving reports whether what a side did in the turn that runs is under way: nothing more
// is asked of them until it is delivered.
func (s State) Moving(side board.Side) bool { return s.OnTheWay(side) || s.MoveUnderWay(side) }

// forgetLost takes the lost communications of a side off the way, which can be repeated no
// more because the reply has come.
func (s *State) forgetLost(side board.Side) {
	lost := func(p Passage) bool { return p.Side == side && p.Delivered.IsZero() }
	if slices.ContainsFunc(s.Transit, lost) {
		s.Transit = slices.DeleteFunc(slices.Clone(s.Transit), lost)
	}
}

// FirstNumber gives the number of the communication whose words a passage carries: its own or,
// of a repeat, that of the first. It tells in which order communications were handed in.
func (p Passage) FirstNumber() int { return cmp.Or(p.Repeats, p.Number) }

// SentIn gives the number of the communication by which an event is brought about, as its
// first was numbered; 0 where none is.
func (s State) SentIn(e Event) int {
	for _, w := range s.Wires {
		if w != nil && e.Letter != 0 && w.Letter == e.Letter {
			return w.FirstNumber()
		}
	}
	return 0
}

// HasArrived reports whether a communication, or one that repeats it, has been delivered.
func (s State) HasArrived(card Passage) bool {
	return !slices.ContainsFunc(s.Transit, card.same)
}

// same reports whether two passages are of one communication.
func (p Passage) same(o Passage) bool {
	return p.Number == o.Number || p.Number == o.Repeats || p.Repeats == o.Number || p.Repeats != 0 && p.Repeats == o.Repeats
}
