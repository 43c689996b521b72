package templates

import (
	"fmt"
	"time"

	ics "github.com/arran4/golang-ical"

	"corrd/mailer"
	"corrd/templates/texts"
)

// calendar returns an iCalendar object (RFC 5545) for a reader who has set a calendar on, with one
// entry at the time by which the reader must answer; nil where the letter leaves no such time and
// ends none. The object publishes the entry (RFC 5546, 3.2.1) and names no attendee, so that no
// calendar answers. All letters of a game to a side name one entry, which a later letter replaces:
// SEQUENCE is the number of the event that the letter tells. A letter that ends the reader's time,
// or the game, cancels the entry.
func (p *gamePage) calendar() *mailer.Part {
	if p.Reader.Settings["calendar"] != "on" || p.Reader.OnCard || p.Reader.Former {
		return nil
	}
	due := p.due()
	before := gamePage{GameLetter: p.GameLetter}
	before.State = p.Before.AsOf(p.Now)
	if due.IsZero() && p.State.Result == nil && (p.Before.Seq == 0 || before.due().IsZero()) {
		return nil
	}
	c := ics.NewCalendarFor(oneLine(p.Office.Name, 60))
	c.SetMethod(ics.MethodPublish)
	e := c.AddEvent(fmt.Sprintf("g%d.%s@%s", p.State.ID, p.Reader.Side, p.Office.Domain))
	e.SetDtStampTime(p.Now)
	e.SetSequence(int(p.State.Seq))
	e.SetOrganizer("mailto:" + p.Office.Address)
	e.SetClass(ics.ClassificationPrivate)
	e.SetTimeTransparency(ics.TransparencyTransparent)
	e.SetSummary(texts.Say("calendar entry", p.State.ID, oneLine(p.OpponentName(), 60)))
	if due.IsZero() {
		e.SetStatus(ics.ObjectStatusCancelled)
		e.SetStartAt(p.Now)
	} else {
		e.SetStatus(ics.ObjectStatusConfirmed)
		e.SetStartAt(due)
		e.SetDescription(plainSpaces(texts.Say("calendar limit", texts.Limit(due, p.zone))))
	}
	return &mailer.Part{Name: fmt.Sprintf("game%d.ics", p.State.ID), Type: "text/calendar; charset=utf-8; method=PUBLISH",
		Data: []byte(c.Serialize(ics.WithNewLine("\r\n")))}
}

// due returns the time by which the reader must answer, in the game as the letter leaves the game;
// zero when the reader has no limit.
func (p *gamePage) due() time.Time {
	s := &p.State
	side, ok := s.Running()
	if !ok || side != p.Reader.Side || p.Reader.OnCard && !s.Window.Told || s.Overdue(side) {
		return time.Time{}
	}
	stay := s.Stays()
	switch {
	case stay != nil:
		return stay.Until
	case s.Terms.Time.Per == 0, s.LastMinute().Equal(s.Closes): // no move is due by the end of a session as such
		return time.Time{}
	}
	return s.LastMinute()
}
