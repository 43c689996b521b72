package umpire

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// About is what an umpire does about a dispute without deciding anything.
type About struct {
	Verb   string        // AskVerb, NoteVerb or CloseVerb
	Side   board.Side    // that is asked
	Within time.Duration // which the side that is asked is to answer
	Words  string        // the question, the note, or why the dispute is closed
}

// The verbs about a dispute.
const (
	AskVerb   = "ask"
	NoteVerb  = "note"  // nobody is told of it
	CloseVerb = "close" // the dispute ends without a ruling

	showVerb = "show" // the request for all that is known of the dispute
)

// fact returns what is done, at a time, about the dispute that an event opened.
func (a About) fact(opened int64, now time.Time) game.Fact {
	words := strings.TrimSpace(a.Words)
	switch a.Verb {
	case NoteVerb:
		return game.Noted{Dispute: opened, Words: words}
	case CloseVerb:
		return game.Settled{Dispute: opened, Words: words}
	default:
		return game.Inquired{Dispute: opened, Side: a.Side, Words: words, Until: now.Add(a.Within).UTC().Truncate(time.Second)}
	}
}

// aboutForm is the statement of what is to be done about a dispute, on one line.
var aboutForm = regexp.MustCompile(`(?i)^dispute (ask|note|close) (\d{1,18})(?: ([a-z]+)\s?,? within ([^ ,]+))?\s?,? (?:words|reason):? (.+)$`)

// shownForm is the request for all that is known of a dispute.
var shownForm = regexp.MustCompile(`(?i)^dispute show (\d{1,18})\.?$`)

// Shows reports whether the order is not an order, but the request for all that is known of a
// dispute.
func (o Ordered) Shows() bool { return o.Handles() && o.about.Verb == showVerb }

// Handles reports whether the order is about a dispute and decides nothing.
func (o Ordered) Handles() bool { return o.about != nil }

// handled reads the words of what is to be done about a dispute, on one line.
func handled(words string) Ordered {
	o := Ordered{Words: words, about: &About{}}
	if m := shownForm.FindStringSubmatch(words); m != nil {
		o.Dispute, _ = strconv.ParseInt(m[1], 10, 64)
		o.about.Verb = showVerb
		return o
	}
	m := aboutForm.FindStringSubmatch(words)
	if m == nil {
		o.refusal = reason.Because("order about")
		return o
	}
	o.Dispute, _ = strconv.ParseInt(m[2], 10, 64)
	o.about.Verb, o.about.Words = strings.ToLower(m[1]), m[5]
	switch asks := o.about.Verb == AskVerb; {
	case asks != (m[3] != ""):
		o.refusal = reason.Because("order about")
	case asks:
		var asked game.Ruling
		if o.refusal = side(m[3], &asked); o.refusal == "" {
			o.about.Side = asked.Side.AsSide()
			o.about.Within, o.refusal = span(m[4])
		}
	}
	return o
}

// Saying is what was written about a dispute, and by whom.
type Saying struct {
	At    time.Time `json:"at"`
	By    string    `json:"by"`
	To    *string   `json:"to"` // the side that the umpire asks
	Words string    `json:"words"`
}

// Said returns what was written about a dispute, in order.
func Said(d store.Dispute, entries []store.Entry) []Saying {
	all := []Saying{}
	for _, seq := range EventsOfDispute(d, entries) {
		e := entries[seq-1].Event
		one := Saying{At: e.At, By: madeBy(e).String()}
		switch f := e.Fact.(type) {
		case game.Protested:
			one.Words = f.Words
		case game.Claimed:
			if one.Words = f.Words; f.Unclaimed() {
				one.Words = strings.TrimSuffix(texts.Named("ground", f.Ground)+": "+f.Words, ": ")
			}
		case game.Inquired:
			side := f.Side.String()
			one.To, one.Words = &side, f.Words
		case game.Stated:
			one.Words = f.Words
		case game.Noted:
			one.Words = f.Words
		case game.Settled:
			one.Words = f.Words
		case game.Ruled:
			one.Words = string(f.Verb) + ", " + string(e.Law) + ": " + f.Reason
		default:
			continue
		}
		all = append(all, one)
	}
	return all
}

// madeBy returns the party from which an event comes: corrd where corrd itself asks the umpire in
// the name of a side.
func madeBy(e game.Event) game.Party {
	if f, is := e.Fact.(game.Claimed); is && f.Unclaimed() {
		return game.Corrd
	}
	return e.By
}

// Happened says in a line what an event of a game is, by whom, and under which law.
func Happened(seq int64, e game.Event) string {
	kind, _ := store.KindOf(e.Fact)
	by := madeBy(e)
	if by != e.By {
		kind = "asked_umpire"
	}
	said := texts.Say("happened", seq, texts.Named("event", kind), texts.Named("side", by.String()))
	if e.Law != "" {
		said += ", " + string(e.Law)
	}
	return said
}

// HappenedBy says in a line what an event of a game is, which letter brought the event about, and
// what was read in the words of the letter.
func HappenedBy(seq int64, e game.Event) string {
	said := Happened(seq, e)
	if e.Letter != 0 {
		said += texts.Say("happened by letter", e.Letter)
	}
	if r, is := e.Fact.(game.Ruled); is {
		said += ": " + strings.TrimSpace(fmt.Sprintf("%s %s", r.Umpire, r.Verb))
	}
	if read := readIn(e.Fact); read != "" {
		said += ": " + read
	}
	return said
}

