package play

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
)

// repeatsNow returns the card that the sender may have repeated now, or why the sender may not.
func (d *docket) repeatsNow() (card game.Passage, why game.Why) {
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
// which is then under way no more; nil if the letter asks for no such card.
func (d *docket) bears(st []interpret.Statement) (whole []interpret.Statement, ends *game.Passage) {
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
		return slices.DeleteFunc(slices.Clone(st), stated.IsMove), nil // the words are those of the first card
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
	if why != "" {
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

// repeatable returns the card that the sender can have repeated: the last card that stopped the
// sender's clock, until the reply to that card is delivered, and otherwise the sender's last card
// that has not arrived.
func (d *docket) repeatable() (card game.Passage, ok bool) {
	if last := d.Cards[d.by]; last != nil && !(d.HasArrived(*last) && d.Window.Side == d.by) {
		return *last, true
	}
	for _, p := range slices.Backward(d.Transit) {
		if p.Side == d.by {
			return p, true
		}
	}
	return game.Passage{}, false
}
