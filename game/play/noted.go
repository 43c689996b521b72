package play

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/stated"
	"corrd/interpret"
)

// Noted is an act as the log notes it beside the first event that follows from the act. It holds
// what neither the events nor a letter that is kept tells of the act, and no words of anybody.
type Noted struct {
	Act    string    `json:"act"`              // the kind of the act
	Number int64     `json:"number,omitempty"` // of the letter, of the umpire's order, of the claim that was searched
	Events int       `json:"events"`           // how many events follow, the first among them
	Side   string    `json:"side,omitempty"`
	Told   int64     `json:"told,omitempty"`
	Asks   bool      `json:"asks,omitempty"`
	Sent   time.Time `json:"sent,omitzero"`

	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"`

	Ply     int   `json:"ply,omitempty"`
	Answers int64 `json:"answers,omitempty"`
	// from when a letter counts, where the first event of the letter bears another time
	Received time.Time `json:"received,omitzero"`
	Released time.Time `json:"released,omitzero"`
	Arrived  time.Time `json:"arrived,omitzero"` // of a real card, as game.RealCard says
	InHand   time.Time `json:"in_hand,omitzero"`
	Took     []int     `json:"took,omitzero"`    // as Letter.Took says
	Halves   bool      `json:"halves,omitempty"` // the words for two games among them are halves
	Left     int       `json:"left,omitempty"`   // how many words from which nothing follows were left over
	Patient  bool      `json:"patient,omitempty"`
	Unclear  bool      `json:"unclear,omitempty"`

	Version int `json:"version,omitempty"` // of the laws that decided the act; 0: those of release 1.0
}

// Version numbers what is made of an act: how the words of a letter are read, and what the laws
// decide. It grows with every change that makes something else of an act which could come before,
// once for each release. The log notes it with each act, so that whoever decides an old act again
// can tell what another corrd decided from what somebody forged. Release 1.0 had version 1, and
// noted none.
const Version = 2

// Same reports whether two notes, as events hold them, are of the same act, by whatever version
// decided.
func (n Noted) Same(act string) bool {
	other, _, err := ReadNoted(game.Event{Act: act})
	other.Version = n.Version
	return err == nil && reflect.DeepEqual(n, other)
}

// The kinds of acts in the log. A name that was once written stands for the same act for ever.
const (
	NotedStart    = "start"
	NotedLetter   = "letter"
	NotedNotice   = "notice"
	NotedCameBack = "came back"
	NotedHeard    = "heard"
	NotedAlarm    = "alarm"
	NotedDefer    = "defer"
	NotedOutage   = "outage"
	NotedProof    = "proof"
	NotedOrder    = "order"
	NotedDispute  = "dispute"
	NotedOnCards  = "on cards"
	NotedPosted   = "card posted"
	NotedKeys     = "keys"
	NotedLeave    = "leave"
)

// ReadNoted reads the act that an event of the log notes; noted is false where the event notes
// none.
func ReadNoted(e game.Event) (n Noted, noted bool, err error) {
	if e.Act == "" {
		return n, false, nil
	}
	if err = json.Unmarshal([]byte(e.Act), &n); err == nil && n.Events < 1 {
		err = fmt.Errorf("an act from which %d events follow", n.Events)
	}
	return n, true, err
}

// note notes on the first of some events the act from which they follow.
func note(events []game.Event, a Act) []game.Event {
	if len(events) == 0 {
		return events
	}
	n := a.noted()
	n.Version = Version
	if n.Events = len(events); n.Act == NotedLetter && second(n.Received).Equal(firstOf(events, n.Number)) {
		n.Received = time.Time{}
	}
	written, err := json.Marshal(n)
	if err != nil {
		panic(err) // numbers, times and names have a JSON form
	}
	events[0].Act = string(written)
	return events
}

func (a Start) noted() Noted {
	return Noted{Act: NotedStart, Number: a.Letter, Side: a.LeftBy.String(), Left: len(a.Left)}
}

func (a Notify) noted() Noted {
	return Noted{Act: NotedNotice, Side: a.Side.String(), Told: a.Told}
}

func (a CameBack) noted() Noted {
	return Noted{Act: NotedCameBack, Side: a.Side.String(), Told: a.Told, Asks: a.Asks, Sent: a.Sent.UTC()}
}

func (a Heard) noted() Noted {
	return Noted{Act: NotedHeard, Side: a.Side.String()}
}

func (a Defer) noted() Noted {
	return Noted{Act: NotedDefer, Number: a.Letter, Until: a.Until.UTC()}
}

func (a Outage) noted() Noted {
	return Noted{Act: NotedOutage, From: a.From.UTC(), Until: a.Until.UTC()}
}

func (a Proof) noted() Noted {
	return Noted{Act: NotedProof, Number: a.Claim}
}

func (a Rule) noted() Noted {
	return Noted{Act: NotedOrder, Number: a.Letter}
}

func (Handle) noted() Noted {
	return Noted{Act: NotedDispute}
}

func (a PutOnCards) noted() Noted {
	return Noted{Act: NotedOnCards, Side: a.Side.String()}
}

func (a PostCard) noted() Noted {
	return Noted{Act: NotedPosted, Side: a.Side.String()}
}

func (a Rotate) noted() Noted {
	return Noted{Act: NotedKeys, Number: a.Letter}
}

func (a TakeLeave) noted() Noted {
	return Noted{Act: NotedLeave, Number: a.Letter, Side: a.Side.String()}
}

func (Alarm) noted() Noted {
	return Noted{Act: NotedAlarm}
}

func (l Letter) noted() Noted {
	n := Noted{Act: NotedLetter, Number: l.ID, Side: l.By.String(), Ply: l.Ply, Answers: l.Answers, Received: l.Received.UTC(), Left: len(l.Left),
		Patient: l.Patient, Unclear: l.Unclear}
	if !l.Released.IsZero() {
		n.Released = l.Released.UTC()
	}
	if l.Card != nil {
		n.Arrived, n.InHand = l.Card.Arrived.UTC(), l.Card.InHand.UTC()
	}
	n.Took = l.Took
	n.Halves = slices.ContainsFunc(l.Statements, func(s interpret.Statement) bool { return s.Beside != "" })
	return n
}

// Counts returns the time from which the letter of the act counts; events are those that follow.
func (n Noted) Counts(events []game.Event) time.Time {
	if !n.Received.IsZero() {
		return n.Received
	}
	return firstOf(events, n.Number)
}

// firstOf returns the time of the first event of a letter, or of the first event where none is of
// it.
func firstOf(events []game.Event, letter int64) time.Time {
	i := slices.IndexFunc(events, func(e game.Event) bool { return e.Letter == letter })
	return events[max(i, 0)].At
}

// Seat returns the side that the act names.
func (n Noted) Seat() board.Side {
	if n.Side == board.Black.String() {
		return board.Black
	}
	return board.White
}

// Taken returns the statements of a page that the act took in a game, in their order.
func (n Noted) Taken(page []interpret.Statement, id int64) []interpret.Statement {
	return stated.AtLines(page, n.Took, id)
}
