package game

import (
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// ask returns the letter to its sender with a question.
func (d *docket) ask(law Law, why Why, words string) {
	d.asked = true
	d.act(law, Asked{Why: why, Words: words})
}

// refuse answers what the law or the state of the game does not allow.
func (d *docket) refuse(law Law, why Why, words string) {
	d.asked = true
	d.act(law, Refused{Why: why, Words: words})
}

// nothing answers a statement that has nothing to act on; the rest of the letter
// acts.
func (d *docket) nothing(law Law, words string) {
	d.act(law, Refused{Why: NothingAsked, Words: words})
}

// unknown answers a statement to which the code of the game gives no meaning, because
// only another code knows it; the rest of the letter acts.
func (d *docket) unknown(s interpret.Statement) {
	d.act(houseNoSuchRight, Refused{Why: NoSuchRight, Words: s.Text})
}

// Question gives what a side was asked about its last letter and has not cleared;
// nil when that was about another ply than the one now due.
func (s State) Question(side board.Side) *Question {
	if q := s.Questions[side]; q != nil && q.Ply == s.LastPly()+1 {
		return q
	}
	return nil
}

// AsksOf reports whether something waits for a side's yes or no of which it had been
// told by event seq: a question about its last letter, a proposal, or the offer of a draw.
func (s State) AsksOf(side board.Side, seq int64) bool {
	q, p := s.Question(side), s.Proposal
	return q != nil && q.Told.Seq <= seq || p != nil && p.By != side && p.Told.Seq <= seq ||
		s.DrawOffer == PartyOf(side.Other()) && s.Offered.Seq <= seq
}

// yes clears the question about a number: the letter acts as it was sent, and
// counts from its first receipt (house:1); or confirms a resignation on a
// condition that has come true and still stands. With nothing asked it is itself
// asked about, unless the letter states something else, which acts.
func (d *docket) yes(s interpret.Statement, alone bool) {
	switch q := d.Question(d.by); {
	case q != nil && !d.told(q.Told):
		d.unanswered(houseConsent, Superseded, s, alone)
	case q != nil && q.Why == ConfirmResign:
		d.resign(s.Text)
	case q == nil || q.Why != WrongNumber || d.by != d.Position.SideToMove():
		d.unanswered(houseNumbers, NothingAsked, s, alone)
	case d.halted():
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
	default:
		var words []notation.Move
		for text := range strings.SplitSeq(q.Words, WordsApart) {
			words = append(words, notation.Move{Text: text})
		}
		d.communicate(words)
		d.alsoStated(q.With)
	}
}

// unanswered answers a yes that clears nothing.
func (d *docket) unanswered(law Law, why Why, s interpret.Statement, alone bool) {
	if alone {
		d.ask(law, why, s.Text)
		return
	}
	d.act(law, Refused{Why: why, Words: s.Text})
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
		law = d.code().Series.Cite()
	}
	d.act(law, Asked{Why: Dropped, Words: q.Words, Ply: q.Ply})
	return true
}

// receivedFirst lets the moves that now act count from the first receipt of the
// same moves, about whose number or notation their sender was asked (house:1).
func (d *docket) receivedFirst(read []board.Move) time.Time {
	q := d.Question(d.by)
	if q != nil && slices.Equal(q.Moves, read) && q.At.Before(d.at) {
		return q.At
	}
	return d.at
}

// apply keeps what a side was asked, so that its answer can count from the
// first receipt, and a reply that waits for an adoption.
func (f Asked) apply(s *State, e Event) {
	s.newRound()
	by, ok := e.By.Side()
	if !ok {
		return
	}
	switch f.Why {
	case AdoptFirst:
		s.Withheld = &Withheld{By: by, Words: f.Words, With: f.With}
	case Unintelligible:
		s.Unsent[by] = f.Ply
	case Courtesy:
		s.Courtesy[by]++
		s.Courteous[by] = f.Ply
	case WrongNumber, NotAgreed, ConfirmResign:
		s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, With: f.With, Moves: f.Moves, At: e.At, Told: s.notice(by)}
	case Dropped:
		s.Questions[by] = nil
	case Superseded:
		s.settleProposal(by)
	}
}

// apply opens a new round; a move that does not discharge a penalty due is
// noted.
func (f Refused) apply(s *State, e Event) {
	if f.Why == LeftOver {
		return
	}
	s.newRound()
	if s.Offence != nil && f.Why == NotComplying {
		o := *s.Offence
		o.Refused = true
		if f.Refusal {
			o.Refusals = added(o.Refusals, Refusal{f.Words, f.Answers})
		}
		s.Offence = &o
	}
}
