package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/transit"
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
	s.HandIn(transit.Passage{Number: f.Number, Side: e.By.AsSide(), Letter: e.Letter, Ply: f.Ply, Answers: f.Answers, Words: f.Words, Carried: f.With,
		Text: f.Text, HandedIn: e.At, Collected: f.Collected, Delivered: f.Delivered, Stops: f.Stops, Repeats: f.Repeats, Again: f.Again, Count: f.Count, Charge: f.Charge, Form: max(f.Form, f.Charge), Turn: len(s.Windows)})
	if !f.Stops {
		return
	}
	until := f.Delivered
	if until.IsZero() {
		until = s.LostAt(f.Collected)
	}
	s.Carry(f.Collected, until)
}

// apply takes the communication off the way, and any other with the same words.
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
	w := Wire{Passage: arrives, Before: Before{Seq: s.Seq, At: e.At, State: *s}}
	w.Before.State.Wires, w.Before.State.Ending, w.Before.State.Ruling = [2]*Wire{}, nil, nil
	if _, waits := s.UnreadableOf(arrives.Side); !waits { // in a suspended game the true words of that form are still to come
		s.Wires[arrives.Side.Other()] = &w
	}
}

// Conveyed gives the communication that an event is about, if any, and its words as they stood then.
func (s State) Conveyed(e Event) (p transit.Passage, words []string, ok bool) {
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
	i := slices.IndexFunc(all, func(p transit.Passage) bool { return p.Number == number })
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

// OnTheWay reports whether a communication that stops the clock of a side in the turn
// that runs is under way.
func (s State) OnTheWay(side board.Side) bool { return s.Stopping(side, len(s.Windows)) }

// MoveUnderWay reports whether a side has handed in a move for the turn that runs.
func (s State) MoveUnderWay(side board.Side) bool { return s.MoveFor(side, len(s.Windows)) }

// Moving reports whether what a side did in the turn that runs is under way: nothing more
// is asked of them until it is delivered.
func (s State) Moving(side board.Side) bool { return s.OnTheWay(side) || s.MoveUnderWay(side) }

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

// Notes gives the prose that some events of a game bring to each side: of the communications
// that are delivered.
func Notes(before State, events []Event) (notes [2]string) {
	s := before
	for _, e := range events {
		if f, ok := e.Fact.(Delivered); ok {
			for _, p := range s.Transit {
				if to := p.Side.Other(); p.Number == f.Number && !p.Again && p.Text != "" {
					notes[to] = strings.TrimSpace(notes[to] + "\n\n" + p.Text)
				}
			}
		}
		s = s.Apply(e)
	}
	return notes
}
