package game

import (
	"slices"

	"corrd/game/board"
)

// Dispatch is a letter that the events of one transaction send to a side.
type Dispatch struct {
	To     board.Side
	Kind   string   // the Corrd-Letter of SPEC 7: "move", "adopted" …
	Also   []string // the kinds of the letters that are read in this one, as an offer in that of the move it came with
	Event  int      // the index of the event it tells
	Member int      // of the side, from 1, whom alone it is to; 0: it is to every member
	Asks   bool     // it asks its reader for his move: when the next hop accepts it, Notify opens his window
}

// The kinds of letter of SPEC 7 that a game sends.
const (
	letterAdopted   = "adopted"
	letterMove      = "move"
	letterHeld      = "held"
	letterAmbiguous = "ambiguous"
	letterMultiple  = "multiple"
	letterReceived  = "received"
	letterOffence   = "offence"
	letterPenalty   = "penalty"
	letterWaived    = "waived"
	letterSpent     = "spent"
	letterAsked     = "asked"
	letterRefused   = "refused"
	letterOffer     = "offer"

	letterConditional = "conditional"
	letterProposal    = "proposal"
	letterAgreed      = "agreed"
	letterLeave       = "leave"
	letterProtest     = "protest"
	letterClaim       = "claim"
	letterStart       = "start"
	letterResult      = "result"
	letterReminder    = "reminder"
	letterRuling      = "ruling"
	letterSuspended   = "suspended"
	letterResumed     = "resumed"
	letterUnreachable = "unreachable"
	letterLate        = "late"
	letterRepeat      = "repeat"
	letterOffice      = "office"
)

// Dispatches gives the letters that the events of one transaction send, in the
// order in which they leave: to the sender of the letter that brought the events
// about at most one that is only an answer to it; to each side the one that asks
// for its move last; and when the game has ended, to both, its result alone.
func Dispatches(before State, events []Event) []Dispatch {
	out := &post{State: before}
	for i, e := range events {
		out.event(i, e)
		out.State.fold(e)
	}
	if out.Phase == Finished && out.Result != before.Result {
		out.alone(len(events)-1, letterResult)
		return out.all
	}
	if r, ok := rulingOf(events); ok {
		out.alone(len(events)-1, letterOf(r.Verb))
	}
	out.oneAnswer(events)
	out.newKeys(events)
	out.askLast()
	return out.all
}

// newKeys sends a letter to who has new keys and would have none otherwise.
func (o *post) newKeys(events []Event) {
	for i, e := range events {
		f, ok := e.Fact.(Rotated)
		if ok && !slices.ContainsFunc(o.all, func(l Dispatch) bool { return l.To == f.Side }) {
			o.all = append(o.all, Dispatch{To: f.Side, Member: f.Member, Kind: letterRepeat, Event: i})
		}
	}
}

// rulingOf gives the ruling that brought the events about: both sides read it,
// and what follows from it, in one letter each.
func rulingOf(events []Event) (Ruling, bool) {
	if len(events) == 0 {
		return Ruling{}, false
	}
	r, ok := events[0].Fact.(Ruled)
	return r.Ruling, ok
}

func letterOf(v Verb) string {
	switch v {
	case RulesSuspended:
		return letterSuspended
	case RulesResumed:
		return letterResumed
	}
	return letterRuling
}

// post collects the letters of one transaction; its State is the one before the
// event that is looked at.
type post struct {
	State
	all []Dispatch
}

func (o *post) send(i int, to board.Side, kind string) {
	o.all = append(o.all, Dispatch{To: to, Kind: kind, Event: i})
}

func (o *post) both(i int, kind string) {
	o.send(i, board.White, kind)
	o.send(i, board.Black, kind)
}

// alone puts one letter to each side in the place of all, in which they are read.
func (o *post) alone(i int, kind string) {
	all := o.all
	o.all = nil
	o.both(i, kind)
	for _, l := range all {
		o.all[slices.IndexFunc(o.all, func(m Dispatch) bool { return m.To == l.To })].tell(l)
	}
}

