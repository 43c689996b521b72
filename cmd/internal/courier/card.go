package courier

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// putOut renders a letter to a player without a mailbox and stores the row in the state ToPrint,
// so that somebody prints the letter as a card and posts the card. The bytes of the letter are
// kept like those of any letter, and the card says the same as the letter.
func (c *Courier) putOut(row store.Row) error {
	if row.Bytes == nil {
		c.rendering <- struct{}{}
		err := c.Render(&row)
		<-c.rendering
		if err != nil && c.Store.MetIn(err, row.Game) {
			return err
		}
		if err != nil {
			c.Log.Error("cannot render: parked", "row", row.ID, "kind", row.Kind, "error", err)
			row.State, row.Error = store.Parked, err.Error()
		}
	}
	if row.State == store.Queued {
		row.State = store.ToPrint
	}
	return c.Store.Update(func(tx store.Tx) error {
		now, err := tx.Row(row.ID)
		if err != nil || now.State != store.Queued {
			return err
		}
		if err := tx.PutRow(&row); err != nil || row.State != store.ToPrint {
			return err
		}
		return setReceiptsAside(tx, row)
	})
}

// receipts are the kinds of letter that only confirm a card. The next card of the game repeats
// the move, and not posting a receipt saves a stamp.
var receipts = map[string]bool{"adopted": true, "received": true}

// setReceiptsAside parks each receipt that nobody has printed yet and that a newer card of the
// same game makes superfluous.
func setReceiptsAside(tx store.Tx, by store.Row) error {
	if by.Game == 0 || by.Data != nil {
		return nil
	}
	rows, err := tx.RowsOf(by.Game, math.MaxInt)
	for _, r := range rows {
		if r.ID >= by.ID || r.Player != by.Player || r.State != store.ToPrint || !receipts[r.Kind] || len(r.Also) > 0 || r.Asks {
			continue
		}
		r.State, r.Error = store.Parked, fmt.Sprintf("card %d tells it too", by.ID)
		if err := tx.PutRow(&r); err != nil {
			return err
		}
	}
	return err
}

// Card returns what is printed for a letter to a player without a mailbox: the game as it stood at
// the event that the letter tells, and the player's present postal address.
func (c *Courier) Card(v store.View, row store.Row) (card press.Card, err error) {
	p, err := v.Player(row.Player)
	if err != nil {
		return card, err
	}
	card = press.Card{Number: row.ID, Club: c.Office.Name, Return: c.Return, To: []string{p.Name}}
	if p.Postal != "" {
		card.To = append(card.To, strings.Split(p.Postal, "\n")...)
	}
	reader, err := c.reader(v, row)
	if err != nil {
		return card, err
	}
	if row.Data != nil {
		write, err := c.officePage(v, row, reader)
		if err != nil {
			return card, err
		}
		page, err := write()
		card.Title, card.Words = strings.TrimSuffix(page.Subject, " [corrd]"), templates.OfficeOnCard(page)
		card.Answer = &press.Answer{Game: card.Title}
		return card, err
	}
	l, err := c.told(v, row, reader)
	if err != nil {
		return card, err
	}
	t, err := templates.OnCard(l)
	if err != nil {
		return card, err
	}
	if l.Kind == "start" && l.State.BeginsWithEvent() {
		if t.Title, err = numbered(v, t.Title, l.State, row.Player); err != nil {
			return card, err
		}
	}
	card.Title, card.Players, card.Words, card.Code = t.Title, t.Players, t.Words, t.Foot
	for _, f := range t.Fields {
		card.Fields = append(card.Fields, press.Field{Name: f[0], Value: f[1]})
	}
	for _, d := range t.Days {
		card.Days = append(card.Days, press.Days{Side: d[0], Move: d[1], Total: d[2]})
	}
	if t.Board {
		position := l.State.Position
		card.Position, card.From, card.Last = &position, row.Side, t.Last
	}
	if t.Asks {
		card.Answer = &press.Answer{Game: t.Title + ", " + texts.Named("side", row.Side.String()), Moves: true, Theirs: t.Repeat, Number: t.Number, Boxes: t.Boxes, By: t.By}
	}
	return card, nil
}

// numbered adds to the title of a card with which a game of an event begins which of the reader's
// cards it is, and of how many.
func numbered(v store.View, title string, s game.State, player int64) (string, error) {
	event, err := v.Tournament(s.Tournament.Number)
	if err != nil {
		return title, err
	}
	seat := slices.IndexFunc(event.Seats, func(seat tournament.Seat) bool { return seat.Holders[0].Player == player })
	if seat < 0 {
		return title, nil
	}
	games := event.GamesOf(seat)
	place := slices.IndexFunc(games, func(g tournament.Game) bool { return g.ID == s.ID })
	return texts.Say("card of several", title, place+1, len(games)), nil
}
