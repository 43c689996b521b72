package play

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/transit"
	"corrd/interpret"
)

// repeatCard sends the words of a card of the sender's again, because the card may be lost, some time after the
// postmark and until the reply is delivered. The repeated card is the same communication, and stops no clock once the
// turn is the opponent's.
func (d *docket) repeatCard(s interpret.Statement) {
	settings := d.Terms.Carriers()
	c := settings.Carrier()
	card, ok := d.repeatable()
	switch {
	case c.RepeatAfter() == 0 || !ok:
		d.refuse(codes.TermsMedium, game.NothingToRepeat, s.Text)
		return
	case d.at.Before(card.Collected.Add(c.RepeatAfter())):
		d.refuse(codes.TermsMedium, game.TooSoon, s.Text)
		return
	}
	again := carrier.Communication{HandedIn: d.at.In(settings.Location()), Number: d.Handed + 1, Words: strings.Join(card.Words, "\n"), Repeat: true}
	j := c.Carry(again, d.Seed)
	arrived := d.HasArrived(card)
	d.act(codes.TermsMedium, game.HandedIn{Number: again.Number, Ply: card.Ply, Answers: card.Answers, Words: card.Words, Text: card.Text,
		Collected: second(j.Collected), Delivered: second(j.Delivered), Stops: card.Stops && !arrived && d.Window.Side == d.by, Repeats: card.FirstNumber(), Again: arrived,
		Count: j.Words, Charge: int(j.Charge)})
}

// repeatable gives the card that the sender can have repeated: the last card that stopped the sender's clock, until the
// reply to that card is delivered, and otherwise the sender's last card that has not arrived.
func (d *docket) repeatable() (card transit.Passage, ok bool) {
	if last := d.Cards[d.by]; last != nil && !(d.HasArrived(*last) && d.Window.Side == d.by) {
		return *last, true
	}
	for _, p := range slices.Backward(d.Transit) {
		if p.Side == d.by {
			return p, true
		}
	}
	return transit.Passage{}, false
}
