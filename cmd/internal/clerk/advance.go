package clerk

import (
	"context"
	"errors"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/watch"
	"corrd/store"
)

// ClockState is what `corrctl clock` prints.
type ClockState struct {
	Now     time.Time `json:"now"`
	Mode    string    `json:"mode"`
	Stopped bool      `json:"stopped"`
}

func (c *Clerk) clockShow(context.Context, Args) (any, error) {
	state := ClockState{Now: c.clock.Now(), Mode: c.clock.Mode()}
	err := c.db.View(func(v store.View) (err error) {
		state.Stopped, err = watch.Stopped(v)
		return err
	})
	return state, err
}

// clockAdvance moves a virtual clock on, stopping at everything that falls due
// on the way, in order.
func (c *Clerk) clockAdvance(ctx context.Context, a Args) (any, error) {
	virtual, ok := c.clock.(*clock.Virtual)
	if !ok {
		return nil, refuse("this daemon runs on the real clock; only corrd local --clock virtual can be advanced")
	}
	if a.For <= 0 {
		return nil, refuse("the clock can only be advanced: give a time such as 90s, 15m, 26h or 3d")
	}
	c.advancing.Lock()
	defer c.advancing.Unlock()
	goal := virtual.Now().Add(a.For)
	for {
		if s, err := c.settled(ctx); err != nil || s.Pending > 0 {
			return nil, errors.Join(err, ctx.Err())
		}
		next, err := c.nextDue(goal)
		if err != nil {
			return nil, err
		}
		if err := virtual.SetIn(c.db, next); err != nil {
			return nil, err
		}
		if !next.Before(goal) {
			_, err := c.settled(ctx)
			err = firstError(err, c.purgeOld())
			return ClockState{Now: virtual.Now(), Mode: virtual.Mode()}, err
		}
	}
}

// clockAccept trusts the clock as it now reads.
func (c *Clerk) clockAccept(ctx context.Context, a Args) (any, error) {
	if c.clock.Stopwatch() == nil {
		return nil, refuse("a virtual clock cannot jump; there is nothing to accept")
	}
	if err := c.watch.Accept(); err != nil {
		return nil, err
	}
	c.sender.Ring()
	c.alarms.Ring()
	return c.clockShow(ctx, a)
}

// nextDue is the earliest alarm, reminder, sending or question of another day that lies
// before goal, else goal.
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
		if err != nil {
			return err
		}
		if ok && at.Before(goal) {
			goal = at
		}
		_, ok, err = c.unaskedDue(v, c.clock.Now())
		if midnight := tomorrow(c.clock.Now()); ok && midnight.Before(goal) {
			goal = midnight
		}
		return err
	})
	return goal, err
}
