package desk

import (
	"errors"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/reason"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// Next says what remains to be done about a letter with a key of the registrar.
type Next uint8

// The values of Next.
const (
	Done Next = iota // nothing
	// the clerk takes the letter like one to the plain address, because the letter asks for
	// something that its key is not for
	Unkeyed
	Forgotten // the store does not know the record that the key names
	// the clerk resigns the games of the player who leaves, and then calls Leave
	Resigns
	// the clerk carries out the letter, which answers one about several games of an event
	Plays
)

// A side may consist of several players in consultation. The challenger names the players of
// their side with the term `side`, and the challenged player names theirs when accepting. corrd
// asks each named player, and the game begins when all have accepted. corrd shows an address only
// to the person who wrote the address.

// cutSide separates the addresses in the term `side` from the other terms.
func cutSide(terms []interpret.Term) (addresses []string, rest []interpret.Term) {
	for _, t := range terms {
		if t.Key == "side" {
			addresses = append(addresses, strings.FieldsFunc(t.Value, func(r rune) bool { return strings.ContainsRune(" ,;", r) })...)
			continue
		}
		rest = append(rest, t)
	}
	return addresses, rest
}

// nameConsultants adds players at addresses to a side of a challenge. When one of them cannot be
// named, nameConsultants adds nobody and returns the reason as refusal; otherwise refusal is "".
func (d *Desk) nameConsultants(ch *store.Challenge, addresses []string, challenged bool) (refusal reason.Reason, err error) {
	named := ch.Consultants
	if len(addresses) > ledger.MostConsultants {
		return reason.Because("refused side too large", ledger.MostConsultants), nil
	}
	for _, text := range addresses {
		one, refusal, err := d.consultant(*ch, named, text)
		if err != nil || refusal != "" {
			return refusal, err
		}
		one.Challenged = challenged
		named = append(named[:len(named):len(named)], one)
	}
	ch.Consultants = named
	return "", nil
}

// consultant finds out who is named as a member of a side.
func (d *Desk) consultant(ch store.Challenge, named []store.Consultant, text string) (one store.Consultant, refusal reason.Reason, err error) {
	address, ok, err := d.reads(text)
	switch {
	case err != nil:
		return one, "", err
	case !ok:
		return one, reason.Because("refused side address", text), nil
	}
	one.Address = address
	p, err := d.Tx.PlayerAt(one.Address)
	switch {
	case errors.Is(err, store.ErrNotFound):
		_, again, err := d.Tx.Seen(invited(one.Address))
		if again {
			refusal = reason.Because("refused invited before", one.Address)
		}
		if err != nil {
			return one, "", err
		}
	case err != nil:
		return one, "", err
	}
	one.Player = p.ID
	for _, other := range []int64{ch.From, ch.ToID} {
		if one.Player != 0 && refusal == "" && ledger.Refuses(p, other) {
			refusal = reason.Because("refused no challenges", p.Name)
		}
	}
	if d.Ledger.Own(one.Address) || plays(ch, named, one) {
		refusal = reason.Because("refused side twice", one.Address)
	}
	return one, refusal, nil
}

// plays reports whether a person already has a part in a challenge.
func plays(ch store.Challenge, named []store.Consultant, who store.Consultant) bool {
	if store.SameAddress(who.Address, ch.To) || who.Player != 0 && (who.Player == ch.From || who.Player == ch.ToID) {
		return true
	}
	return slices.ContainsFunc(named, func(c store.Consultant) bool {
		return store.SameAddress(c.Address, who.Address) || c.Player != 0 && c.Player == who.Player
	})
}

// consultantAnswers takes the answer of the player in a place among those named for the sides.
func (d *Desk) consultantAnswers(ch store.Challenge, i int) (Next, error) {
	switch d.answerTo(ch) {
	case interpret.No:
		return Done, d.decline(ch)
	case interpret.Unclear:
		return d.neitherAccepts(ch, i+1)
	}
	return Done, d.joins(ch, i)
}

// joins takes the acceptance of the player in a place among those named for the sides.
func (d *Desk) joins(ch store.Challenge, i int) error {
	c := &ch.Consultants[i]
	if !c.Accepted {
		if joins, err := d.acceptsAsNewcomer(); !joins || err != nil {
			return err
		}
		id, err := d.registerStranger()
		if err != nil {
			return err
		}
		if plays(ch, ledger.WithoutConsultant(ch.Consultants, i), store.Consultant{Player: id}) {
			return d.refuseSide(ch, reason.Because("refused playing already"))
		}
		c.Player, c.Accepted = id, true
	}
	d.Rec.Player = c.Player
	return d.beginWhenAll(ch)
}

// refuseSide tells the sender why the players they name cannot form a side.
func (d *Desk) refuseSide(ch store.Challenge, why reason.Reason) error {
	return d.Reply("refused", templates.Data{Topic: templates.SideRefused, Number: ch.ID, Reason: string(why)}, store.Returned, "side refused")
}

// consultation returns the players of both sides, with the challenger's side as White, or nil if
// each side is one player.
func consultation(ch store.Challenge) *game.Consultation {
	if len(ch.Consultants) == 0 {
		return nil
	}
	both := game.Consultation{White: []int64{ch.From}, Black: []int64{ch.ToID}}
	for _, c := range ch.Consultants {
		if c.Challenged {
			both.Black = append(both.Black, c.Player)
		} else {
			both.White = append(both.White, c.Player)
		}
	}
	return &both
}
