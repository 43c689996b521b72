package game

import (
	"cmp"
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
	ReplyPosted     Why = "reply_posted"      // a card of conditionals that comes after the reply was handed in
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
	Charge    int       // in halfpence
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

	ByHand bool `json:"by_hand,omitempty"` // it is a real card, which the post has carried
}

// Delivered is a communication that has arrived; what comes of it follows.
type Delivered struct {
	Number int `json:"number"`
}

// apply puts the communication on its way.
func (f HandedIn) apply(s *State, e Event) {
	p := Passage{Number: f.Number, Side: e.By.side(), Letter: e.Letter, Ply: f.Ply, Answers: f.Answers, Words: f.Words, Carried: f.With,
		Text: f.Text, HandedIn: e.At, Collected: f.Collected, Delivered: f.Delivered, Stops: f.Stops, Repeats: f.Repeats, Again: f.Again, Charge: f.Charge, Turn: len(s.Windows)}
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
		until = s.lostAt(f.Collected)
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
	if arrives.Stops && arrives.Turn == len(s.Windows) {
		s.runOn(e.At)
	}
	if arrives.Repeats != 0 {
		s.Rounds[arrives.Side]++ // the same words may ask for another repeat
	}
	w := Wire{Passage: arrives, Before: Before{Seq: s.Seq, At: e.At, State: *s}}
	w.Before.State.Wires, w.Before.State.Ending, w.Before.State.Ruling = [2]*Wire{}, nil, nil
	s.Wires[arrives.Side.Other()] = &w
}

// InTransit counts the communications that are under way.
func (s State) InTransit() int { return len(s.Transit) }

// underWay reports whether a communication that stops the clock of a side in the turn
// that runs is under way.
func (s State) underWay(side board.Side) bool {
	return slices.ContainsFunc(s.Transit, func(p Passage) bool { return p.Side == side && p.Stops && p.Turn == len(s.Windows) })
}

// moveUnderWay reports whether a side has handed in a move for the turn that runs.
func (s State) moveUnderWay(side board.Side) bool {
	return slices.ContainsFunc(s.Transit, func(p Passage) bool {
		return p.Side == side && p.Turn == len(s.Windows) && slices.ContainsFunc(statementsIn(p.Words), isMove)
	})
}

// Moving reports whether what a side did in the turn that runs is under way: nothing more
// is asked of them until it is delivered.
func (s State) Moving(side board.Side) bool { return s.underWay(side) || s.moveUnderWay(side) }

// forgetLost takes the lost communications of a side off the way, which can be repeated no
// more because the reply has come.
func (s *State) forgetLost(side board.Side) {
	lost := func(p Passage) bool { return p.Side == side && p.Delivered.IsZero() }
	if slices.ContainsFunc(s.Transit, lost) {
		s.Transit = slices.DeleteFunc(slices.Clone(s.Transit), lost)
	}
}

// first gives the number of the communication whose words a passage carries: its own or,
// of a repeat, that of the first. It tells in which order communications were handed in.
func (p Passage) first() int { return cmp.Or(p.Repeats, p.Number) }

// sent gives the number of the communication by which an event is brought about, as its
// first was numbered; 0 where none is.
func (s State) sent(e Event) int {
	for _, w := range s.Wires {
		if w != nil && e.Letter != 0 && w.Letter == e.Letter {
			return w.first()
		}
	}
	return 0
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
	if lapsed := d.lapsedBy(away); len(lapsed) > 0 {
		d.refuse(termsMedium, Dispatched, textOf(lapsed))
		return
	}
	switch repeated, returned, ahead := d.foreseen(away); {
	case repeated:
	case len(d.Transit) > 0 && holds(away, interpret.KindWithdraw):
		d.refuse(termsMedium, UnderWay, textOf(away))
	case ahead:
		d.refuse(d.code().Turn.Cite(), NotYourTurn, textOf(away))
	case returned:
		d.statements(d.firstTurn(d.foretold(away)))
	default:
		d.post(l, away)
	}
}

// actsHere reports whether a statement needs no carrier: the opponent is not told of it,
// or it is for the umpire or the mail office. Of a sealed move the
// opponent learns when it is opened.
func actsHere(k interpret.Kind) bool {
	switch k {
	case interpret.KindProtest, interpret.KindLeave, interpret.KindIntend, interpret.KindSeal, interpret.KindRepeatCard, interpret.KindRepeatForm:
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

// lapsedBy gives those of some statements by which a side would use a right that lapsed when
// it handed in its move for the turn.
func (d *docket) lapsedBy(st []interpret.Statement) (lapsed []interpret.Statement) {
	moved := d.moveUnderWay(d.by)
	for _, s := range st {
		switch s.Kind {
		case interpret.KindAdopt, interpret.KindExact, interpret.KindWaive, interpret.KindAnnul, interpret.KindClaim, interpret.KindRetract,
			interpret.KindCheck, interpret.KindDemandFifty, interpret.KindRecommence, interpret.KindProceed:
			if moved && !s.Forfeiture {
				lapsed = append(lapsed, s)
			}
		}
	}
	return lapsed
}

// foreseen tries what would come of statements if they arrived now, after what the sender
// has under way: whether they only repeat a communication that is under way; whether
// nothing comes of them but an answer to their sender; and whether that answer is that
// the turn which they are for has not come.
func (d *docket) foreseen(st []interpret.Statement) (repeated, returned, ahead bool) {
	words, under := textOf(st), false
	arrived := *d
	for _, p := range d.Transit {
		if p.Side != d.by {
			continue
		}
		if under = true; strings.Join(p.Words, "\n") == words {
			return true, false, false
		}
		arrived.deliver(p)
	}
	then := d.comesOf(st, arrived)
	if under && len(then) == 0 {
		return true, false, false
	}
	if !onlyAnswers(then) || !onlyAnswers(d.comesOf(st, *d)) {
		return false, false, false
	}
	f, refused := then[0].Fact.(Refused)
	return false, true, under && refused && f.Why == NotYourTurn
}

// comesOf gives the events that would come of statements of the letter in another docket.
func (d *docket) comesOf(st []interpret.Statement, in docket) []Event {
	in.events, in.by, in.ply, in.answers, in.asked, in.open, in.left = nil, d.by, d.ply, d.answers, false, nil, nil
	in.statements(in.firstTurn(in.foretold(slices.Clone(st))))
	return in.events
}

// onlyAnswers reports whether events are an answer to the sender of a letter and nothing
// else. A letter that the terms return by courtesy is returned when it arrives.
func onlyAnswers(events []Event) bool {
	for _, e := range events {
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
	return len(events) > 0
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
		f.Stops = f.Stops || stopsClock(s)
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
func stopsClock(s interpret.Statement) bool {
	switch s.Kind {
	case interpret.KindClaim: // "claim draw: repetition, otherwise P-K4"
		return len(s.Moves) > 0
	case interpret.KindMove, interpret.KindMoves, interpret.KindAdopt, interpret.KindExact, interpret.KindWaive:
		return true
	}
	return false
}

// changed gives the statements with their moves as the wire delivers them.
func changed(st []interpret.Statement, moves, carried []string) (words []string) {
	n := 0
	for _, s := range st {
		text, seen := s.Text, 0
		for _, m := range s.Confirms { // what is repeated stands before the moves, and may be the same words
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				seen += i + len(m.Text)
			}
		}
		for _, m := range s.Moves {
			if !isMove(s) {
				continue
			}
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				text = text[:seen+i] + carried[n] + text[seen+i+len(m.Text):]
				seen += i + len(carried[n])
			}
			n++
		}
		words = append(words, text)
	}
	return words
}
