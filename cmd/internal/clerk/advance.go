package clerk

import (
	"context"
	"errors"
	"time"

	"corrd/store"
)

// ClockState is what `corrctl clock` prints.
type ClockState struct {
	Now     time.Time `json:"now"`
	Mode    string    `json:"mode"`
	Stopped bool      `json:"stopped"`
}

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
	c.advancing.take()
	defer c.advancing.pass()
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
			err = firstError(err, c.purgeOld())
			return ClockState{Now: clock.Now(), Mode: clock.Mode()}, err
		}
	}
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

func (c *Clerk) setClock(clock *Virtual, at time.Time) error {
	err := c.db.Update(func(tx store.Tx) error { return tx.SetSetting(virtualNow, at.UTC().Format(time.RFC3339)) })
	if err == nil {
		clock.Set(at)
	}
	return err
}
