package courier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/game/clocks"
	"corrd/store"
)

// The outbox tries again after a minute, then ever more rarely up to every
// four hours, and parks a letter after five days.
const (
	firstPause = time.Minute
	longPause  = 4 * time.Hour
	mostTries  = 37               // within five days
	atOnce     = 64               // the greatest number of rows in hand together, each to an address of its own: those that wait share a commit
	renderers  = 2                // of them at least are rendered together: each takes a processor and a megabyte for milliseconds
	lastWord   = 10 * time.Second // for the letters that are under way when corrd is stopped
)

// Run sends what is due until ctx ends; the letters that are being sent are finished.
func (c *Courier) Run(ctx context.Context) error {
	return watch.Task{Name: "outbox", Clock: c.Clock, Bell: c.Outbox, Log: c.Log, Do: c.SendDue}.Run(ctx)
}

// SendDue sends every row that is due and that no other daemon has in hand, and those that
// fall due meanwhile, and gives when the next will be due. Rows to different addresses are
// in hand together; of those to one address the store gives the first alone, so that letters
// to the address leave in the order of their events. After an error no further row is taken
// in hand.
func (c *Courier) SendDue(ctx context.Context) (next time.Time, err error) {
	type result struct {
		id  int64
		err error
	}
	inHand, done := map[int64]bool{}, make(chan result)
	work, senders := make(chan int64), 0 // a sender's stack grows once, and serves many rows
	defer close(work)
	for {
		next = c.Node.NextLook(c.Clock.Now().Add(longPause))
		if err == nil && ctx.Err() == nil && len(inHand) < c.AtOnce && c.Node.Alive() {
			var due []int64
			due, next, err = c.due(inHand)
			for _, id := range due {
				inHand[id] = true
				if senders < len(inHand) {
					senders++
					go func() {
						for id := range work {
							done <- result{id, c.Send(ctx, id)}
						}
					}()
				}
				work <- id
			}
		}
		if len(inHand) == 0 {
			return next, cmp.Or(err, ctx.Err())
		}
		reached, stop := c.Clock.Reach(next)
		select {
		case r := <-done:
			for more := true; more; { // those that were written down together are done together
				delete(inHand, r.id)
				if r.err != nil && err == nil {
					err = fmt.Errorf("row %d: %w", r.id, r.err)
				}
				select {
				case r = <-done:
				default:
					more = false
				}
			}
		case <-c.Outbox:
		case <-reached:
		}
		stop()
	}
}

// due returns the rows to take in hand beside those that are, and when to look again for
// others.
func (c *Courier) due(inHand map[int64]bool) (ids []int64, next time.Time, err error) {
	ids, falls, err := c.Store.Claim(c.Node.Claimant(), c.AtOnce-len(inHand), slices.Collect(maps.Keys(inHand))...)
	c.Store.Met(err)
	next = c.Clock.Now().Add(longPause)
	if !falls.IsZero() {
		next = clocks.Earlier(next, falls)
	}
	return ids, c.Node.NextLook(next), err
}

// Send hands a row to the carrier, unless it has left, and writes down what came of
// it. What cannot be written down, because the disk is full, is kept in mind
// meanwhile: the letter is not handed over again for that.
func (c *Courier) Send(ctx context.Context, id int64) error {
	defer c.hold(id)()
	row, key, page, err := c.row(id)
	defer page.leave()
	if err != nil || row.State != store.Queued { // the operator may have parked the row meanwhile
		return err
	}
	if store.IsCard(row.To) {
		return c.putOut(row)
	}
	if !c.hasHeardOf(id) {
		if ready, err := c.prepare(&row, page); err != nil || !ready {
			return err
		}
		if err := cmp.Or(c.noteNumbers(row), ctx.Err()); err != nil {
			return err
		}
		if err := c.handOver(ctx, row, key); err != nil {
			return err
		}
	}
	return c.writeDown()
}

// hold waits until nobody else has a row in hand, and takes it in hand until release
// is called.
func (c *Courier) hold(id int64) (release func()) {
	for {
		c.mu.Lock()
		other, held := c.inHand[id]
		if !held {
			break
		}
		c.mu.Unlock()
		<-other
	}
	defer c.mu.Unlock()
	released := make(chan struct{})
	c.inHand[id] = released
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.inHand, id)
		close(released)
	}
}

// hasHeardOf reports whether the carrier has said something of a row that is not written
// down yet.
func (c *Courier) hasHeardOf(id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.heard, func(said outcome) bool { return said.row.ID == id })
}

// handOver hands a row to the carrier unless it has left; the error is that corrd
// was stopped meanwhile.
func (c *Courier) handOver(ctx context.Context, row store.Row, key watch.Handed) error {
	if at, has := c.left.at(key); has && c.Clock.Now().Before(c.left.until) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heard = append(c.heard, outcome{row: row, at: at})
		return nil
	}
	lingering, done := watch.Linger(ctx, lastWord)
	defer done()
	sending, done := c.Node.While(lingering)
	defer done()
	err := c.Carrier.Send(sending, c.envelopeSender(row), row.To, row.Bytes)
	if err != nil && sending.Err() != nil {
		return sending.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	said := outcome{row, err, c.Clock.Now()}
	if err == nil {
		c.handedOver(key, row.ID, said.at)
	}
	c.heard = append(c.heard, said)
	return nil
}

// prepare renders a row unless it has been, and reports whether it can be sent.
// Its bytes are durable before the first attempt, so that every attempt sends
// the same letter. What the operator does with the row meanwhile stands, and a row that still waits
// then is due again.
func (c *Courier) prepare(row *store.Row, page paged) (ready bool, err error) {
	if row.Bytes != nil {
		return true, nil
	}
	was := *row
	c.rendering <- struct{}{}
	err = c.render(row, page)
	<-c.rendering
	if err != nil {
		if store.IsDown(err) || c.Store.MetIn(err, row.Game) {
			return false, err
		}
		c.Log.Error("cannot render: parked", "row", row.ID, "kind", row.Kind, "error", err)
		row.State, row.Error = store.Parked, err.Error()
	}
	row.Deflated = c.Store.Deflate(row.Bytes)
	page.leave()
	page.with.wait()
	err = c.Store.Update(func(tx store.Tx) error { return tx.ReplaceRow(&was, row) })
	if errors.Is(err, store.ErrChanged) {
		return false, nil
	}
	return err == nil && row.State == store.Queued, err
}

// envelopeSender is the row's bounce address (VERP), or the null reverse-path for a row that
// answers a letter which anybody may have written.
func (c *Courier) envelopeSender(row store.Row) string {
	if row.Null {
		return ""
	}
	return c.Keys.BounceAddress(row.ID, c.Ledger.Site)
}

// row reads a row with its signed bytes, the key that knows it and, where the row has not been
// rendered, how its page is written.
func (c *Courier) row(id int64) (row store.Row, key watch.Handed, page paged, err error) {
	page.leave = func() {}
	err = c.Store.View(func(v store.View) error {
		if err := v.Expect(store.Likely{Rows: []int64{id}}); err != nil {
			return err
		}
		if row, err = v.Row(id); err != nil {
			return err
		}
		if row.Bytes, err = v.Signed(id); err != nil {
			return err
		}
		if key, err = c.rowKey(v, row); err == nil && row.Bytes == nil && row.State == store.Queued && !store.IsCard(row.To) {
			if page.with == nil && row.Data == nil {
				page.with, page.leave = c.joins(row)
			}
			page.write, page.err = c.pageOf(v, row)
		}
		return err
	})
	return row, key, page, err
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
