package play

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// handIn hands the statements of a letter in to a carrier that takes time. A statement that needs
// no carrier acts at once, and a letter that could not act when it arrives is answered at once. A
// move is sealed after the adoption beside it has been handed in.
func (d *docket) handIn(l Letter, st []interpret.Statement) {
	var here, away, seals []interpret.Statement
	st, ends := d.bears(st)
	if ends != nil {
		d.post(l, st, ends, false)
		return
	}
	for _, s := range d.oneOfEach(d.cleared(st)) {
		switch {
		case s.Kind == interpret.KindSeal:
			seals = append(seals, s)
			l.Note = "" // the prose may tell of the move
		case stated.AtOffice(s.Kind):
			here = append(here, s)
		default:
			away = append(away, s)
		}
	}
	d.statements(here)
	switch {
	case d.asked:
		d.leaveAll(away)
	case len(away) > 0 && d.Phase != game.Finished:
		d.handInOrAnswer(l, away)
	}
	if len(seals) > 0 {
		d.statements(seals)
	}
}

// handInOrAnswer hands statements in, unless only an answer to their sender would follow from them.
func (d *docket) handInOrAnswer(l Letter, away []interpret.Statement) {
	if lapsed := d.lapsedBy(away); len(lapsed) > 0 {
		d.refuse(codes.TermsMedium, game.Dispatched, stated.Text(lapsed))
		return
	}
	switch repeated, returned, ahead := d.foreseen(away); {
	case stated.Has(away, interpret.KindNo) && d.afterOwn().Phase == game.Finished: // "No! I did not mean to resign"
		d.refuse(codes.TermsMedium, game.UnderWay, stated.Text(away))
	case repeated:
	case len(d.Transit) > 0 && stated.Has(away, interpret.KindWithdraw):
		d.refuse(codes.TermsMedium, game.UnderWay, stated.Text(away))
	case ahead:
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, stated.Text(away))
	case returned:
		d.statements(d.firstTurn(d.foretold(away)))
	default:
		d.post(l, away, nil, false)
	}
}

// cleared replaces a yes by the moves that it confirms, about whose number or meaning the sender
// was asked.
func (d *docket) cleared(st []interpret.Statement) []interpret.Statement {
	q := d.asking()
	if q == nil || !confirmable(q) {
		return st
	}
	all := slices.Clone(st)
	for i, s := range all {
		if s.Kind == interpret.KindYes {
			words := d.WordsMeant(q)
			all[i] = interpret.Statement{Kind: interpret.KindMove, Text: words, Moves: []notation.Move{{Text: words}}}
		}
	}
	return all
}

// lapsedBy returns the statements by which a side would use a right that lapsed when the side
// handed in its move for the turn.
func (d *docket) lapsedBy(st []interpret.Statement) []interpret.Statement {
	if !d.MoveUnderWay(d.by) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(st), func(s interpret.Statement) bool { return !stated.LapsesWithMove(s) })
}

// underWay reports whether a communication of the sender in the same words is under way.
func (d *docket) underWay(st []interpret.Statement) bool {
	return slices.ContainsFunc(d.Transit, func(p carrier.Passage) bool {
		outrun := d.Window.Side == d.by && d.Outrun(d.by, cmp.Or(p.Written, p.HandedIn))
		return p.Side == d.by && strings.Join(p.Words, "\n") == stated.Text(st) && !outrun
	})
}

// foreseen finds out what would follow from statements if they arrived now, after everything that
// the sender has under way. repeated says that they only repeat a communication under way,
// returned that only an answer to their sender would follow, and ahead that this answer is that
// their turn has not come.
func (d *docket) foreseen(st []interpret.Statement) (repeated, returned, ahead bool) {
	if d.underWay(st) {
		return true, false, false
	}
	under := slices.ContainsFunc(d.Transit, func(p carrier.Passage) bool { return p.Side == d.by })
	own := d.afterOwn()
	if own.Phase == game.Finished { // nobody is told beforehand that what is under way ends the game, and it may not
		own = *d
	}
	then := d.comesOf(st, own)
	if under && len(then) == 0 {
		return true, false, false
	}
	if !answeredAtOnce(then) || !answeredAtOnce(d.comesOf(st, *d)) || under && tellsOfMove(then) {
		return false, false, false
	}
	f, refused := then[0].Fact.(game.Refused)
	return false, true, under && refused && f.Why == game.NotYourTurn
}

// afterOwn returns the docket as it will be when everything that the sender has under way has
// arrived, and nothing else has.
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

// comesOf returns the events that would follow from statements of the letter in another docket.
func (d *docket) comesOf(st []interpret.Statement, in docket) []game.Event {
	in.events, in.hearing = nil, hearing{by: d.by, ply: d.ply, answers: d.answers}
	in.statements(in.firstTurn(in.foretold(slices.Clone(st))))
	return in.events
}

// Returns returns why a fact gives a letter back to its writer with a question or a refusal; ok is
// false for a fact of which more comes.
func Returns(f game.Fact) (why game.Why, ok bool) {
	switch f := f.(type) {
	case game.Asked:
		return f.Why, true
	case game.Refused:
		return f.Why, true
	}
	return "", false
}

