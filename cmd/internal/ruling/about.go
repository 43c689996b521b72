package ruling

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/reason"
)

// about is what an umpire does about a dispute without deciding anything.
type about struct {
	verb   string // "show", "ask", "note" or "close"
	side   board.Side
	within time.Duration
	words  string
}

// aboutForm is the statement of what is to be done about a dispute, on one line.
var aboutForm = regexp.MustCompile(`(?i)^dispute (ask|note|close) (\d{1,18})(?: ([a-z]+)\s?,? within ([^ ,]+))?\s?,? (?:words|reason):? (.+)$`)

// shownForm is the request for all that is known of a dispute.
var shownForm = regexp.MustCompile(`(?i)^dispute show (\d{1,18})\.?$`)

// Shows reports whether the order is no order, but the request for all that is known of a dispute.
func (o Ordered) Shows() bool { return o.Handles() && o.about.verb == "show" }

// Handles reports whether the order is about a dispute and decides nothing.
func (o Ordered) Handles() bool { return o.about != nil }

// Handle returns what is to be done about the dispute that an event opened.
func (o Ordered) Handle(opened int64, now time.Time) (h play.Handle) {
	a := o.about
	switch a.verb {
	case "note":
		h.Fact = game.Noted{Dispute: opened, Words: a.words}
	case "close":
		h.Fact = game.Settled{Dispute: opened, Words: a.words}
	case "ask":
		h.Fact = game.Inquired{Dispute: opened, Side: a.side, Words: a.words, Until: now.Add(a.within).UTC().Truncate(time.Second)}
	}
	return h
}

// handled reads the words of what is to be done about a dispute, on one line.
func handled(words string) Ordered {
	o := Ordered{Words: words, about: &about{}}
	if m := shownForm.FindStringSubmatch(words); m != nil {
		o.Dispute, _ = strconv.ParseInt(m[1], 10, 64)
		o.about.verb = "show"
		return o
	}
	m := aboutForm.FindStringSubmatch(words)
	if m == nil {
		o.refusal = reason.Because("order about")
		return o
	}
	o.Dispute, _ = strconv.ParseInt(m[2], 10, 64)
	o.about.verb, o.about.words = strings.ToLower(m[1]), m[5]
	switch asks := o.about.verb == "ask"; {
	case asks != (m[3] != ""):
		o.refusal = reason.Because("order about")
	case asks:
		var asked game.Ruling
		if o.refusal = side(m[3], &asked); o.refusal == "" {
			o.about.side = asked.Side.AsSide()
			o.about.within, o.refusal = span(m[4])
		}
	}
	return o
}
