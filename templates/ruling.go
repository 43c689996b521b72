package templates

import (
	"time"

	"corrd/game"
	"corrd/templates/texts"
)

// ordered is what a ruling of the umpire's orders, as it goes on after "The
// umpire has ruled": "that the game is drawn". What a choice they record has come
// to is told by the event that follows it. A ruling about the reader's own side says "you".
func ordered(r game.Ruling, reader game.Party) string {
	key := "ruled " + string(r.Verb)
	if less := key + " less"; r.By < 0 && texts.Has(less) {
		key = less
	}
	if r.Side == reader && texts.Has(key+" yours") {
		key += " yours"
	}
	if !texts.Has(key) { // the log is of a later corrd
		key = "ruled otherwise"
	}
	return texts.Say(key, partyName(r.Side), quoteLine(r.Text), texts.Span(r.By.Abs()), turnRestored(r), r.Event, r.Number)
}

// made is the words by which another ruling names this ruling: what the ruling ordered, or what the
// ruling recorded.
func made(r game.Ruling, reader game.Party) string {
	if key := "recorded " + string(r.Verb); texts.Has(key) {
		return texts.Say(key)
	}
	return ordered(r, reader)
}

// Matter names the dispute that an event opened.
func (t *told) Matter(event int64) string {
	d, found := t.State.Dispute(event)
	if !found {
		return texts.Say("matter event", event)
	}
	return Matter(d)
}

// Matter names a dispute: "Black's protest".
func Matter(d game.Dispute) string {
	key := "matter " + string(d.Ground)
	if own := key + " " + d.By.String(); texts.Has(own) {
		key = own
	}
	return texts.Say(key, partyName(d.By))
}

// Instant is a time in the zone of the reader.
func (t *told) Instant(at time.Time) string { return texts.Instant(at, t.Reader.zone()) }

// Limit is a time by which something is to be done, in the zone of the reader.
func (t *told) Limit(at time.Time) string { return texts.Limit(at, t.Reader.zone()) }

// turnRestored names the turn at which a game begins again.
func turnRestored(r game.Ruling) string {
	if r.Side == game.Corrd {
		return texts.Say("turn number", r.Number)
	}
	return texts.Say("turn of a side", partyName(r.Side), r.Number)
}
