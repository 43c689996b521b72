package templates

import (
	"cmp"
	"fmt"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/templates/texts"
)

// LeaveLeft returns how many days of leave the reader had left before the fact.
func (t *told) LeaveLeft() int { return t.State.LeaveLeft(t.Reader.Side, t.Event.At) }

// LeaveLeft returns how many days of leave the reader has left.
func (p *gamePage) LeaveLeft() int { return p.State.LeaveLeft(p.Reader.Side, p.Now) }

// FurtherLeave reports whether the leave taken begins when another is over.
func (t *told) FurtherLeave() bool {
	side, _ := t.Event.By.Side()
	return t.State.LeaveFrom(side, t.Event.At).After(t.Event.At)
}

// LeaveEnds is when the leave taken is over.
func (t *told) LeaveEnds() string {
	after := t.State.Apply(t.Event)
	return t.Limit(after.Leaves[len(after.Leaves)-1].Until)
}

// leaveAsked is a leave that was asked for and not granted, as a letter explains it.
type leaveAsked struct {
	clocks.Wanted
	Begun, Ending string // the day on which it is to begin, and the last one
	Fits          bool   // as many days as Total are left
	Lasts         string // until when the reader is on leave already, if that is as long
}

// LeaveAsked explains the leave for which the words of the fact ask.
func (t *told) LeaveAsked() leaveAsked {
	f, _ := t.Fact.(game.Refused)
	side, zone := t.Reader.Side, t.State.Terms.Carriers().Location()
	begins := t.State.LeaveFrom(side, t.Event.At).In(zone)
	out := leaveAsked{Wanted: t.State.LeaveWanted(side, f.Words, t.Event.At)}
	out.Begun, out.Ending = texts.Date(out.From, zone), texts.Date(carrier.DaysLater(begins, out.Total), zone)
	out.Fits = out.Days > 0 && out.Total <= t.LeaveLeft()
	if out.Days == 0 && !out.Until.IsZero() && begins.After(t.Event.At) {
		out.Lasts = t.Limit(begins)
	}
	return out
}

// leaves is the line that takes leave where leave was asked for that is not granted: as long as it
// was asked for, if it can be taken from now on, or else as long as it can be.
func (p *gamePage) leaves() []example {
	t := p.main()
	if t == nil || t.name() != "Refused" || t.Fact.(game.Refused).Why != game.NoLeave || t.LeaveLeft() < 1 {
		return nil
	}
	days := t.LeaveLeft()
	if asked := t.LeaveAsked(); asked.Fits {
		days = asked.Total
	} else if asked.Total == 0 || asked.Later() {
		return nil
	}
	until := carrier.DaysLater(t.State.LeaveFrom(p.Reader.Side, t.Event.At).In(t.State.Terms.Carriers().Location()), days)
	return []example{{Line: fmt.Sprint("leave ", days, " ", texts.One(days, "day")), Says: texts.Say("answer leave", t.Limit(until)), Tap: texts.Say("tap take leave", texts.Count(days, "day"))}}
}

// charge is what a letter tells of the time for which the reader's clock stood in this turn because
// letters to the reader came back (house:14).
type charge struct {
	Stood   string // the time that is charged with the reply, or may be; "" where none is
	Certain bool   // the time is charged; otherwise an answer to the letter that came back has it charged
	Exceeds bool   // the time that is charged is all that the reader has left, or more, and another move is due in it
}

// charged is the charge that waits for the reader's reply. Under a limit for each reply a charge
// shortens nothing.
func (p *gamePage) charged(v game.ClockView) charge {
	w, control := p.State.Window, p.State.Terms.Time
	stood := cmp.Or(w.Charge, p.State.MayCharge())
	if stood == 0 || w.Side != p.Reader.Side || control.Each || control.Per == 0 || p.State.Overdue(w.Side) {
		return charge{}
	}
	return charge{Stood: texts.Span(stood), Certain: w.Charge > 0, Exceeds: v.Due > 1 && stood >= v.Left}
}

// HasSealed reports whether the reader has sealed a move.
func (p *gamePage) HasSealed() bool {
	return p.State.Sealed != nil && p.State.Sealed.By == p.Reader.Side
}
