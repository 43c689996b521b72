package play

import (
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

// readable reports whether the changed words of a communication still bring about a move, or
// another event than holding, returning or an offence, and hold as many moves as were handed in.
func (d *docket) readable(p carrier.Passage) bool {
	tried := *d
	tried.events = nil
	tried.hear(p, p.Carried)
	for _, e := range tried.events {
		switch e.Fact.(type) {
		case game.Held, game.Offended, game.Asked, game.Refused:
			return false
		}
	}
	moves := func(words []string) int { return len(stated.MovesIn(strings.Join(words, "\n"))) }
	return len(tried.events) > 0 && moves(p.Carried) >= moves(p.Words)
}

// repeatForm has the form last delivered to the sender repeated, at half of the charge for that
// form.
func (d *docket) repeatForm(s interpret.Statement) {
	w := d.Wires[d.by]
	if w == nil {
		d.nothingToRepeat(s.Text)
		return
	}
	if w.Mutilated() && d.Undecided() {
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
		return
	}
	d.certify(game.PartyOf(d.by), *w, int(carrier.Charge(w.Form).Half()))
}

// protestsWire certifies a form when a side says that the wire has changed the form. The form is
// the last mutilated form to that side or, if there is none, to the other side. After the end of
// the game, and while the game waits for the umpire, the umpire decides instead, and
// protestsWire returns false.
func (d *docket) protestsWire(s interpret.Statement) bool {
	if d.Phase == game.Finished || d.Undecided() || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(s.Words)), "mutilated") {
		return false
	}
	for _, side := range []board.Side{d.by, d.by.Other()} {
		if w := d.Wires[side]; w != nil && w.Mutilated() {
			d.certify(game.PartyOf(d.by), *w, 0)
			return true
		}
	}
	return false
}

// certifies delivers the certificate of an unreadable form when the certificate is due at or
// before an instant, and reports whether one came.
func (d *docket) certifies(by time.Time) bool {
	at, due := d.CertificateDue()
	if !due || at.After(by) {
		return false
	}
	w, _ := d.Unreadable()
	d.aside(at, 0, func() { d.certify(game.Corrd, w, 0) })
	return true
}

// certify delivers a form again with the words that were handed in.
func (d *docket) certify(by game.Party, w game.Wire, charge int) {
	f := game.Certified{Number: w.Number, Words: w.Words, Charge: charge}
	if w.Mutilated() {
		f.With = w.Carried
	}
	d.add(by, codes.TermsMedium, f)
	if w.Mutilated() {
		d.aside(d.at, d.from, func() { d.hear(w.Passage, w.Words) })
	}
}

// repeatsNow returns the card that the sender may have repeated now, or why the sender may not.
func (d *docket) repeatsNow() (card carrier.Passage, why game.Why) {
	c := d.Terms.Carriers().Carrier()
	card, ok := d.repeatable()
	switch {
	case c.RepeatAfter() == 0 || !ok:
		return card, game.NothingToRepeat
	case d.at.Before(card.Collected.Add(c.RepeatAfter())):
		return card, game.TooSoon
	}
	return card, ""
}

