package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/loop"
	"corrd/cmd/internal/watch"
	"corrd/store"
)

// Settled is what `corrctl settle` prints: the verdicts given, and what still waits.
type Settled struct {
	Settled int `json:"settled"`
	Pending int `json:"pending"`
}

// settle returns when every letter the mailbox holds has its verdict and no
// row of the outbox is due, or at the timeout with what is pending.
func (c *Clerk) settle(ctx context.Context, a Args) (any, error) {
	limit := a.For
	if limit <= 0 {
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return c.settled(ctx)
}

// settled waits until nothing is pending, or until ctx ends.
func (c *Clerk) settled(ctx context.Context) (Settled, error) {
	for {
		s, err := c.pending()
		if err != nil || s.Pending == 0 || loop.Pause(ctx, 2*time.Millisecond) != nil {
			return s, err
		}
	}
}

// pending counts the letters in the mailbox, the rows due now, and the alarms
// that should have rung; one more while letters that were taken before are looked
// through. The mailbox is looked at first: what it gives up has its rows in the
// outbox by then.
func (c *Clerk) pending() (Settled, error) {
	var s Settled
	if c.catchingUp() {
		s.Pending++
	}
	if n := c.queued(); n > 0 {
		s.Pending += n
		c.in.Kick()
	}
	now := c.clock.Now()
	err := c.db.View(func(v store.View) error {
		rows, err := v.Due(now, 64)
		if err != nil {
			return err
		}
		s.Pending += len(rows)
		stopped, err := watch.Stopped(v)
		if err != nil {
			return err
		}
		if _, at, ok, err := v.NextAlarm(); err != nil || ok && !stopped && !at.After(now) {
			s.Pending++
			return err
		}
		if _, at, ok, err := v.NextReminder(); err != nil || ok && !stopped && !at.After(now) {
			s.Pending++
			return err
		}
		if due, _, err := c.unaskedDue(v, now); err != nil || !stopped && len(due) > 0 {
			s.Pending += len(due)
			return err
		}
		newest, err := v.Letters(1)
		if len(newest) > 0 {
			s.Settled = int(newest[0].ID)
		}
		return err
	})
	if s.Pending > 0 {
		c.sender.Ring()
		c.alarms.Ring()
	}
	return s, err
}
