package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// The reasons for which what a carrier is to do is refused.
const (
	UnderWay        Why = "under_way"         // a withdrawal while a communication is under way
	TooSoon         Why = "too_soon"          // a card is to be repeated before the time for that has come
	NothingToRepeat Why = "nothing_to_repeat" // no card of the sender's waits for a reply
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
	Charge    int       // in halfpence
	Stops     bool      // the clock of the side stands from the postmark to the delivery
	Repeats   int       // the number of the communication whose words it repeats; 0: none
	Again     bool      // those words have arrived already
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

	ByHand bool `json:"by_hand,omitempty"` // it is a real card, which the post has carried
}

// Delivered is a communication that has arrived; what comes of it follows.
type Delivered struct {
	Number int `json:"number"`
}

// apply puts the communication on its way.
func (f HandedIn) apply(s *State, e Event) {
	p := Passage{Number: f.Number, Side: e.By.side(), Letter: e.Letter, Ply: f.Ply, Answers: f.Answers, Words: f.Words, Carried: f.With,
		Text: f.Text, HandedIn: e.At, Collected: f.Collected, Delivered: f.Delivered, Stops: f.Stops, Repeats: f.Repeats, Again: f.Again, Charge: f.Charge}
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
		until = f.Collected.Add(carrier.LostAfter)
	}
	s.Pauses = added(s.Pauses, Pause{From: f.Collected, Until: until, Carried: true})
	if !s.Window.Until.IsZero() {
		s.allow()
	}
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
	w := Wire{Passage: arrives, Before: Before{Seq: s.Seq, At: e.At, State: *s}}
	w.Before.State.Wires, w.Before.State.Ending, w.Before.State.Ruling = [2]*Wire{}, nil, nil
	s.Wires[arrives.Side.Other()] = &w
}

// InTransit counts the communications that are under way.
func (s State) InTransit() int { return len(s.Transit) }

// underWay reports whether a communication that stops the clock of a side is under way.
func (s State) underWay(side board.Side) bool {
	return slices.ContainsFunc(s.Transit, func(p Passage) bool { return p.Side == side && p.Stops })
}

// handIn hands the statements of a letter in to a carrier that takes time. What needs no
// carrier acts at once; so does the answer to a letter that cannot act when it arrives.
func (d *docket) handIn(l Letter, st []interpret.Statement) {
	var here, away []interpret.Statement
	for _, s := range d.oneOfEach(d.cleared(st)) {
		if actsHere(s.Kind) {
			here = append(here, s)
		} else {
			away = append(away, s)
		}
	}
	d.statements(here)
	if d.asked || len(away) == 0 || d.Phase == Finished {
		return
	}
	switch repeated, returned := d.foreseen(away); {
	case repeated:
	case len(d.Transit) > 0 && holds(away, interpret.KindWithdraw):
		d.refuse(termsMedium, UnderWay, textOf(away))
	case returned:
		d.statements(d.firstTurn(d.foretold(away)))
	default:
		d.post(l, away)
	}
}

// actsHere reports whether a statement needs no carrier: the opponent is not told of it,
// or it is for the umpire or the mail office.
func actsHere(k interpret.Kind) bool {
	switch k {
	case interpret.KindProtest, interpret.KindLeave, interpret.KindIntend, interpret.KindRepeatCard, interpret.KindRepeatForm:
		return true
	}
	return !Acts(k)
}

// cleared puts the moves about whose number the sender was asked in the place of the yes
// that confirms them.
func (d *docket) cleared(st []interpret.Statement) []interpret.Statement {
	q := d.Question(d.by)
	if q == nil || q.Why != WrongNumber {
		return st
	}
	var all []interpret.Statement
	for _, s := range st {
		if s.Kind == interpret.KindYes {
			all = append(all, interpret.Statement{Kind: interpret.KindMove, Text: q.Words, Moves: []notation.Move{{Text: q.Words}}})
			continue
		}
		all = append(all, s)
	}
	return all
}

// foreseen tries what would come of statements if they arrived now, after what the sender
// has under way: whether they only repeat a communication that is under way, and whether
// nothing comes of them but an answer to their sender.
func (d *docket) foreseen(st []interpret.Statement) (repeated, returned bool) {
	words := textOf(st)
	for _, p := range d.Transit {
		if p.Side == d.by && strings.Join(p.Words, "\n") == words {
			return true, false
		}
	}
	arrived := *d
	arrived.events = nil
	for _, p := range d.Transit {
		if p.Side == d.by {
			arrived.deliver(p)
		}
	}
	arrived.events = nil
	return false, d.returns(arrived, st) && d.returns(*d, st)
}

// returns reports whether, as a game stands, all that comes of statements is an answer to
// their sender. A letter that the terms return by courtesy is returned when it arrives.
func (d *docket) returns(in docket, st []interpret.Statement) bool {
	in.events, in.by, in.ply, in.answers, in.asked, in.open, in.left = nil, d.by, d.ply, d.answers, false, nil, nil
	in.statements(in.firstTurn(in.foretold(slices.Clone(st))))
	for _, e := range in.events {
		switch f := e.Fact.(type) {
		case Asked:
			if f.Why == Courtesy || f.Why == AdoptFirst {
				return false
			}
		case Refused:
			if f.Why == NotComplying || f.Why == FirstStands || f.Why == BeforeUmpire || f.Why == LeftOver {
				return false
			}
		default:
			return false
		}
	}
	return len(in.events) > 0
}

// post hands statements in.
func (d *docket) post(l Letter, st []interpret.Statement) {
	settings := d.Terms.Carriers()
	c := carrier.Communication{HandedIn: d.at.In(settings.Location()), Number: d.Handed + 1, Words: strings.TrimSpace(textOf(st) + "\n" + l.Note)}
	f := HandedIn{Number: c.Number, Ply: d.ply, Answers: d.answers, Text: l.Note, ByHand: l.Card != nil}
	for _, s := range st {
		f.Words = append(f.Words, s.Text)
		for _, m := range s.Moves {
			if isMove(s) {
				c.Moves = append(c.Moves, m.Text)
			}
		}
		f.Stops = f.Stops || stopsClock(s.Kind)
	}
	f.Stops = f.Stops && d.Window.Side == d.by && d.inPlay() && !d.underWay(d.by)
	j := d.journeyOf(l.Card, c)
	f.Collected, f.Delivered, f.Count, f.Charge = second(j.Collected), time.Time{}, j.Words, int(j.Charge)
	if !j.Lost() {
		f.Delivered = second(j.Delivered)
	}
	if !slices.Equal(j.Carried, c.Moves) {
		f.With = changed(st, c.Moves, j.Carried)
	}
	d.act(termsMedium, f)
}

// stopsClock reports whether a statement, handed in by the side whose turn runs, stops its
// clock from the postmark on.
func stopsClock(k interpret.Kind) bool {
	switch k {
	case interpret.KindMove, interpret.KindMoves, interpret.KindAdopt, interpret.KindExact, interpret.KindWaive, interpret.KindSeal:
		return true
	}
	return false
}

// changed gives the statements with their moves as the wire delivers them.
func changed(st []interpret.Statement, moves, carried []string) (words []string) {
	n := 0
	for _, s := range st {
		text := s.Text
		for _, m := range s.Moves {
			if isMove(s) {
				text = strings.Replace(text, m.Text, carried[n], 1)
				n++
			}
		}
		words = append(words, text)
	}
	return words
}