// bears returns the statements of a letter that has a card repeated and communicates another move
// for its turn: the one card bears the words of the first and the new ones. ends is the first card,
// which is then under way no more, or nil if the letter asks for no such card.
func (d *docket) bears(st []interpret.Statement) (whole []interpret.Statement, ends *carrier.Passage) {
	moves, rest := stated.Parted(st)
	if !stated.Has(st, interpret.KindRepeatCard) || len(moves) == 0 {
		return st, nil
	}
	card, why := d.repeatsNow()
	if why != "" {
		return st, nil
	}
	first, beside := stated.Parted(stated.Read(card.Words))
	var texts []string
	for _, s := range first {
		texts = append(texts, game.WordTexts(s.Moves)...)
	}
	before := len(texts)
	for _, s := range moves {
		for _, text := range game.WordTexts(s.Moves) {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	if before == 0 || len(texts) == before {
		return slices.DeleteFunc(slices.Clone(st), interpret.Statement.IsMove), nil // the words are those of the first card
	}
	rest = slices.DeleteFunc(rest, func(s interpret.Statement) bool { return s.Kind == interpret.KindRepeatCard })
	either := interpret.Parse(strings.Join(texts, " or ")).Statements
	return slices.Concat(either, beside, rest), &card
}

// repeatCard sends the words of a card of the sender's again, because the card may be lost, some
// time after the postmark and until the reply is delivered. The repeated card is the same
// communication, and stops no clock once the turn is the opponent's.
func (d *docket) repeatCard(s interpret.Statement) {
	settings := d.Terms.Carriers()
	c := settings.Carrier()
	card, why := d.repeatsNow()
	if why == game.NothingToRepeat {
		d.nothingToRepeat(s.Text)
		return
	} else if why != "" {
		d.refuse(codes.TermsMedium, why, s.Text)
		return
	}
	again := carrier.Communication{HandedIn: d.at.In(settings.Location()), Number: d.Handed + 1, Words: strings.Join(card.Words, "\n"), Repeat: true}
	j := c.Carry(again, d.Seed)
	arrived := d.HasArrived(card)
	d.act(codes.TermsMedium, game.HandedIn{Number: again.Number, Ply: card.Ply, Answers: card.Answers, Words: card.Words, Text: card.Text,
		Collected: second(j.Collected), Delivered: second(j.Delivered), Stops: card.Stops && !arrived && d.Window.Side == d.by, Repeats: card.FirstNumber(), Again: arrived,
		Count: j.Words, Charge: int(j.Charge)})
}

// nothingToRepeat answers a request for the repetition of a card or form that there is not. The
// rest of the letter acts, so that no move beside the request is lost.
func (d *docket) nothingToRepeat(words string) {
	d.act(codes.TermsMedium, game.Refused{Why: game.NothingToRepeat, Words: words})
}

// repeatable returns the card that the sender can have repeated: the last card that stopped the
// sender's clock, until the reply to that card is delivered, and otherwise the sender's last card
// that has not arrived.
func (d *docket) repeatable() (card carrier.Passage, ok bool) {
	if last := d.Cards[d.by]; last != nil && !(d.HasArrived(*last) && d.Window.Side == d.by) {
		return *last, true
	}
	for _, p := range slices.Backward(d.Transit) {
		if p.Side == d.by {
			return p, true
		}
	}
	return carrier.Passage{}, false
}

// wired returns the form whose changed words made turn i of the line; ok is false where the words
// of the turn came unchanged, or not by wire.
func (d *docket) wired(i int) (w game.Wire, ok bool) {
	if i < 0 || d.Line[i].Sent == 0 {
		return w, false
	}
	form := d.Wires[d.Line[i].Side.Other()]
	if form == nil || form.Unreadable || !form.Mutilated() || form.FirstNumber() != d.Line[i].Sent {
		return w, false
	}
	return *form, true
}

// handedSign reports whether the words of a form, as they were handed in, announce check or mate
// with turn i of the line.
func (d *docket) handedSign(w game.Wire, i int) bool {
	p := d.At(i)
	cried := func(m notation.Move) bool { return d.Cried(&p, m.Text) }
	return slices.ContainsFunc(stated.Read(w.Words), func(s interpret.Statement) bool { return s.IsMove() && slices.ContainsFunc(s.Moves, cried) })
}

// signSpoilt reports whether the wire has spoilt the sign by which turn i of the line announced
// check. What the wire has spoilt counts as said.
func (d *docket) signSpoilt(i int) bool {
	w, ok := d.wired(i)
	return ok && d.Line[i].Silent && d.handedSign(w, i)
}

// certifySign delivers the certificate of the last form to a side, whose reply does not meet the
// check that the form announced as it was handed in. The reply goes back, without a penalty.
func (d *docket) certifySign(side board.Side, reply string) {
	d.certify(game.Corrd, *d.Wires[side], 0)
	if d.Phase != game.Finished {
		d.asked = true
		d.add(game.PartyOf(side), codes.TermsMedium, game.Refused{Why: game.SignSpoilt, Words: reply})
	}
}

// certifyMate delivers the certificate of the form that has just been delivered, if the wire has
// spoilt the sign of a mate: the game is over as it would be with the sign.
func (d *docket) certifyMate() {
	n := len(d.Line)
	if n == 0 || d.Phase != game.AwaitMove || !d.signSpoilt(n-1) {
		return
	}
	before := d.At(n - 1)
	if after := before.Play(d.Line[n-1].Move); after.Checkmate() {
		d.certify(game.Corrd, *d.Wires[d.Line[n-1].Side.Other()], 0)
	}
}

// certifyBefore delivers the certificate of a side's last form before its next one comes, if the
// wire has spoilt the sign of a check that has not been replied to: of the earlier form nobody
// could have the true words afterwards.
func (d *docket) certifyBefore(next carrier.Passage) {
	n := len(d.Line)
	if next.Again || n == 0 || d.Line[n-1].Side != next.Side || d.Phase != game.AwaitMove || !d.signSpoilt(n-1) {
		return
	}
	d.aside(next.Delivered, 0, func() { d.certify(game.Corrd, *d.Wires[next.Side.Other()], 0) })
}

// signMade reports whether the wire has made the sign by which turn i of the line announces check,
// and then has the form certified: a sign that the wire made is not said.
func (d *docket) signMade(i int) bool {
	w, ok := d.wired(i)
	if !ok || d.handedSign(w, i) {
		return false
	}
	d.certify(game.Corrd, w, 0)
	return true
}
