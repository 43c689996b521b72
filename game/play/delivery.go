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

// carriage writes the time zone of the hours into the terms of a game that begins, if its carrier
// takes time or a session has an end. carriage also gives the seed of chance on the way: named is
// the seed in the terms, or drawn is a random seed. A random seed is not in the terms, because a
// person who knows the seed can foresee what will be lost.
func (a *Start) carriage(zone string) (named, drawn uint64) {
	settings := a.Terms.Carriers()
	atOnce := settings.Carrier().AtOnce() && a.ByCard == [2]bool{}
	if atOnce && a.Terms.Time.Until == "" {
		return 0, 0
	}
	settings.Zone = zone
	a.Terms.Carriage = &settings
	switch {
	case atOnce:
		return 0, 0
	case settings.Seed != 0:
		return settings.Seed, 0
	}
	return 0, a.Seed
}

// hours returns the time zone of the hours of the day that the terms of a game name: the zone that
// was written into the terms when the game began, so that it does not depend on where an alarm
// rings, or else the zone of now.
func hours(s game.State, now time.Time) *time.Location {
	if settings := s.Terms.Carriers(); settings.Zone != "" {
		return settings.Location()
	}
	return now.Location()
}
