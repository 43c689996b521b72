package courier

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// outcome is what the carrier said of a row, and when.
type outcome struct {
	row store.Row // as the store held it before
	err error     // nil: the next hop has taken the letter
	at  time.Time
}

// plain reports whether nothing follows from an outcome but that the row has left.
func (o outcome) plain() bool {
	return o.err == nil && !o.row.Asks && (o.row.Kind != "confirm" || o.row.Game == 0)
}

// leaves returns the row after the next hop has taken the letter.
func (o outcome) leaves(row store.Row) store.Row {
	row.Tries++
	row.State, row.Error, row.SentAt = store.Sent, "", o.at
	return row
}

// writeDown writes down all that the carrier has said, in one transaction: letters stand
// in the journal in the order in which the store hears of them, so that a letter which the
// store knows to have left has none before it in the journal that the store does not know.
func (c *Courier) writeDown() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	heard := slices.Clone(c.heard)
	c.mu.Unlock()
	if len(heard) == 0 { // another sender has written the report down
		return nil
	}
	err := c.Store.Update(func(tx store.Tx) error { return c.haveLeft(tx, heard) })
	if errors.Is(err, store.ErrChanged) {
		err = c.Store.Update(func(tx store.Tx) error { return c.allSent(tx, heard) })
	}
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.heard = slices.Delete(c.heard, 0, len(heard))
	c.mu.Unlock()
	c.Alarms.Ring() // not before the commit: what has changed could not be seen yet
	return nil
}

// haveLeft writes down what the carrier has said. A row from whose leaving nothing else follows is
// not read again: the transaction fails with ErrChanged if somebody has changed the row meanwhile.
func (c *Courier) haveLeft(tx store.Tx, heard []outcome) error {
	var others []outcome
	for _, said := range heard {
		if !said.plain() {
			others = append(others, said)
			continue
		}
		row := said.leaves(said.row)
		row.Bytes, row.Deflated = nil, nil // are stored
		if err := tx.ReplaceRow(&said.row, &row); err != nil {
			return err
		}
	}
	if len(others) == 0 {
		return nil
	}
	return c.allSent(tx, others)
}

// allSent writes down what the carrier has said of rows.
func (c *Courier) allSent(tx store.Tx, heard []outcome) error {
	of := store.Likely{Settings: watch.Settings()}
	for _, said := range heard {
		of.Rows = append(of.Rows, said.row.ID)
	}
	if err := tx.Expect(of); err != nil {
		return err
	}
	for _, said := range heard {
		if err := c.sent(tx, said); err != nil {
			return fmt.Errorf("row %d: %w", said.row.ID, err)
		}
	}
	return nil
}

// sent writes down what the carrier said of a row. A letter that asks for a
// move and has been accepted opens its reader's window, and lets a clock run on
// that stood because letters came back.
func (c *Courier) sent(tx store.Tx, said outcome) error {
	row, err := tx.Row(said.row.ID)
	if err != nil {
		return err
	}
	if said.err != nil && row.State == store.Sent {
		return nil // this daemon stood still, and another has sent the row meanwhile
	}
	if said.err == nil && row.State == store.Parked && !row.SentAt.IsZero() {
		return nil // the letter has come back already
	}
	if said.err == nil {
		row = said.leaves(row)
		if err := tx.PutRow(&row); err != nil {
			return err
		}
		if row.Kind == "confirm" && row.Game != 0 {
			return c.questionAccepted(tx, row)
		}
		return c.notify(tx, row)
	}
	row.Tries++
	row.Error = said.err.Error()
	var refusal *mailer.SendError
	if errors.As(said.err, &refusal) && !refusal.Temporary() || row.Tries >= mostTries {
		c.Log.Warn("given up", "row", row.ID, "kind", row.Kind, "to", row.To, "error", said.err)
		return c.Undeliverable(tx, row)
	}
	row.Next = tx.Now().Add(Backoff(row.Tries))
	c.Log.Warn("not sent", "row", row.ID, "kind", row.Kind, "to", row.To, "next", row.Next, "error", said.err)
	return errors.Join(tx.PutRow(&row), tx.Unclaim(row.ID))
}

// questionAccepted settles how long a flag waits for a held letter, once the next hop has accepted
// the question about the letter.
func (c *Courier) questionAccepted(tx store.Tx, row store.Row) error {
	s, _, err := c.Watch.UpToDate(tx, row.Game)
	if err != nil {
		return err
	}
	return c.Ledger.Waits(tx, s, row.Side)
}

func (c *Courier) notify(tx store.Tx, row store.Row) error {
	if !row.Asks {
		return nil
	}
	if row.Game == 0 {
		return c.eachBegun(tx, row, c.notify)
	}
	s, _, err := c.Watch.UpToDate(tx, row.Game)
	if err != nil || !slices.Contains(s.Members(row.Side), row.Player) {
		return err
	}
	events := play.Decide(s, play.Notify{Side: row.Side, Told: row.Seq}, row.SentAt)
	if len(events) == 0 {
		return nil
	}
	_, err = c.Ledger.Append(tx, s, events, ledger.By{})
	return err
}

// eachBegun does for each game of the letter with which an event begins, whose reader begins
// the game, what is done for the row of a letter of one game.
func (c *Courier) eachBegun(tx store.Tx, row store.Row, do func(tx store.Tx, row store.Row) error) error {
	var begun templates.Data
	if err := json.Unmarshal(row.Data, &begun); err != nil || begun.Topic != templates.EventBegun {
		return err
	}
	for _, id := range begun.Games {
		s, err := tx.Game(id)
		if err != nil {
			return err
		}
		one := row
		one.Game, one.Side, one.Seq = id, board.White, 1
		if s.Players[board.Black] == row.Player {
			one.Side = board.Black
		}
		if err := do(tx, one); err != nil {
			return err
		}
	}
	return nil
}

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

// tellUmpire tells the umpire of a parked letter to a player: of each letter that asks for a move,
// and of the others once a day for each address, because whoever has their letters come back must
// not fill the umpire's mailbox. The rest stand in the outbox, parked.
func (c *Courier) tellUmpire(tx store.Tx, row store.Row, clockStands bool) error {
	if row.Player == 0 {
		return nil
	}
	if told := "undelivered/" + ledger.Day(tx.Now()) + "/" + store.FoldAddress(row.To); !row.Asks {
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
	data, err := ledger.ChallengeData(tx, ch, templates.ChallengeLost)
	if err != nil {
		return err
	}
	if data.Stranger {
		data.Reason = row.Error
	}
	return c.Ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.l%d", ch.ID, row.Tries), "office", ch.From, data, tx.Now())
}
