package play

import (
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// handIn hands the statements of a letter in to a carrier that takes time. What needs no
// carrier acts at once; so does the answer to a letter that cannot act when it arrives. A move
// is sealed when the adoption beside it has been handed in.
func (d *docket) handIn(l Letter, st []interpret.Statement) {
	var here, away, seals []interpret.Statement
	for _, s := range d.oneOfEach(d.cleared(st)) {
		switch {
		case s.Kind == interpret.KindSeal:
			seals = append(seals, s)
			l.Note = "" // it may tell of the move
		case actsHere(s.Kind):
			here = append(here, s)
		default:
			away = append(away, s)
		}
	}
	d.statements(here)
	if !d.asked && len(away) > 0 && d.Phase != game.Finished {
		d.handInOrAnswer(l, away)
	}
	if len(seals) > 0 {
		d.statements(seals)
	}
}

// handInOrAnswer hands statements in, unless nothing but an answer to their sender would come
// of them.
func (d *docket) handInOrAnswer(l Letter, away []interpret.Statement) {
	if lapsed := d.lapsedBy(away); len(lapsed) > 0 {
		d.refuse(codes.TermsMedium, game.Dispatched, textOf(lapsed))
		return
	}
	switch repeated, returned, ahead := d.foreseen(away); {
	case repeated:
	case len(d.Transit) > 0 && holds(away, interpret.KindWithdraw):
		d.refuse(codes.TermsMedium, game.UnderWay, textOf(away))
	case ahead:
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, textOf(away))
	case returned:
		d.statements(d.firstTurn(d.foretold(away)))
	default:
		d.post(l, away)
	}
}

// actsHere reports whether a statement needs no carrier: the opponent is not told of it,
// or it is for the umpire or the mail office.
func actsHere(k interpret.Kind) bool {
	switch k {
	case interpret.KindProtest, interpret.KindLeave, interpret.KindIntend, interpret.KindRepeatCard, interpret.KindRepeatForm:
		return true
	}
	return !game.Acts(k)
}

// cleared puts the moves about whose number the sender was asked in the place of the yes
// that confirms them.
func (d *docket) cleared(st []interpret.Statement) []interpret.Statement {
	q := d.Question(d.by)
	if q == nil || q.Why != game.WrongNumber {
		return st
	}
	var all []interpret.Statement
	for _, s := range st {
		if s.Kind == interpret.KindYes {
			all = append(all, interpret.Statement{Kind: interpret.KindMove, Text: q.Words, Moves: []notation.Move{{Text: q.Words}}})
			continue
		}
		all = append(all, s)
	}
	return all
}

// lapsedBy gives those of some statements by which a side would use a right that lapsed when
// it handed in its move for the turn.
func (d *docket) lapsedBy(st []interpret.Statement) (lapsed []interpret.Statement) {
	moved := d.MoveUnderWay(d.by)
	for _, s := range st {
		switch s.Kind {
		case interpret.KindAdopt, interpret.KindExact, interpret.KindWaive, interpret.KindAnnul, interpret.KindClaim, interpret.KindRetract,
			interpret.KindCheck, interpret.KindDemandFifty, interpret.KindRecommence, interpret.KindProceed:
			if moved && !s.Forfeiture {
				lapsed = append(lapsed, s)
			}
		}
	}
	return lapsed
}

// foreseen tries what would come of statements if they arrived now, after what the sender
// has under way: whether they only repeat a communication that is under way; whether
// nothing comes of them but an answer to their sender; and whether that answer is that
// the turn which they are for has not come.
func (d *docket) foreseen(st []interpret.Statement) (repeated, returned, ahead bool) {
	words, under := textOf(st), false
	for _, p := range d.Transit {
		if p.Side != d.by {
			continue
		}
		if under = true; strings.Join(p.Words, "\n") == words {
			return true, false, false
		}
	}
	then := d.comesOf(st, d.afterOwn())
	if under && len(then) == 0 {
		return true, false, false
	}
	if !onlyAnswers(then) || !onlyAnswers(d.comesOf(st, *d)) {
		return false, false, false
	}
	f, refused := then[0].Fact.(game.Refused)
	return false, true, under && refused && f.Why == game.NotYourTurn
}

