package clerk

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
)

// Enter takes a card that the office has entered in the same way as a letter with the key of the
// seat or challenge that the card answers. The card counts from its postmark, and the office
// vouches for its author. Enter returns the record of the letter.
func (c *Clerk) Enter(ctx context.Context, card ledger.Card) (store.Letter, error) {
	token, generation, err := c.keyOfCard(card)
	if err != nil {
		return store.Letter{}, err
	}
	to, subject := c.desk.Ledger.Site.Address(), ""
	if !token.IsZero() {
		to = c.desk.Keys.Address(token, generation, c.desk.Ledger.Site)
		if c.desk.Ledger.Site.Delimiter == 0 {
			subject = c.desk.Keys.SubjectToken(token, generation)
		}
	}
	raw, err := card.Letter(to, subject)
	if err != nil {
		return store.Letter{}, err
	}
	return c.take(ctx, Incoming{Raw: raw, Received: card.Postmark, Source: ledger.CardSource,
		Envelope: mailer.Envelope{From: store.CardAddress(card.Player.ID), To: []string{to}, Auth: mailer.AuthPass},
		Card:     &game.RealCard{Arrived: card.Arrived, InHand: card.InHand}})
}

// Draw returns what is printed for a letter to a player without a mailbox.
func (c *Clerk) Draw(v store.View, row store.Row) (press.Card, error) {
	return c.courier.Card(v, row)
}

// returnAddress returns the lines of the club's postal address, or none if the address is not
// known.
func returnAddress(postal string) []string {
	lines, err := ledger.Postal(postal)
	if err != nil {
		return nil
	}
	return strings.Split(lines, "\n")
}

// keyOfCard returns the token and the generation of the key with which a card acts. The token is
// zero for a card to the office that names no challenge.
func (c *Clerk) keyOfCard(card ledger.Card) (token mailer.Token, generation int, err error) {
	err = c.db.View(func(v store.View) error {
		switch {
		case card.Game != 0:
			side := sideOf(card.Side[0])
			s, err := ledger.SeatOf(v, card.Game, side, card.Member)
			s.Player = card.Player
			token, generation = s.Token(), s.Generation()
			token.Ply = card.Ply
			return err
		case card.Challenge != 0:
			ch, err := v.Challenge(card.Challenge)
			place := slices.IndexFunc(ch.Consultants, func(who store.Consultant) bool { return who.Player == card.Player.ID })
			token, generation = ledger.ChallengeToken(ch.ID), ledger.KeyOfPlace(place+1)
			return err
		case card.Event != 0:
			s, err := v.Tournament(card.Event)
			if err != nil {
				return err
			}
			token = ledger.EventToken(s)
			generation, err = questionOf(v, s, card.Player.ID)
			return err
		case slices.Contains([]interpret.Answer{interpret.Yes, interpret.No}, interpret.Parse(card.Text).Answer()):
			token, generation, err = c.askedOnCard(v, card.Player.ID)
			return err
		}
		return nil
	})
	return token, generation, err
}

// askedOnCard returns the key of the question that a player without a mailbox answers with a mere
// yes or no to the office: that of the newest card posted to them, unless it is about a game or a
// challenge, which the secretary names.
func (c *Clerk) askedOnCard(v store.View, player int64) (token mailer.Token, generation int, err error) {
	rows, err := v.Rows(searchedRows)
	var newest int64
	for _, r := range rows {
		if r.Player != player || r.ID <= newest || r.State != store.Sent {
			continue
		}
		t, place, asks := courier.Asked(r)
		if r.Data == nil || asks {
			newest, token, generation = r.ID, t, place
		}
	}
	if token.Kind != mailer.KindRegistration && token.Kind != mailer.KindEvent {
		return mailer.Token{}, 0, err
	}
	return token, generation, err
}

// questionOf returns the generation of the key of the newest question about an event that a player
// without a mailbox was sent; that of the entry where none was sent lately.
func questionOf(v store.View, s tournament.State, player int64) (generation int, err error) {
	rows, err := v.Rows(searchedRows)
	var newest int64
	generation = ledger.KeyOfEvent(s, player, ledger.AsksEntry)
	for _, r := range rows {
		var data templates.Data
		if r.Player != player || r.ID <= newest || r.Data == nil || json.Unmarshal(r.Data, &data) != nil || data.Number != s.ID {
			continue
		}
		switch data.Topic {
		case templates.EventAnnounced, templates.ConfirmWithdrawal:
			newest, generation = r.ID, data.Place
		}
	}
	return generation, err
}
