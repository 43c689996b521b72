package clerk

import (
	"encoding/json"
	"errors"
	"fmt"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/store"
	"corrd/templates"
)

// cameBack takes what was sent to the bounce address of an outbox row (VERP). A
// report that the letter could not be delivered parks the row, for the operator
// to see, and may stop a clock; anything else there is only kept.
func (d *desk) cameBack() error {
	id, ours := d.keys.BounceRow(d.mail.Token)
	if !ours {
		return d.end(store.Ignored, wrongKey)
	}
	row, err := d.tx.Row(id)
	if errors.Is(err, store.ErrNotFound) {
		return d.end(store.Ignored, "about a letter that is not known")
	}
	if err != nil {
		return err
	}
	d.rec.Game, d.rec.Side, d.rec.Player = row.Game, row.Side, row.Player
	if again, err := d.sameMail(); err != nil || again {
		return err
	}
	switch report := d.mail.DSN; {
	case report == nil:
		return d.end(store.Ignored, "no report of delivery")
	case report.Soft():
		return d.end(store.Ignored, "delivery is not given up: "+report.Status+" "+report.Diagnostic)
	case !report.Hard():
		return d.end(store.Ignored, "a report of delivery that does not say what became of the letter")
	default:
		row.Error = "came back: " + report.Status + " " + report.Diagnostic
	}
	d.log.Warn("letter came back", "row", row.ID, "kind", row.Kind, "to", row.To, "game", row.Game, "error", row.Error)
	return firstError(d.undeliverable(d.tx, row), d.end(store.Acted, "a letter of ours came back"))
}

// undeliverable parks a row that has been given up, stops the clock of the player
// it was to reach if it is his turn, and tells the umpire, and a challenger.
func (c *Clerk) undeliverable(tx store.Tx, row store.Row) error {
	stands, err := c.stopClock(tx, row)
	if err != nil {
		return err
	}
	row.State, row.Asks = store.Parked, row.Asks || stands
	if err := tx.PutRow(&row); err != nil {
		return err
	}
	return firstError(c.tellUmpire(tx, row, stands), c.tellChallenger(tx, row))
}

// stopClock has the laws decide what follows in its game from a letter that could
// not be delivered: nothing, where the side has other members whom it reached, and
// no second stop in one game. Should that letter arrive after all, the clock runs on.
func (c *Clerk) stopClock(tx store.Tx, row store.Row) (stands bool, err error) {
	if row.Game == 0 || row.Player == 0 {
		return false, nil
	}
	s, _, err := c.watch.UpToDate(tx, row.Game)
	if err != nil || s.Consults(row.Side) || s.Players[row.Side] != row.Player { // the others of his side have the letter, or another his seat
		return false, err
	}
	events := s.Decide(game.CameBack{Side: row.Side, Asks: row.Asks, Sent: row.SentAt, Told: row.Seq}, tx.Now())
	if len(events) == 0 {
		return false, nil
	}
	s, err = c.ledger.Append(tx, s, events, ledger.By{})
	return s.Bouncing(), err
}

// tellUmpire tells the umpire of a letter to a player that has been parked.
func (c *Clerk) tellUmpire(tx store.Tx, row store.Row, clockStands bool) error {
	if row.Player == 0 {
		return nil
	}
	p, err := tx.Player(row.Player)
	if err != nil {
		return err
	}
	var s game.State
	if row.Game != 0 {
		if s, err = tx.Game(row.Game); err != nil {
			return err
		}
	}
	return c.ledger.TellUmpires(tx, s, fmt.Sprintf("%d.%d", row.ID, row.Tries),
		templates.Data{Topic: templates.Undelivered, Name: p.Name, Address: row.To, Words: row.Kind, Number: row.Game, Reason: row.Error, ClockStands: clockStands})
}

// tellChallenger tells a player that his challenge has not reached whom he
// challenged, and why if that is a stranger: what is said of a player's address may
// show it.
func (c *Clerk) tellChallenger(tx store.Tx, row store.Row) error {
	if row.Kind != "challenge" {
		return nil
	}
	var lost templates.Data
	if err := json.Unmarshal(row.Data, &lost); err != nil || lost.Topic != templates.Challenge {
		return err
	}
	ch, err := tx.Challenge(lost.Number)
	if err != nil || ch.State != store.ChallengeOpen {
		return err
	}
	d := newDesk(c, tx, &store.Letter{}, tx.Now())
	data, err := d.challengeData(ch, templates.ChallengeLost)
	if err != nil {
		return err
	}
	if data.Stranger {
		data.Reason = row.Error
	}
	return c.ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.l%d", ch.ID, row.Tries), "office", ch.From, data, tx.Now())
}
