package clerk

import (
	"context"
	"errors"
	"time"

	"corrd/store"
)

// virtualNow is the setting that keeps a virtual clock over restarts.
const virtualNow = "virtual_now"

// ResumeVirtual makes a virtual clock that goes on from the time db keeps, or
// from start the first time, and reads least at least.
func ResumeVirtual(db store.Store, start, least time.Time) (*Virtual, error) {
	clock := NewVirtual(start)
	err := db.View(func(v store.View) error {
		kept, ok, err := v.Setting(virtualNow)
		if err != nil || !ok {
			return err
		}
		at, err := time.Parse(time.RFC3339, kept)
		clock.Set(at)
		return err
	})
	clock.Set(least)
	return clock, err
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
		if err != nil || s.Pending == 0 || pause(ctx, 2*time.Millisecond) != nil {
			return s, err
		}
	}
}

// pending counts the letters in the mailbox, the rows due now, and the alarms
// that should have rung; one more while letters that were taken before are looked
// through. The mailbox is looked at first: what it gives up has
// its rows in the outbox by then.
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
		rows, err := v.Due(now, atOnce)
		if err != nil {
			return err
		}
		s.Pending += len(rows)
		stopped, err := clockStopped(v)
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
		newest, err := v.Letters(1)
		if len(newest) > 0 {
			s.Settled = int(newest[0].ID)
		}
		return err
	})
	if s.Pending > 0 {
		wake(c.sender)
		wake(c.alarms)
	}
	return s, err
}

func (c *Clerk) clockShow(context.Context, Args) (any, error) {
	state := ClockState{Now: c.clock.Now(), Mode: c.clock.Mode()}
	err := c.db.View(func(v store.View) (err error) {
		state.Stopped, err = clockStopped(v)
		return err
	})
	return state, err
}

// clockAdvance moves a virtual clock on, stopping at everything that falls due
// on the way, in order.
func (c *Clerk) clockAdvance(ctx context.Context, a Args) (any, error) {
	clock, ok := c.clock.(*Virtual)
	if !ok {
		return nil, refuse("this daemon runs on the real clock; only corrd local --clock virtual can be advanced")
	}
	if a.For <= 0 {
		return nil, refuse("the clock can only be advanced: give a time such as 90s, 15m, 26h or 3d")
	}
	goal := clock.Now().Add(a.For)
	for {
		if s, err := c.settled(ctx); err != nil || s.Pending > 0 {
			return nil, errors.Join(err, ctx.Err())
		}
		next, err := c.nextDue(goal)
		if err != nil {
			return nil, err
		}
		if err := c.setClock(clock, next); err != nil {
			return nil, err
		}
		if !next.Before(goal) {
			_, err := c.settled(ctx)
			return ClockState{Now: clock.Now(), Mode: clock.Mode()}, err
		}
	}
}

// nextDue is the earliest alarm, reminder or sending that lies before goal, else
// goal.
func (c *Clerk) nextDue(goal time.Time) (time.Time, error) {
	err := c.db.View(func(v store.View) error {
		_, at, ok, err := v.NextAlarm()
		if err != nil {
			return err
		}
		if ok && at.Before(goal) {
			goal = at
		}
		at, ok, err = v.NextDue()
		if err != nil {
			return err
		}
		if ok && at.Before(goal) {
			goal = at
		}
		_, at, ok, err = v.NextReminder()
		if ok && at.Before(goal) {
			goal = at
		}
		return err
	})
	return goal, err
}

func (c *Clerk) setClock(clock *Virtual, at time.Time) error {
	err := c.db.Update(func(tx store.Tx) error { return tx.SetSetting(virtualNow, at.UTC().Format(time.RFC3339)) })
	if err == nil {
		clock.Set(at)
	}
	return err
}
