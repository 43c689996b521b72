package courier

import (
	"encoding/json"
	"fmt"

	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
)

// Undeliverable parks a row that has been given up, stops the clock of the player
// it was to reach if it is their turn, and tells the umpire, and a challenger.
func (c *Courier) Undeliverable(tx store.Tx, row store.Row) error {
	stands, err := c.stopClock(tx, row)
	if err != nil {
		return err
	}
	row.State, row.Asks = store.Parked, row.Asks || stands
	if err := tx.PutRow(&row); err != nil {
		return err
	}
	if err := c.tellUmpire(tx, row, stands); err != nil {
		return err
	}
	return c.tellChallenger(tx, row)
}

// stopClock has the laws decide what follows in its game from a letter that could
// not be delivered: nothing, where the side has other members whom it reached, and
// no second stop in one game. Should that letter arrive after all, the clock runs on.
func (c *Courier) stopClock(tx store.Tx, row store.Row) (stands bool, err error) {
	if row.Game == 0 || row.Player == 0 {
		return false, nil
	}
	s, _, err := c.Watch.UpToDate(tx, row.Game)
	if err != nil || s.Consults(row.Side) || s.Players[row.Side] != row.Player { // the others of their side have the letter, or another their seat
		return false, err
	}
	events := play.Decide(s, play.CameBack{Side: row.Side, Asks: row.Asks, Sent: row.SentAt, Told: row.Seq}, tx.Now())
	if len(events) == 0 {
		return false, nil
	}
	s, err = c.Ledger.Append(tx, s, events, ledger.By{})
	return s.Bouncing(), err
}

// tellUmpire tells the umpire of a letter to a player that has been parked.
func (c *Courier) tellUmpire(tx store.Tx, row store.Row, clockStands bool) error {
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
	data := templates.Data{Topic: templates.Undelivered, Name: p.Name, Address: row.To, Number: row.Game, Reason: row.Error, ClockStands: clockStands}
	if clockStands {
		if data.Dispute, err = ledger.DisputeOf(tx, s.ID, s.Bounced.Seq); err != nil {
			return err
		}
	}
	return c.Ledger.TellUmpires(tx, s, fmt.Sprintf("%d.%d", row.ID, row.Tries), data)
}

// tellChallenger tells a player that their challenge has not reached whom they
// challenged, and why if that is a stranger: what is said of a player's address may
// show it.
func (c *Courier) tellChallenger(tx store.Tx, row store.Row) error {
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
	data, err := challenge.Data(tx, ch, templates.ChallengeLost)
	if err != nil {
		return err
	}
	if data.Stranger {
		data.Reason = row.Error
	}
	return c.Ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.l%d", ch.ID, row.Tries), "office", ch.From, data, tx.Now())
}
