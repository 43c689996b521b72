package courier

import (
	"encoding/json"
	"fmt"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
)

// Undeliverable parks a row that has been given up. If the row was to reach the player whose turn
// it is, Undeliverable stops the player's clock (house:14). Undeliverable also tells the umpire
// and, about a challenge, the challenger.
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

// stopClock lets the laws decide what follows in a game from a letter that could not be
// delivered, and reports whether the clock stands. Nothing follows when another member of the
// side was reached, and the clock stops only once in a game. Should the letter arrive after all,
// the clock runs on.
func (c *Courier) stopClock(tx store.Tx, row store.Row) (stands bool, err error) {
	if row.Kind == "start" && row.Game == 0 {
		return stands, c.eachBegun(tx, row, func(tx store.Tx, one store.Row) error {
			stops, err := c.stopClock(tx, one)
			stands = stands || stops
			return err
		})
	}
	if row.Game == 0 || row.Player == 0 {
		return false, nil
	}
	s, _, err := c.Watch.UpToDate(tx, row.Game)
	// the others of their side have the letter, or another their seat
	if err != nil || s.Consults(row.Side) || s.Players[row.Side] != row.Player {
		return false, err
	}
	events := play.Decide(s, play.CameBack{Side: row.Side, Asks: row.Asks, Sent: row.SentAt, Told: row.Seq}, tx.Now())
	if len(events) == 0 {
		return false, nil
	}
	s, err = c.Ledger.Append(tx, s, events, ledger.By{})
	return s.Bouncing(), err
}

// tellUmpire tells the umpire of a parked letter to a player: of each letter that asks for a move, and of
// the others once a day for each address, because whoever has their letters come back must not fill the
// umpire's mailbox. The rest stand in the outbox, parked.
func (c *Courier) tellUmpire(tx store.Tx, row store.Row, clockStands bool) error {
	if row.Player == 0 {
		return nil
	}
	if told := "undelivered/" + players.Day(tx.Now()) + "/" + store.FoldAddress(row.To); !row.Asks {
		if n, err := tx.Count(told); err != nil || n > 0 && !clockStands {
			return err
		}
		if err := tx.AddCount(told, 1); err != nil {
			return err
		}
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

// tellChallenger tells a player that their challenge has not reached the challenged person. The
// letter gives the mail server's reason only if the challenged person is a stranger, because the
// reason may show the address of a player.
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
	data, err := players.ChallengeData(tx, ch, templates.ChallengeLost)
	if err != nil {
		return err
	}
	if data.Stranger {
		data.Reason = row.Error
	}
	return c.Ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.l%d", ch.ID, row.Tries), "office", ch.From, data, tx.Now())
}