// answeredAtOnce reports whether events only answer the sender of a letter, before it arrives. What
// travels to the other side is answered when it arrives, and not before: words without a legal
// reading, and words for which the state of the game then decides.
func answeredAtOnce(events []game.Event) bool {
	later := slices.ContainsFunc(events, func(e game.Event) bool {
		why, returns := Returns(e.Fact)
		return !returns || slices.Contains(onArrival, why)
	})
	return len(events) > 0 && !later
}

// tellsOfMove reports whether an answer would tell a sender whose move is under way that the move
// cannot be played, for a series follows it otherwise.
func tellsOfMove(events []game.Event) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool {
		f, is := e.Fact.(game.Asked)
		return is && f.Why == game.MoveFirst
	})
}

// onArrival holds the answers to words that travel.
var onArrival = []game.Why{
	game.Courtesy, game.Unintelligible, game.AdoptFirst, game.FitsNone,
	game.NotComplying, game.PenaltyMet, game.FirstStands, game.OffenceStands, game.NotUponIt, game.CheckUnmet, game.BeforeUmpire,
	game.ReplyPosted,
}

// post hands statements in. ends is the communication whose words stand among them, and which is
// under way no more, or nil if there is none.
func (d *docket) post(l Letter, st []interpret.Statement, ends *carrier.Passage, always bool) {
	settings := d.Terms.Carriers()
	c := carrier.Communication{HandedIn: d.at.In(settings.Location()), Number: d.Handed + 1, Words: strings.TrimSpace(stated.Text(st) + "\n" + l.Note),
		Uedemann: slices.Contains(d.Terms.Notation, notation.Uedemann.String())}
	f := game.HandedIn{Number: c.Number, Ply: d.ply, Answers: d.answers, Text: l.Note, ByHand: l.Card != nil, Always: always}
	if c.Beside = l.Beside; c.Beside != nil {
		c.Words, f.Beside = stated.Text(st), c.Beside.Words // the card shows the prose already
	}
	c.Plain = l.Note
	for _, s := range st {
		if s.Beside != "" {
			c.Half = &carrier.Half{Rest: s.Beside, Second: !d.Begins(d.by), Struck: c.Beside != nil && c.Beside.Struck}
			if f.Half, f.Struck = 1, c.Half.Struck; c.Half.Second {
				f.Half = 2
			}
		}
		f.Words = append(f.Words, s.Text)
		if len(s.Moves)+len(s.Confirms) == 0 && s.Kind != interpret.KindConditional {
			c.Plain += "\n" + s.Text
		}
		for _, m := range s.Moves {
			if s.IsMove() {
				c.Moves = append(c.Moves, m.Text)
			}
		}
		f.Stops = f.Stops || stated.StopsClock(s)
	}
	f.Stops = f.Stops && d.Window.Side == d.by && d.InPlay() && (!d.OnTheWay(d.by) || ends != nil && ends.Stops)
	if ends != nil {
		f.Ply, f.Ends = ends.Ply, ends.FirstNumber()
	}
	j := d.journeyOf(l.Card, c)
	if len(j.NotTaken) > 0 {
		d.refuse(codes.TermsMedium, game.WordsJoined, strings.Join(j.NotTaken, "\n"))
		return
	}
	if !l.Released.IsZero() {
		c.HandedIn, f.Released = l.Released.In(settings.Location()), second(l.Released)
		j.Delivered = d.journeyOf(l.Card, c).Delivered
	}
	f.Collected, f.Delivered, f.Count, f.Charge = second(j.Collected), time.Time{}, j.Words, int(j.Charge)
	if j.Form != j.Charge {
		f.Form = int(j.Form)
	}
	if !j.Lost() {
		f.Delivered = second(j.Delivered)
	}
	if !slices.Equal(j.Carried, c.Moves) {
		f.With = stated.Changed(st, j.Carried)
	}
	d.act(codes.TermsMedium, f)
}

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
func (d *docket) deliver(p carrier.Passage) {
	if w, waits := d.UnreadableOf(p.Side); waits && !d.Undecided() { // nobody else would ask for the true words
		d.aside(p.Delivered, 0, func() { d.certify(game.Corrd, w, 0) })
		if !d.UnderWay(p.Number) {
			return // the true words have ended the game
		}
	}
	if d.certifyBefore(p); !d.UnderWay(p.Number) {
		return
	}
	d.aside(p.Delivered, p.Letter, func() { d.arrives(p) })
}

// arrives acts on a communication now.
func (d *docket) arrives(p carrier.Passage) {
	d.by = p.Side
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
}

// hear hears the words of a communication that arrives.
func (d *docket) hear(p carrier.Passage, words []string) {
	d.from, d.hearing = p.Letter, hearing{by: p.Side, ply: p.Ply, answers: p.Answers}
	d.shown = [2]int{d.KeyPly(board.White), d.KeyPly(board.Black)}
	d.arriving, d.Said = true, cmp.Or(p.Written, p.HandedIn)
	defer func() { d.arriving, d.Said = false, time.Time{} }()
	st := stated.Settled(stated.Read(words), ^notation.Brief) // their sender has been asked
	if cry, is := d.cryAlone(strings.Join(words, "\n")); is {
		st = []interpret.Statement{cry}
	}
	if d.admits(Letter{By: p.Side, Ply: p.Ply, Statements: st}, st) && !d.contradicts(st, "") {
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