// afterOwn gives the docket as it will be when what the sender has under way has arrived, and
// nothing else.
func (d *docket) afterOwn() docket {
	arrived := *d
	arrived.events = nil
	for _, p := range d.Transit {
		if p.Side == d.by {
			arrived.deliver(p)
		}
	}
	return arrived
}

// comesOf gives the events that would come of statements of the letter in another docket.
func (d *docket) comesOf(st []interpret.Statement, in docket) []game.Event {
	in.events, in.by, in.ply, in.answers, in.asked, in.open, in.left = nil, d.by, d.ply, d.answers, false, nil, nil
	in.statements(in.firstTurn(in.foretold(slices.Clone(st))))
	return in.events
}

// onlyAnswers reports whether events are an answer to the sender of a letter and nothing
// else. A letter that the terms return by courtesy is returned when it arrives.
func onlyAnswers(events []game.Event) bool {
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.Asked:
			if f.Why == game.Courtesy || f.Why == game.AdoptFirst {
				return false
			}
		case game.Refused:
			if f.Why == game.NotComplying || f.Why == game.FirstStands || f.Why == game.BeforeUmpire || f.Why == game.LeftOver {
				return false
			}
		default:
			return false
		}
	}
	return len(events) > 0
}

// post hands statements in.
func (d *docket) post(l Letter, st []interpret.Statement) {
	settings := d.Terms.Carriers()
	c := carrier.Communication{HandedIn: d.at.In(settings.Location()), Number: d.Handed + 1, Words: strings.TrimSpace(textOf(st) + "\n" + l.Note),
		Uedemann: slices.Contains(d.Terms.Notation, notation.Uedemann.String())}
	f := game.HandedIn{Number: c.Number, Ply: d.ply, Answers: d.answers, Text: l.Note, ByHand: l.Card != nil}
	if c.Beside = l.Beside; c.Beside != nil {
		c.Words, f.Beside = textOf(st), c.Beside.Words // the prose stands there already
	}
	c.Plain = l.Note
	for _, s := range st {
		f.Words = append(f.Words, s.Text)
		if len(s.Moves)+len(s.Confirms) == 0 && s.Kind != interpret.KindConditional {
			c.Plain += "\n" + s.Text
		}
		for _, m := range s.Moves {
			if game.IsMove(s) {
				c.Moves = append(c.Moves, m.Text)
			}
		}
		f.Stops = f.Stops || stopsClock(s)
	}
	f.Stops = f.Stops && d.Window.Side == d.by && d.InPlay() && !d.OnTheWay(d.by)
	j := d.journeyOf(l.Card, c)
	if len(j.NotTaken) > 0 {
		d.refuse(codes.TermsMedium, game.WordsJoined, strings.Join(j.NotTaken, "\n"))
		return
	}
	f.Collected, f.Delivered, f.Count, f.Charge = second(j.Collected), time.Time{}, j.Words, int(j.Charge)
	if j.Form != j.Charge {
		f.Form = int(j.Form)
	}
	if !j.Lost() {
		f.Delivered = second(j.Delivered)
	}
	if !slices.Equal(j.Carried, c.Moves) {
		f.With = changed(st, c.Moves, j.Carried)
	}
	d.act(codes.TermsMedium, f)
}

// stopsClock reports whether a statement, handed in by the side whose turn runs, stops its
// clock from the postmark on.
func stopsClock(s interpret.Statement) bool {
	switch s.Kind {
	case interpret.KindClaim: // "claim draw: repetition, otherwise P-K4"
		return len(s.Moves) > 0
	case interpret.KindMove, interpret.KindMoves, interpret.KindAdopt, interpret.KindExact, interpret.KindWaive:
		return true
	}
	return false
}

// changed gives the statements with their moves as the wire delivers them.
func changed(st []interpret.Statement, moves, carried []string) (words []string) {
	n := 0
	for _, s := range st {
		text, seen := s.Text, 0
		for _, m := range s.Confirms { // what is repeated stands before the moves, and may be the same words
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				seen += i + len(m.Text)
			}
		}
		for _, m := range s.Moves {
			if !game.IsMove(s) {
				continue
			}
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				text = text[:seen+i] + carried[n] + text[seen+i+len(m.Text):]
				seen += i + len(carried[n])
			}
			n++
		}
		words = append(words, text)
	}
	return words
}
