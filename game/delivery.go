package game

import (
	"corrd/game/board"
	"corrd/interpret"
	"slices"
	"strings"
	"time"
)

// nextDelivery gives the time of the next delivery, and whether one is to come.
func (s State) nextDelivery() (at time.Time, ok bool) {
	for _, p := range s.Transit {
		if d := p.Delivered; !d.IsZero() && (!ok || d.Before(at)) {
			at, ok = d, true
		}
	}
	return at, ok
}

// Arriving gives the communication that is delivered next; ok is false where none is.
func (s State) Arriving() (p Passage, ok bool) {
	at, ok := s.nextDelivery()
	i := slices.IndexFunc(s.Transit, func(p Passage) bool { return p.Delivered.Equal(at) })
	if !ok || i < 0 {
		return Passage{}, false
	}
	return s.Transit[i], true
}

// Notes gives the prose that some events of a game bring to each side: of the communications
// that are delivered.
func Notes(before State, events []Event) (notes [2]string) {
	s := before
	for _, e := range events {
		if f, ok := e.Fact.(Delivered); ok {
			for _, p := range s.Transit {
				if to := p.Side.Other(); p.Number == f.Number && !p.Again && p.Text != "" {
					notes[to] = strings.TrimSpace(notes[to] + "\n\n" + p.Text)
				}
			}
		}
		s = s.Apply(e)
	}
	return notes
}

// deliveries delivers what has arrived by an instant, in order.
func (d *docket) deliveries(by time.Time) {
	for {
		at, ok := d.nextDelivery()
		if !ok || at.After(by) || d.Phase == Finished {
			return
		}
		if d.resumes(at) {
			d.resume()
			continue
		}
		if d.fallen() && d.falls().Before(at) {
			now := d.at
			d.flag(d.Window.Side)
			d.at = now
			continue
		}
		i := slices.IndexFunc(d.Transit, func(p Passage) bool { return p.Delivered.Equal(at) })
		d.deliver(d.Transit[i])
	}
}

// deliver hears a communication when it arrives, as a letter is heard. One of whose words
// the wire has left no move is put to its receiver.
func (d *docket) deliver(p Passage) {
	before := *d
	if w, waits := d.illegible(); waits && w.Side == p.Side { // nobody else would ask for the true words
		d.at, d.from = p.Delivered, 0
		d.certify(Corrd, w, 0)
		d.at, d.from = before.at, before.from
		if !slices.ContainsFunc(d.Transit, func(o Passage) bool { return o.Number == p.Number }) {
			return // it has fallen with what was done since
		}
	}
	d.at, d.from, d.by = p.Delivered, p.Letter, p.Side
	d.act(termsMedium, Delivered{Number: p.Number})
	switch {
	case p.Again:
	case p.mutilated() && !d.readable(p):
		d.act(termsMedium, Illegible{Number: p.Number, Words: p.Carried})
	case p.mutilated():
		d.hear(p, p.Carried)
	default:
		d.hear(p, p.Words)
	}
	d.at, d.from, d.by, d.ply, d.answers = before.at, before.from, before.by, before.ply, before.answers
	d.asked, d.open, d.left, d.own, d.shown = before.asked, before.open, before.left, before.own, before.shown
}

// hear hears the words of a communication.
func (d *docket) hear(p Passage, words []string) {
	d.from, d.by, d.ply, d.answers = p.Letter, p.Side, p.Ply, p.Answers
	d.asked, d.open, d.left, d.own, d.shown = false, nil, nil, nil, [2]int{d.KeyPly(board.White), d.KeyPly(board.Black)}
	d.arriving = true
	defer func() { d.arriving = false }()
	st := statementsIn(words)
	if d.admits(Letter{By: p.Side, Ply: p.Ply, Statements: st}, st) {
		d.statements(d.firstTurn(d.foretold(d.oneOfEach(st))))
	}
	d.nameLeft()
}

// statementsIn reads again the statements of a communication.
func statementsIn(words []string) []interpret.Statement {
	return interpret.Parse(strings.Join(words, "\n")).Statements
}
