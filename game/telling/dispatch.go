// Package telling says what is told of a game, and to whom: which letters the events of one
// transaction send, at most one to each player (dispatch.go, and tells.go by the kinds of events);
// how each communication travelled (journey.go); and all that people without a seat are shown of a
// game (public.go).
//
// The package is pure. It must not know how a letter or a page is worded, nor who decides what.
package telling

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
)

// Dispatch is a letter that the events of one transaction send to a side.
type Dispatch struct {
	To     board.Side
	Kind   string   // the header Corrd-Letter: "move", "adopted" …
	Also   []string // the kinds of the letters that are read in this one, as an offer is in the letter of the move that it came with
	Event  int      // the index of the event that the letter tells
	Member int      // the number, from 1, of the one member of the side to whom the letter goes; 0: the letter goes to every member
	Asks   bool     // the letter asks its reader for a move: when the next hop accepts the letter, Notify opens the window of the side
}

// kind is what a kind of letter is beside others that are sent to the same side.
type kind struct {
	act     bool // the letter tells of an act of the turn: of several that follow from one another only the last is true
	answers int  // more than 0: the letter does no more than answer a letter; of several answers, the highest number says the most
	asks    bool // the letter asks its reader for their move
}

// kinds holds every kind of letter that a game sends, by the header Corrd-Letter.
var kinds = map[string]kind{}

// add puts a kind into kinds and returns the header of the kind.
func add(header string, k kind) string {
	kinds[header] = k
	return header
}

// The kinds of letter that a game sends.
var (
	letterAdopted     = add("adopted", kind{act: true})
	letterMove        = add("move", kind{act: true, asks: true})
	letterHeld        = add("held", kind{act: true})
	letterAmbiguous   = add("ambiguous", kind{act: true, asks: true})
	letterMultiple    = add("multiple", kind{act: true, asks: true})
	letterReceived    = add("received", kind{answers: 2})
	letterOffended    = add("offended", kind{act: true, asks: true})
	letterOffence     = add("offence", kind{act: true})
	letterPenalty     = add("penalty", kind{act: true, asks: true})
	letterWaived      = add("waived", kind{act: true, asks: true})
	letterSpent       = add("spent", kind{act: true, asks: true})
	letterCheck       = add("check", kind{act: true, asks: true})
	letterRetracted   = add("retracted", kind{act: true, asks: true})
	letterForgotten   = add("forgotten", kind{act: true, asks: true})
	letterAsked       = add("asked", kind{answers: 4})
	letterRefused     = add("refused", kind{answers: 3})
	letterOffer       = add("offer", kind{})
	letterIntention   = add("intention", kind{act: true, asks: true})
	letterConditional = add("conditional", kind{})
	letterProposal    = add("proposal", kind{})
	letterAgreed      = add("agreed", kind{answers: 6, asks: true})
	letterLeave       = add("leave", kind{})
	letterProtest     = add("protest", kind{})
	letterClaim       = add("claim", kind{})
	letterStart       = add("start", kind{asks: true})
	letterResult      = add("result", kind{})
	letterReminder    = add("reminder", kind{})
	letterRuling      = add("ruling", kind{asks: true})
	letterSuspended   = add("suspended", kind{})
	letterResumed     = add("resumed", kind{asks: true})
	letterUnreachable = add("unreachable", kind{})
	letterLate        = add("late", kind{})
	letterRepeat      = add("repeat", kind{})
	letterOffice      = add("office", kind{answers: 1})
	letterPosted      = add("posted", kind{answers: 5})
	letterInquiry     = add("inquiry", kind{})
	letterSilence     = add("silence", kind{})
	letterSaid        = add("said", kind{})
)

// Dispatches returns the letters that the events of one transaction send: to each side at most one,
// so that no letter is made false by the next. Each letter tells the game as the whole transaction
// leaves it; the letter that asks its reader for a move leaves last.
func Dispatches(before game.State, events []game.Event) []Dispatch {
	out := &post{State: before}
	for i, e := range events {
		out.event(i, e)
		out.State = out.State.Apply(e)
	}
	out.leftOver(events)
	verb := game.Verb("")
	if len(events) > 0 { // what a ruling brings about is read with the ruling, in one letter to each side
		r, _ := events[0].Fact.(game.Ruled)
		verb = r.Verb
	}
	switch {
	case out.Phase == game.Finished && out.Result != before.Result:
		out.alone(letterResult)
	case verb == game.RulesSuspended, verb != "" && out.Phase == game.Suspended && slices.ContainsFunc(events, oversteps):
		out.alone(letterSuspended)
	case verb == game.RulesResumed:
		out.alone(letterResumed)
	case verb != "":
		out.alone(letterRuling)
	default:
		out.together(events)
	}
	for i := range out.all {
		out.all[i].Event = len(events) - 1
	}
	out.newKeys(events)
	out.askLast(before.Seq)
	return out.all
}

func oversteps(e game.Event) bool {
	_, is := e.Fact.(game.Overstepped)
	return is
}

