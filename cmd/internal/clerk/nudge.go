package clerk

import (
	"context"
	"fmt"
	"time"

	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/loop"
	"corrd/cmd/internal/watch"
	"corrd/store"
	"corrd/templates"
)

// Those who have not answered a challenge are reminded of it as a side is that has
// no limit of time (house:18), and its sender that it waits. A stranger has had their
// one letter.

// firstNudge is when they are first reminded; each reminder waits twice as long as
// the one before.
const firstNudge = 30 * 24 * time.Hour

// nudgeLoop sends the reminders of challenges until ctx ends.
func (c *Clerk) nudgeLoop(ctx context.Context) error {
	for ctx.Err() == nil {
		id, at, ok, err := c.nextReminder()
		if err == nil && ok && !at.After(c.clock.Now()) {
			if c.emptyMailbox(ctx, at) != nil { // the answer may lie there
				return nil
			}
			if err = c.db.Update(func(tx store.Tx) error { return c.nudge(tx, id) }); err == nil {
				c.sender.Ring()
				continue
			}
		}
		if err != nil {
			c.log.Error("reminder", "challenge", id, "error", err)
			loop.Pause(ctx, time.Second)
			continue
		}
		if err := c.purgeOld(); err != nil {
			c.log.Error("purge", "error", err)
		}
		if err := c.askUnasked(); err != nil {
			c.log.Error("questions of another day", "error", err)
		}
		if midnight := tomorrow(c.clock.Now()); !ok || at.After(midnight) {
			at = midnight // before any challenge can need a reminder that is made meanwhile
		}
		reached, stop := c.clock.Reach(at)
		select {
		case <-ctx.Done():
		case <-reached:
		}
		stop()
	}
	return nil
}

// nextReminder is the reminder that is due first; none while the clock is not
// believed.
func (c *Clerk) nextReminder() (challenge int64, at time.Time, ok bool, err error) {
	err = c.db.View(func(v store.View) error {
		stopped, err := watch.Stopped(v)
		if err != nil || stopped {
			return err
		}
		challenge, at, ok, err = v.NextReminder()
		return err
	})
	c.guard.Met(err)
	return challenge, at, ok, err
}

// nudge reminds all who have not accepted an open challenge, if that is due, and
// its sender.
func (c *Clerk) nudge(tx store.Tx, id int64) error {
	ch, err := tx.Challenge(id)
	if err != nil || ch.State != store.ChallengeOpen || ch.Remind.After(tx.Now()) {
		return err
	}
	at := c.punctual(ch.Remind, tx.Now())
	ch.Reminders++
	ch.Remind = at.Add(firstNudge << min(ch.Reminders, 6))
	d := newDesk(c, tx, &store.Letter{}, at)
	if ch.Acceptance == 0 {
		data, err := challenge.Data(d.tx, ch, templates.Nudged)
		if err := firstError(err, d.remindOf(ch, ch.ToID, data)); err != nil {
			return err
		}
	}
	for i, one := range ch.Consultants {
		if one.Accepted {
			continue
		}
		data, err := challenge.ConsultData(d.tx, ch, i)
		data.Topic = templates.Nudged
		if err := firstError(err, d.remindOf(ch, one.Player, data)); err != nil {
			return err
		}
	}
	waits, err := challenge.Data(d.tx, ch, templates.ChallengeWaits)
	names, err2 := challenge.WaitedFor(d.tx, ch)
	waits.Lines = names
	return firstError(err, err2, d.remindOf(ch, ch.From, waits), tx.PutChallenge(&ch))
}

// remindOf reminds a player of a challenge; there is none to a stranger.
func (d *desk) remindOf(ch store.Challenge, player int64, data templates.Data) error {
	if player == 0 {
		return nil
	}
	return d.ledger.NotifyPlayer(d.tx, fmt.Sprintf("c%d.r%d", ch.ID, ch.Reminders), "reminder", player, data, d.out.At)
}