// readIn returns the words of a fact as they were sent and the moves that corrd read in the words.
// readIn returns "" for a fact without words.
func readIn(f game.Fact) string {
	words, came, moves := "", "", []board.Move(nil)
	switch f := f.(type) {
	case game.Played:
		words, moves = f.Words, []board.Move{f.Move}
	case game.Held:
		words, moves = strings.Join(f.Words, "; "), f.Moves
	case game.Adopted:
		moves = []board.Move{f.Move}
	case game.Offended:
		words, moves = f.Words, f.Moves
	case game.Refused:
		words = f.Words
	case game.Asked:
		words = f.Words
	case game.HandedIn:
		words, came = strings.Join(f.Words, "; "), strings.Join(f.With, "; ")
	case game.Illegible:
		words = strings.Join(f.Words, "; ")
	case game.Certified:
		words = strings.Join(f.Words, "; ")
	}
	var said []string
	if words != "" {
		said = append(said, fmt.Sprintf("%q", strings.Join(strings.Fields(words), " ")))
	}
	if came != "" {
		said = append(said, texts.Say("happened on the wire", oneLine(came)))
	}
	if len(moves) > 0 {
		said = append(said, "read as "+strings.Join(board.UCI(moves), " or "))
	}
	return strings.Join(said, " ")
}

// HowClosed says how a closed dispute ended: by which ruling, or otherwise.
func HowClosed(v store.View, d store.Dispute) (string, error) {
	entries, err := v.Events(d.Game)
	if err != nil || d.Ended < 1 || d.Ended > int64(len(entries)) {
		return texts.Say("closed", d.ID), err
	}
	last := entries[d.Ended-1]
	for _, e := range slices.Backward(entries[:d.Ended]) {
		if !e.Event.At.Equal(last.Event.At) {
			break
		}
		switch f := e.Event.Fact.(type) {
		case game.Ruled:
			return texts.Say("closed by ruling", d.ID, e.Seq, cmp.Or(f.Umpire, texts.Say("closed umpire")), f.Verb, e.Event.Law, oneLine(f.Reason)), nil
		case game.Settled:
			return texts.Say("closed without ruling", d.ID, e.Seq, oneLine(f.Words)), nil
		}
	}
	kind, _ := store.KindOf(last.Event.Fact)
	return texts.Say("closed with event", d.ID, last.Seq, texts.Named("event", kind)), nil
}

// oneLine puts somebody's words on one line, so that the words can stand within a sentence.
func oneLine(words string) string { return strings.Join(strings.Fields(words), " ") }

// LeftOpen returns the numbers of the disputes that are open in a state of a game.
func LeftOpen(v store.View, s game.State) ([]int64, error) {
	open := []int64{}
	known, err := v.DisputesOf(s.ID)
	for _, d := range known {
		if _, is := s.Dispute(d.Event); is {
			open = append(open, d.ID)
		}
	}
	return open, err
}

// Unstated describes in one line a dispute that no player has stated in words: whose time is over,
// or whose letters come back. Unstated returns "" for any other dispute.
func Unstated(v store.View, s game.State, d game.Dispute) (string, error) {
	side := texts.Named("side", s.Window.Side.String())
	switch d.Ground {
	case game.OnFlag:
		return texts.Say("about flag", side, s.Terms.Time, templates.Limit(d.At, time.UTC)), nil
	case game.OnFine:
		f, _ := s.FineOn(d.Seq)
		return texts.Say("about fine", texts.Named("side", f.Side.String()), templates.Limit(d.At, time.UTC)), nil
	case game.OnBounce:
		rows, err := v.RowsOf(s.ID, math.MaxInt)
		for _, r := range slices.Backward(rows) {
			if r.State == store.Parked && r.Side == s.Window.Side && r.Error != "" {
				return texts.Say("about bounce", side, r.ID, oneLine(r.Error)), err
			}
		}
		return texts.Say("about bounce sent again", side), err
	}
	return "", nil
}

// EventsOfDispute returns the numbers of the events that belong to a dispute: the event that opened
// the dispute, the questions, answers and notes about the dispute, and the rulings.
func EventsOfDispute(d store.Dispute, entries []store.Entry) []int64 {
	var all []int64
	for _, e := range entries {
		of := int64(0)
		switch f := e.Event.Fact.(type) {
		case game.Inquired:
			of = f.Dispute
		case game.Stated:
			of = f.Dispute
		case game.Noted:
			of = f.Dispute
		case game.Settled:
			of = f.Dispute
		case game.Ruled:
			of = f.Appeal
		}
		if e.Seq == d.Event || of == d.Event || d.Ended != 0 && e.Seq == d.Ended {
			all = append(all, e.Seq)
		}
	}
	return all
}

// Possible returns the rulings that can be made on an open dispute in a game at a time.
func Possible(d store.Dispute, s game.State, now time.Time) (all []Try) {
	for _, p := range game.Powers() {
		for _, t := range tries(p, s) {
			if t.Appeal = d.Event; game.RulingPossible(s, t.Ruling, now) {
				all = append(all, t)
			}
		}
	}
	return all
}

// Asked returns the question about a dispute whose answer is still awaited at a time; nil: nobody
// is asked.
func Asked(d store.Dispute, s game.State, now time.Time) (asked *game.Inquiry) {
	for _, side := range []board.Side{board.White, board.Black} {
		if q := s.Inquiry(d.Event, side); q != nil && now.Before(q.Until) {
			asked = q
		}
	}
	return asked
}
