package game

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/interpret"
)

// What can be proposed.
const (
	proposeWithdrawal = "withdraw"
	proposeTerms      = "terms"
)

// changeable are the terms that can be agreed on while a game is played.
var changeable = []string{"time", "notation", "errors", "assistance", "leave", "late"}

// propose asks for the opponent's consent to other terms.
func (d *docket) propose(s interpret.Statement) {
	terms, refusal := d.otherTerms(s.Terms)
	switch law := termsOf(s); {
	case refusal != "" && d.code().Digest(law) == "":
		d.ask(d.code().Recall, NoSuchTerm, refusal)
	case refusal != "":
		d.ask(law, NoSuchTerm, refusal)
	case len(s.Terms) == 0:
		d.nothing(d.code().Recall, s.Text)
	default:
		d.act(termsOf(s), Proposed{What: proposeTerms, Terms: &terms, Words: s.Text})
	}
}

// otherTerms gives the terms of the game with others put in their place; the
// refusal is "", or says which cannot be.
func (s State) otherTerms(written []interpret.Term) (t Terms, refusal string) {
	for _, w := range written {
		if !slices.Contains(changeable, strings.ToLower(w.Key)) {
			return s.Terms, "During a game only these terms can be changed: " + strings.Join(changeable, ", ") + "."
		}
	}
	return ParseTerms(written, s.Terms)
}

// termsOf cites the agreement on the first term of a statement.
func termsOf(s interpret.Statement) Law {
	if len(s.Terms) == 0 {
		return termsTime
	}
	return agreement + Law(strings.ToLower(s.Terms[0].Key))
}

// withdraw asks for the opponent's consent to take back what the sender
// communicated for a turn to which no reply has been received.
func (d *docket) withdraw(s interpret.Statement) {
	mover := d.Position.SideToMove()
	own := d.by == mover && (d.Held != nil || d.Phase == OffenceOpen)
	last := d.by != mover && d.Phase == AwaitMove && len(d.Line) > 0
	if !own && !last {
		d.nothing(d.code().Recall, s.Text)
		return
	}
	d.act(d.code().Recall, Proposed{What: proposeWithdrawal, Words: s.Text})
}

// agree consents to what the opponent has proposed, or to his offer of a draw.
func (d *docket) agree(s interpret.Statement) {
	p, drawn := d.proposed(), d.DrawOffer == PartyOf(d.by.Other())
	switch {
	case p != nil && drawn && s.Kind == interpret.KindAgree:
		d.ask(houseContradiction, Contradiction, s.Text)
	case p != nil && s.Kind != interpret.KindAcceptDraw && !drawn && !d.knows(p):
		d.ask(houseConsent, Superseded, s.Text)
	case p != nil && s.Kind != interpret.KindAcceptDraw && !drawn:
		d.act(p.Law, d.agreed(*p))
		d.fire()
	default:
		d.acceptDraw(s)
	}
}

// agreed is the consent to a proposal; a session it fixes ends at the next such
// time of the day.
func (d *docket) agreed(p Proposal) Agreed {
	a := Agreed{What: p.What, Terms: p.Terms}
	if p.Terms != nil {
		a.Closes = p.Terms.Time.closing(d.at.In(d.zone))
	}
	return a
}

// decline refuses what the opponent has proposed, and his offer of a draw.
func (d *docket) decline(s interpret.Statement) {
	p, drawn := d.proposed(), d.DrawOffer == PartyOf(d.by.Other())
	if p == nil && !drawn && s.Kind == interpret.KindNo && d.drop() {
		return
	}
	if p != nil && s.Kind != interpret.KindDeclineDraw && !d.knows(p) {
		d.ask(houseConsent, Superseded, s.Text)
		return
	}
	if p != nil && s.Kind != interpret.KindDeclineDraw {
		d.act(p.Law, Declined{What: p.What})
		if !drawn {
			return
		}
	}
	d.declineDraw(s)
}

// drop clears the question that the sender was asked, and reports whether there was
// one: what it was about counts for nothing.
func (d *docket) drop() bool {
	q := d.Question(d.by)
	if q == nil || !d.told(q.Told) {
		return false
	}
	law := houseNumbers
	if q.Why == ConfirmResign {
		law = d.code().Series
	}
	d.act(law, Asked{Why: Dropped, Words: q.Words, Ply: q.Ply})
	return true
}

// knows reports whether the letter that is answered told of a proposal, and of
// no other that it has replaced since.
func (d *docket) knows(p *Proposal) bool {
	return d.told(p.Told) && (d.answers != 0 || !p.Replaces)
}

// proposed gives the proposal that is open to the sender of the letter.
func (d *docket) proposed() *Proposal {
	if d.Proposal == nil || d.Proposal.By == d.by {
		return nil
	}
	return d.Proposal
}

const leaveWords form = `^(\d{1,3}) days?$`

// takeLeave stops the sender's clock for some days, as far as the terms give
// leave in the calendar year in which it begins.
func (d *docket) takeLeave(s interpret.Statement) {
	m := leaveWords.in(strings.ToLower(strings.TrimSpace(s.Words)))
	days := 0
	if m != nil {
		days, _ = strconv.Atoi(m[1])
	}
	if days == 0 || days > d.LeaveLeft(d.by, d.at) {
		d.refuse(termsLeave, NoLeave, s.Text)
		return
	}
	d.act(termsLeave, LeaveTaken{Days: days})
}

// LeaveFrom gives when a leave begins that a side takes at a time: at once, or
// when the one that it is on is over.
func (s State) LeaveFrom(side board.Side, at time.Time) time.Time {
	for _, l := range s.Leaves {
		if l.Side == side {
			at = later(at, l.Until)
		}
	}
	return at
}

// LeaveLeft gives the days of leave a side has left at a time, of those for the
// year in which the leave would begin.
func (s State) LeaveLeft(side board.Side, at time.Time) int {
	m := leaveForm.in(s.Terms.Leave)
	if m == nil {
		return 0
	}
	days, _ := strconv.Atoi(m[1])
	year := s.LeaveFrom(side, at).Year()
	for _, l := range s.Leaves {
		if l.Side == side && l.From.Year() == year {
			days -= int(l.Until.Sub(l.From) / day)
		}
	}
	return days
}

// annul requires the annulment of a second letter for a turn: the move sent
// first stands, and a penalty is open for the offender's next turn. Without one
// it is the game that is to be annulled.
func (d *docket) annul(s interpret.Statement) {
	if d.Held == nil || d.by == d.Held.By || d.Held.First == nil {
		d.annulGame(s)
		return
	}
	mover := d.Held.By
	d.act(d.code().Recall, Restored{Ply: d.LastPly() + 1, Move: d.Held.First.Move})
	d.close(mover)
}

// annulGame acts on the requirement that the game be annulled because the wrong
// side began, or, where the terms set up a position, because that was wrong. It
// comes before the second player has completed his fourth move. Whether there
// was an error the umpire finds out, unless the terms show it.
func (d *docket) annulGame(s interpret.Statement) {
	rule := d.code().WrongFirst
	law, plain := d.Terms.erroneous()
	if d.Terms.Position != "" && law != rule.Law {
		rule = d.code().WrongSetUp
	}
	second := d.Initial.SideToMove().Other()
	switch {
	case d.Clocks[second].Moves >= rule.Is:
		d.refuse(rule.Law, TooLate, s.Text)
	case plain:
		d.end(law, Annulled, ByAnnulment)
	default:
		d.refer(rule.Law, s, Claimed{Ground: string(rule.Law), Words: s.Text})
	}
}
