package game

import (
	"corrd/game/carrier"
	"corrd/interpret"
	"slices"
	"strings"
)

// repeatCard sends the words of a card of the sender's again, which may have been lost:
// some time after its postmark, until the reply is delivered. It is the same communication.
func (d *docket) repeatCard(s interpret.Statement) {
	settings := d.Terms.Carriers()
	c := settings.Carrier()
	card, ok := d.repeatable()
	switch {
	case c.RepeatAfter() == 0 || !ok:
		d.refuse(termsMedium, NothingToRepeat, s.Text)
		return
	case d.at.Before(card.Collected.Add(c.RepeatAfter())):
		d.refuse(termsMedium, TooSoon, s.Text)
		return
	}
	again := carrier.Communication{HandedIn: d.at.In(settings.Location()), Number: d.Handed + 1, Words: strings.Join(card.Words, "\n"), Repeat: true}
	j := c.Carry(again, d.Seed)
	arrived := d.arrived(card)
	d.act(termsMedium, HandedIn{Number: again.Number, Ply: card.Ply, Answers: card.Answers, Words: card.Words, Text: card.Text,
		Collected: second(j.Collected), Delivered: second(j.Delivered), Stops: card.Stops && !arrived, Repeats: card.first(), Again: arrived,
		Count: j.Words, Charge: int(j.Charge)})
}

// repeatable gives the card that the sender can have repeated: the last that stopped their
// clock, until the reply to it is delivered, else the last of theirs that has not arrived.
func (d *docket) repeatable() (card Passage, ok bool) {
	if last := d.Cards[d.by]; last != nil && !(d.arrived(*last) && d.Window.Side == d.by) {
		return *last, true
	}
	for _, p := range slices.Backward(d.Transit) {
		if p.Side == d.by {
			return p, true
		}
	}
	return Passage{}, false
}

// arrived reports whether a communication, or one that repeats it, has been delivered.
func (s State) arrived(card Passage) bool {
	return !slices.ContainsFunc(s.Transit, card.same)
}

// same reports whether two passages are of one communication.
func (p Passage) same(o Passage) bool {
	return p.Number == o.Number || p.Number == o.Repeats || p.Repeats == o.Number || p.Repeats != 0 && p.Repeats == o.Repeats
}
