package umpire

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
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

// Shows reports whether the order is no order, but the request for all that is known of a dispute.
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
