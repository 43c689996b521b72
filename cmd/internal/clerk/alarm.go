package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/loop"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/store"
)

// alarmLoop rings the alarm of each running game when its time has come; a claim
// that must be proved it leaves to the worker.
func (c *Clerk) alarmLoop(ctx context.Context) error {
	for {
		id, at, ok, err := c.nextAlarm()
		if err == nil && ok && !at.After(c.clock.Now()) {
			err = c.ring(ctx, id, at)
			if err == nil {
				continue
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			c.log.Error("alarm", "game", id, "error", err)
			c.guard.MetIn(err, id)
			if loop.Pause(ctx, time.Second) != nil {
				return nil
			}
			continue
		}
		if !ok {
			at = c.clock.Now().Add(24 * time.Hour)
		}
		reached, stop := c.clock.Reach(at)
		select {
		case <-ctx.Done():
		case <-c.alarms:
		case <-reached:
		}
		stop()
	}
}

func (c *Clerk) nextAlarm() (id int64, at time.Time, ok bool, err error) {
	err = c.db.View(func(v store.View) error {
		stopped, err := watch.Stopped(v)
		if err != nil || stopped {
			return err
		}
		id, at, ok, err = v.NextAlarm(c.proofs.all()...)
		return err
	})
	c.guard.Met(err)
	return id, at, ok, err
}

// ring has the laws decide what time has brought about in a game. Letters that
// lie in the mailbox came first: they are taken before a flag can fall.
func (c *Clerk) ring(ctx context.Context, id int64, at time.Time) error {
	s, err := c.game(id)
	if err != nil {
		return err
	}
	if _, due := s.Deadline(); due == game.DueProof {
		c.proofs.add(id)
		return nil
	}
	if err := c.emptyMailbox(ctx, at); err != nil {
		return err
	}
	if err := c.watch.Touch(c.lastPoll()); err != nil {
		return err
	}
	defer c.sender.Ring()
	return c.db.Update(func(tx store.Tx) error {
		s, stopped, err := c.watch.UpToDate(tx, id)
		if err != nil || stopped {
			return err
		}
		at, due := s.Deadline()
		if at.IsZero() || at.After(tx.Now()) {
			return nil
		}
		act, err := alarm(tx, s, due)
		if err != nil {
			return err
		}
		at = c.punctual(at, tx.Now())
		_, err = c.ledger.Append(tx, s, s.Decide(act, at), ledger.By{At: at})
		return err
	})
}

// punctual is the time of what an alarm brings about: that at which it was due,
// however busy the machine was then, or though it happens again after a backup was
// put back; now, if it rings late.
func (c *Clerk) punctual(due, now time.Time) time.Time {
	if now.Sub(due) < time.Minute || !due.After(c.courier.Newest()) {
		return due
	}
	return now
}

// alarm is what a deadline that has come brings about. A flag waits once, for a
// letter that is held and came before it fell.
func alarm(v store.View, s game.State, due game.Due) (game.Act, error) {
	if due != game.DueFlag || !s.Window.Deferred.IsZero() {
		return game.Alarm{}, nil
	}
	held, ok, err := heldInTime(v, s)
	if err != nil || !ok {
		return game.Alarm{}, err
	}
	return game.Defer{Letter: held.ID}, nil
}

// heldInTime is a letter of the side that runs which is held, and came before
// its flag fell.
func heldInTime(v store.View, s game.State) (store.Letter, bool, error) {
	letters, err := v.LettersOf(s.ID)
	for _, l := range letters {
		if l.State == store.HeldLetter && l.Side == s.Window.Side && l.Received.Before(s.Window.Until) {
			return l, true, err
		}
	}
	return store.Letter{}, false, err
}

func (c *Clerk) game(id int64) (s game.State, err error) {
	err = c.db.View(func(v store.View) error {
		s, err = v.Game(id)
		return err
	})
	return s, err
}

// emptyMailbox waits until no letter waits to be taken that came by at. While
// the mailbox cannot be read it waits: nobody loses by that.
func (c *Clerk) emptyMailbox(ctx context.Context, at time.Time) error {
	for c.catchingUp() || c.queued() > 0 {
		if !c.catchingUp() {
			c.in.Kick()
		}
		if err := loop.Pause(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
	for c.cfg.Undelivered != nil && c.cfg.Undelivered(at) {
		if err := loop.Pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	onReal := c.clock.Mode() == (clock.Real{}).Mode()
	for c.in != nil && onReal && c.in.LastPoll().Before(at) {
		c.in.Kick()
		if err := loop.Pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}