// tell has a letter tell what another would.
func (d *Dispatch) tell(other Dispatch) {
	for _, kind := range append([]string{other.Kind}, other.Also...) {
		if kind != d.Kind && !slices.Contains(d.Also, kind) {
			d.Also = append(d.Also, kind)
		}
	}
}

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
	case Reachable:
		return letterResumed
	case Overstepped:
		if o.Terms.Late == lateUmpire {
			return letterSuspended
		}
		return letterLate
	case Exacted:
		return letterPenalty
	case Waived:
		return letterWaived
	case Spent:
		return letterSpent
	case Agreed:
		return letterAgreed
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
	case Reminded:
		return letterReminder, ""
	case Played, Adopted, Restored:
		return letterAdopted, letterMove
	case Held:
		if f.Multiple {
			return letterHeld, letterMultiple
		}
		return letterHeld, letterAmbiguous
	case Offended:
		return letterReceived, letterOffence
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
	case LeaveTaken:
		return letterOffice, letterLeave
	case Claimed:
		return letterReceived, letterClaim
	case Protested:
		return letterReceived, letterProtest
	case Asked:
		if f.Why == Dropped {
			return letterReceived, ""
		}
		return letterAsked, ""
	case ClaimRefused, Refused:
		return letterRefused, ""
	}
	return "", ""
}

// answers are the kinds that do no more than answer a letter, the one that says
// the most first.
var answers = []string{letterAdopted, letterHeld, letterPenalty, letterWaived, letterSpent, letterAgreed, letterAsked, letterRefused, letterReceived, letterOffice}

// oneAnswer leaves the sender of the letter one answer to it, that to the last
// event of the most telling kind; drops a letter that asked him for the move he
// has made in the same transaction, and one that asked his opponent for what a
// conditional move of his has answered; lets a series, an offer, or a question that a
// move raises, be read in the letter of that move; and a clock that runs on in whatever else
// tells of it. A letter that takes the place of a later one tells its event too.
func (o *post) oneAnswer(events []Event) {
	by, ok := sender(events)
	if !ok {
		return
	}
	best := o.bestAnswer(by)
	var kept []int
	for i, l := range o.all {
		switch in := o.toldIn(i, by, best); {
		case in == i:
			kept = append(kept, i)
		case in >= 0:
			o.all[in].Event = max(o.all[in].Event, l.Event)
			o.all[in].tell(l)
		}
	}
	all := make([]Dispatch, len(kept))
	for n, i := range kept {
		all[n] = o.all[i]
	}
	o.all = all
}

// toldIn gives the index of the letter that tells what letter i would: its own,
// another's, or -1 where nobody need be told. best is the answer to the sender.
func (o *post) toldIn(i int, sender board.Side, best int) int {
	switch l := o.all[i]; {
	case l.To == sender && i != best && slices.Contains(answers, l.Kind):
		return best
	case l.To == sender && best > i && o.all[best].Kind == letterAdopted && slices.Contains(asking, l.Kind):
		return -1
	case l.To != sender && l.Kind == letterMove:
		if then := slices.IndexFunc(o.all[i+1:], func(m Dispatch) bool { return m.To == l.To && m.Kind == letterAdopted }); then >= 0 {
			return i + 1 + then
		}
	case l.Kind == letterResumed && slices.ContainsFunc(o.all[i+1:], func(m Dispatch) bool { return m.To == l.To }):
		return -1
	case l.Kind == letterConditional || l.Kind == letterOffer || l.Kind == letterAsked && l.To != sender:
		moves := []string{letterMove, letterAmbiguous, letterMultiple}
		if with := slices.IndexFunc(o.all, func(m Dispatch) bool { return m.To == l.To && slices.Contains(moves, m.Kind) }); with >= 0 {
			return with
		}
	}
	return i
}

// bestAnswer gives the index of the answer to a side that says the most, of
// several of a kind the last; -1 if there is none.
func (o *post) bestAnswer(to board.Side) int {
	best, least := -1, len(answers)
	for i, l := range o.all {
		if rank := slices.Index(answers, l.Kind); l.To == to && rank >= 0 && rank <= least {
			best, least = i, rank
		}
	}
	return best
}

// sender gives the side whose letter brought the events about.
func sender(events []Event) (board.Side, bool) {
	for _, e := range events {
		if by, ok := e.By.Side(); ok && e.Letter != 0 {
			return by, true
		}
	}
	return 0, false
}

// asking are the kinds of letter that ask their reader for his move.
var asking = []string{letterStart, letterMove, letterAmbiguous, letterMultiple, letterPenalty, letterWaived, letterSpent, letterAgreed, letterRuling, letterResumed}

// askLast lets the letter that asks the side that runs for its move leave last,
// and marks it if that side's window waits for it.
func (o *post) askLast() {
	side, ok := o.Running()
	if !ok {
		return
	}
	for i := len(o.all) - 1; i >= 0; i-- {
		if l := o.all[i]; l.To == side && slices.Contains(asking, l.Kind) {
			l.Asks = !o.Window.Told
			o.all = append(slices.Delete(o.all, i, i+1), l)
			return
		}
	}
}