// leftOver sends a letter to whom nothing but what is left over of their letter is to
// be told; any other letter to them names that too.
func (o *post) leftOver(events []game.Event) {
	for i, e := range events {
		by, _ := e.By.Side()
		f, ok := e.Fact.(game.Refused)
		if ok && f.Why == game.LeftOver && len(kindsTo(by, o.all)) == 0 {
			o.send(i, by, letterRefused)
		}
	}
}

// newKeys sends a letter to who has new keys and would have none otherwise.
func (o *post) newKeys(events []game.Event) {
	for i, e := range events {
		f, ok := e.Fact.(game.Rotated)
		if ok && !slices.ContainsFunc(o.all, func(l Dispatch) bool { return l.To == f.Side }) {
			o.all = append(o.all, Dispatch{To: f.Side, Member: f.Member, Kind: letterRepeat, Event: i})
		}
	}
}

// post collects the letters of one transaction; its State is the one before the event that is
// looked at.
type post struct {
	game.State
	all []Dispatch
}

// send adds a letter of a kind to a side, which tells the event with an index.
func (o *post) send(i int, to board.Side, kind string) {
	o.all = append(o.all, Dispatch{To: to, Kind: kind, Event: i})
}

// both adds a letter of a kind to each side.
func (o *post) both(i int, kind string) {
	o.send(i, board.White, kind)
	o.send(i, board.Black, kind)
}

// alone puts a letter of one kind to each side in the place of all, in which they are read.
func (o *post) alone(kind string) {
	all := o.all
	o.all = nil
	for _, side := range []board.Side{board.White, board.Black} {
		o.all = append(o.all, gathered(side, kind, all))
	}
}

// together puts one letter to each side in the place of those that the events sent the side one by
// one, where the first of them stood.
func (o *post) together(events []game.Event) {
	all := o.all
	o.all = nil
	by, ok := sender(events)
	for _, l := range all {
		if slices.ContainsFunc(o.all, func(d Dispatch) bool { return d.To == l.To }) {
			continue
		}
		kind := kindOf(kindsTo(l.To, all), ok && l.To == by)
		o.all = append(o.all, gathered(l.To, kind, all))
	}
}

// gathered returns the letter of a kind to a side that is read in the place of several. A move of a
// chain is told in the letter of the last move, and needs no kind of its own.
func gathered(to board.Side, kind string, all []Dispatch) Dispatch {
	d := Dispatch{To: to, Kind: kind}
	for _, other := range kindsTo(to, all) {
		if other != kind && other != letterAdopted && other != letterMove && !slices.Contains(d.Also, other) {
			d.Also = append(d.Also, other)
		}
	}
	return d
}

// kindsTo returns the kinds of the letters to a side, in their order.
func kindsTo(to board.Side, all []Dispatch) (sent []string) {
	for _, l := range all {
		if l.To == to {
			sent = append(sent, l.Kind)
		}
	}
	return sent
}

// TellsOfAct reports whether a kind of letter tells of an act of the turn.
func TellsOfAct(kind string) bool { return kinds[kind].act }

// OnlySays reports whether a kind of letter tells nothing but what the other side says.
func OnlySays(kind string) bool { return kind == letterSaid }

// kindOf returns the kind of the one letter to a side that is read in the place of several: the
// kind of the last act. Where there was no act, the kind is the most telling answer to the side
// whose letter brought the events about, and the last kind to the other side.
func kindOf(sent []string, answered bool) string {
	if act := lastAct(sent); act != "" {
		return act
	}
	said := sent[len(sent)-1]
	for _, kind := range sent {
		if n := kinds[kind].answers; answered && kinds[said].answers < n {
			said = kind
		}
	}
	return said
}

// lastAct is the last of the kinds that tells of an act of the turn, or "" if none does.
func lastAct(sent []string) string {
	for _, kind := range slices.Backward(sent) {
		if TellsOfAct(kind) {
			return kind
		}
	}
	return ""
}

// sender returns the side whose letter brought the events about.
func sender(events []game.Event) (board.Side, bool) {
	for _, e := range events {
		if by, ok := e.By.Side(); ok && e.Letter != 0 {
			return by, true
		}
	}
	return 0, false
}

// asksForMove reports whether a letter is of a kind that asks its reader for a move, or is read in
// the place of such a letter.
func (d Dispatch) asksForMove() bool {
	return slices.ContainsFunc(append([]string{d.Kind}, d.Also...), func(kind string) bool { return kinds[kind].asks })
}

// askLast lets the letter leave last that asks the side that runs for its move. askLast also marks
// the last letter to that side, where the side has not been told of its turn or of its offence, is
// asked the first question of its turn by an event after one, or letters to the side come back:
// while they do, the clock stands until a letter is accepted.
func (o *post) askLast(after int64) {
	if _, runs := o.Running(); !runs && !(o.Bouncing() && o.InPlay()) {
		return
	}
	side := o.Window.Side
	for i, l := range slices.Backward(o.all) {
		if l.To == side && l.asksForMove() {
			o.all = append(slices.Delete(o.all, i, i+1), l)
			break
		}
	}
	for i, l := range slices.Backward(o.all) {
		if l.To == side {
			o.all[i].Asks = !o.Window.Told || o.Bouncing() || o.Untold(side) || o.Window.Question > after && o.Window.Awaits(o.Seq)
			return
		}
	}
}
