package courier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/handover"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/loop"
	"corrd/game"
	"corrd/mailer"
	"corrd/store"
)

// The outbox tries again after a minute, then ever more rarely up to every
// four hours, and parks a letter after five days.
const (
	firstPause = time.Minute
	longPause  = 4 * time.Hour
	mostTries  = 37               // within five days
	atOnce     = 64               // rows looked at together
	lastWord   = 10 * time.Second // for the letter that is under way when corrd is stopped
)

// Run sends what is due until ctx ends; a letter that is being sent is finished.
func (c *Courier) Run(ctx context.Context) error {
	return loop.Task{Name: "outbox", Clock: c.Clock, Bell: c.Outbox, Log: c.Log, Do: func(ctx context.Context) (next time.Time, err error) {
		if tried, err := c.SendDue(ctx); err != nil || tried > 0 {
			return time.Time{}, err
		}
		next = c.Clock.Now().Add(longPause)
		err = c.Store.View(func(v store.View) error {
			at, ok, err := v.NextDue()
			if ok {
				next = at
			}
			return err
		})
		return next, err
	}}.Run(ctx)
}

// SendDue sends every row that is due now, and returns how many it tried.
func (c *Courier) SendDue(ctx context.Context) (int, error) {
	var rows []store.Row
	err := c.Store.View(func(v store.View) (err error) {
		rows, err = v.Due(c.Clock.Now(), atOnce)
		return err
	})
	if err != nil {
		c.Store.Met(err)
		return 0, err
	}
	for i, row := range rows {
		if ctx.Err() != nil {
			return i, ctx.Err()
		}
		if err := c.Send(ctx, row.ID); err != nil {
			return i, fmt.Errorf("row %d: %w", row.ID, err)
		}
	}
	return len(rows), nil
}

// outcome is what the carrier said of a row, and when.
type outcome struct {
	err error // nil: the next hop has taken it
	at  time.Time
}

// Send hands a row to the carrier, unless it has left, and writes down what came of
// it. What cannot be written down, because the disk is full, is kept in mind
// meanwhile: the letter is not handed over again for that.
func (c *Courier) Send(ctx context.Context, id int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	row, key, err := c.row(id)
	if err != nil {
		return err
	}
	if row.State != store.Queued { // the operator may have parked it meanwhile
		delete(c.heard, id)
		return nil
	}
	said, known := c.heard[id]
	if !known {
		if ready, err := c.prepare(&row); err != nil || !ready {
			return err
		}
		if err := c.noteNumbers(row); err != nil {
			return err
		}
		if said, err = c.handOver(ctx, row, key); err != nil {
			return err
		}
		c.heard[id] = said
	}
	err = c.Store.Update(func(tx store.Tx) error { return c.sent(tx, row.ID, said) })
	if err == nil {
		delete(c.heard, id)
		c.Alarms.Ring() // not before the commit: what has changed could not be seen yet
	}
	return err
}

// handOver hands a row to the carrier unless it has left; the error is that corrd
// was stopped meanwhile.
func (c *Courier) handOver(ctx context.Context, row store.Row, key handover.Key) (outcome, error) {
	if at, has := c.left.at(key); has && c.Clock.Now().Before(c.left.until) {
		return outcome{at: at}, nil
	}
	sending, done := loop.Linger(ctx, lastWord)
	defer done()
	err := c.Carrier.Send(sending, c.envelopeSender(row), row.To, row.Bytes)
	if err != nil && sending.Err() != nil {
		return outcome{}, sending.Err()
	}
	said := outcome{err, c.Clock.Now()}
	if err == nil {
		c.handedOver(key, row.ID, said.at)
	}
	return said, nil
}

// prepare renders a row unless it has been, and reports whether it can be sent.
// Its bytes are durable before the first attempt, so that every attempt sends
// the same letter. What the operator does with the row meanwhile stands.
func (c *Courier) prepare(row *store.Row) (ready bool, err error) {
	if row.Bytes != nil {
		return true, nil
	}
	if err := c.Render(row); err != nil {
		if c.Store.MetIn(err, row.Game) {
			return false, err
		}
		c.Log.Error("cannot render: parked", "row", row.ID, "kind", row.Kind, "error", err)
		row.State, row.Error = store.Parked, err.Error()
	}
	err = c.Store.Update(func(tx store.Tx) error {
		now, err := tx.Row(row.ID)
		if err != nil || now.State != store.Queued {
			ready = false
			return err
		}
		ready = row.State == store.Queued
		return tx.PutRow(row)
	})
	return ready, err
}

// envelopeSender is the row's bounce address where it goes to a player, else
// the null one.
func (c *Courier) envelopeSender(row store.Row) string {
	if row.Player == 0 {
		return ""
	}
	return c.Keys.BounceAddress(row.ID, c.Ledger.Site)
}

// row reads a row, and the key that knows it.
func (c *Courier) row(id int64) (row store.Row, key handover.Key, err error) {
	err = c.Store.View(func(v store.View) error {
		if row, err = v.Row(id); err != nil {
			return err
		}
		key, err = c.rowKey(v, row)
		return err
	})
	return row, key, err
}

// sent writes down what the carrier said of a row. A letter that asks for a
// move and has been accepted opens its reader's window, and lets a clock run on
// that stood because letters came back.
func (c *Courier) sent(tx store.Tx, id int64, said outcome) error {
	row, err := tx.Row(id)
	if err != nil {
		return err
	}
	row.Tries++
	if said.err == nil {
		row.State, row.Error, row.SentAt = store.Sent, "", said.at
		if err := tx.PutRow(&row); err != nil {
			return err
		}
		return c.notify(tx, row)
	}
	row.Error = said.err.Error()
	var refusal *mailer.SendError
	if errors.As(said.err, &refusal) && !refusal.Temporary() || row.Tries >= mostTries {
		c.Log.Warn("given up", "row", row.ID, "kind", row.Kind, "to", row.To, "error", said.err)
		return c.Undeliverable(tx, row)
	}
	row.Next = tx.Now().Add(Backoff(row.Tries))
	c.Log.Warn("not sent", "row", row.ID, "kind", row.Kind, "to", row.To, "next", row.Next, "error", said.err)
	return tx.PutRow(&row)
}

// Backoff is how long a letter waits that has been tried so many times.
func Backoff(tries int) time.Duration {
	d := firstPause << min(tries-1, 20)
	return min(d, longPause)
}

// Hasten lets no row wait longer than its pause is, as those would that were
// queued before the clock was set back.
func Hasten(tx store.Tx) error {
	rows, err := tx.Rows(math.MaxInt, store.Queued)
	for _, row := range rows {
		latest := tx.Now()
		if row.Tries > 0 {
			latest = latest.Add(Backoff(row.Tries))
		}
		if err == nil && row.Next.After(latest) {
			row.Next = latest
			err = tx.PutRow(&row)
		}
	}
	return err
}

func (c *Courier) notify(tx store.Tx, row store.Row) error {
	if !row.Asks {
		return nil
	}
	s, _, err := c.Watch.UpToDate(tx, row.Game)
	if err != nil || !slices.Contains(s.Members(row.Side), row.Player) {
		return err
	}
	events := s.Decide(game.Notify{Side: row.Side, Told: row.Seq}, row.SentAt)
	if len(events) == 0 {
		return nil
	}
	_, err = c.Ledger.Append(tx, s, events, ledger.By{})
	return err
}
