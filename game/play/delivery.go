package play

import (
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret/notation"
)

// deliveries delivers, in order, what has arrived at or before an instant.
func (d *docket) deliveries(by time.Time) {
	for {
		at, ok := d.NextDelivery()
		if !ok || at.After(by) || d.Phase == game.Finished {
			return
		}
		if d.certifies(at) {
			continue
		}
		if d.resumes(at) {
			d.resume()
			continue
		}
		if d.fallen() && d.FlagFalls().Before(at) {
			now := d.at
			d.flag(d.Window.Side)
			d.at = now
			continue
		}
		next, _ := d.Arriving()
		d.deliver(next)
	}
}

// deliver acts on a communication when it arrives, as on a letter. If the wire has left no move
// in the words, the receiver is asked.
func (d *docket) deliver(p game.Passage) {
	before := *d
	if w, waits := d.UnreadableOf(p.Side); waits && !d.Undecided() { // nobody else would ask for the true words
		d.at, d.from = p.Delivered, 0
		d.certify(game.Corrd, w, 0)
		d.at, d.from = before.at, before.from
		if !d.UnderWay(p.Number) {
			return // the true words have ended the game
		}
	}
	if d.certifyBefore(p); !d.UnderWay(p.Number) {
		return
	}
	d.at, d.from, d.by = p.Delivered, p.Letter, p.Side
	d.act(codes.TermsMedium, game.Delivered{Number: p.Number})
	switch {
	case p.Again, len(p.Words) == 0:
	case d.Undecided(): // nothing follows from the words but an answer to their sender, who knows the true ones
		d.hear(p, p.Words)
	case p.Mutilated() && !d.readable(p):
		d.act(codes.TermsMedium, game.Illegible{Number: p.Number, Words: p.Carried})
	case p.Mutilated():
		d.hear(p, p.Carried)
		d.certifyMate()
	default:
		d.hear(p, p.Words)
	}
	d.at, d.from, d.by, d.ply, d.answers = before.at, before.from, before.by, before.ply, before.answers
	d.asked, d.open, d.left, d.own, d.shown = before.asked, before.open, before.left, before.own, before.shown
}

// hear hears the words of a communication that arrives.
func (d *docket) hear(p game.Passage, words []string) {
	d.from, d.by, d.ply, d.answers = p.Letter, p.Side, p.Ply, p.Answers
	d.asked, d.open, d.left, d.own, d.shown = false, nil, nil, nil, [2]int{d.KeyPly(board.White), d.KeyPly(board.Black)}
	d.arriving = true
	defer func() { d.arriving = false }()
	st := settled(stated.Read(words), ^notation.Brief) // their sender has been asked
	if d.admits(Letter{By: p.Side, Ply: p.Ply, Statements: st}, st) && !d.contradicts(st) {
		d.statements(d.firstTurn(d.foretold(d.oneOfEach(st))))
	}
	d.nameLeft()
}
