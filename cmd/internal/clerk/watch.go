package clerk

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"time"

	"corrd/game"
	"corrd/store"
)

// An outage of more than an hour is credited to the clocks; a clock that has
// been set by more than a day is not believed, and no flag falls, until the
// operator accepts it (SPEC 10). corrd knows of both by a heartbeat that it
// keeps in the store. Outages are listed, and a game hears of those it has been
// through when something is next decided in it, and before that: so corrd
// starts as fast with a million games as with one, and no flag falls first.

// The settings of the watch.
const (
	heartbeatSetting = "heartbeat"     // RFC 3339
	outagesSetting   = "outages"       // JSON, oldest first
	stoppedSetting   = "clock_stopped" // when the clock was found to have jumped; "" while it is believed
)

const (
	beatEvery     = 10 * time.Minute
	shortOutage   = time.Hour           // is not credited
	smallJump     = 24 * time.Hour      // of a clock that is believed
	longestOutage = 30 * 24 * time.Hour // a longer one is rather a clock that jumped while corrd was down
	keptOutages   = 500
)

// watch is what a running corrd knows of its own time.
type watch struct {
	beat    atomic.Pointer[beat] // the last heartbeat of this process
	turn    turn                 // to use the rest
	touched time.Time            // when the mailbox was last in reach
}

// beat is a heartbeat and how long ago it was.
type beat struct {
	at  time.Time
	ago func() time.Duration
}

// watchLoop keeps the heartbeat until ctx ends.
func (c *Clerk) watchLoop(ctx context.Context) error {
	if c.clock.Stopwatch() == nil {
		<-ctx.Done()
		return nil
	}
	for ctx.Err() == nil {
		if err := c.heartbeat(); err != nil {
			c.log.Error("heartbeat", "error", err)
		}
		if err := c.touchMailbox(c.lastPoll()); err != nil {
			c.log.Error("heartbeat", "error", err)
		}
		reached, stop := c.clock.Reach(c.clock.Now().Add(beatEvery))
		select {
		case <-ctx.Done():
		case <-reached:
		}
		stop()
	}
	return nil
}

// heartbeat writes down that corrd is alive, and what it has missed. Whoever waits
// for a time of day looks at the clock anew: it may have been set meanwhile.
func (c *Clerk) heartbeat() error {
	b := beat{ago: c.clock.Stopwatch()}
	err := c.db.Update(func(tx store.Tx) error {
		b.at = tx.Now()
		return firstError(c.attend(tx), tx.SetSetting(heartbeatSetting, b.at.Format(time.RFC3339)))
	})
	if err != nil {
		return err
	}
	c.watch.beat.Store(&b)
	wake(c.sender)
	wake(c.alarms)
	return c.keepWatch()
}

// heartbeatIn is the heartbeat that a store keeps; zero if it keeps none.
func heartbeatIn(v store.View) (time.Time, error) {
	kept, _, err := v.Setting(heartbeatSetting)
	if err != nil {
		return time.Time{}, err
	}
	at, _ := time.Parse(time.RFC3339, kept)
	return at, nil
}

// attend looks at the heartbeat before anything is decided: after a gap it puts
// down an outage, and stops the flags when the clock has jumped. When it was set
// back the letters in the outbox do not wait until it has caught up.
func (c *Clerk) attend(tx store.Tx) error {
	if c.clock.Stopwatch() == nil {
		return nil
	}
	last, err := heartbeatIn(tx)
	if err != nil {
		return err
	}
	now := tx.Now()
	if last.IsZero() {
		return tx.SetSetting(heartbeatSetting, now.Format(time.RFC3339))
	}
	gap := now.Sub(last)
	if gap.Abs() <= shortOutage {
		return nil
	}
	why, jump := "corrd was down", c.jump(now, gap)
	if jump.Abs() > shortOutage {
		why = "the clock of corrd's machine was set"
	}
	if jump.Abs() > smallJump {
		c.log.Error("the clock has jumped: no flag falls until corrctl clock accept", "by", jump, "from", last, "to", now)
		err = tx.SetSetting(stoppedSetting, now.Format(time.RFC3339))
	}
	if gap < 0 {
		err = firstError(err, hasten(tx))
	}
	return firstError(err, addOutage(tx, game.Outage{From: last, Until: now, Why: why}),
		tx.SetSetting(heartbeatSetting, now.Format(time.RFC3339)))
}

// jump is by how much the clock has been set since the last heartbeat, as far as
// can be known: over a restart time goes on, but not back, nor by months.
func (c *Clerk) jump(now time.Time, gap time.Duration) time.Duration {
	if b := c.watch.beat.Load(); b != nil {
		return now.Sub(b.at) - b.ago()
	}
	if gap > 0 && gap <= longestOutage {
		return 0
	}
	return gap
}

// lastPoll is when the mailbox was last looked at; zero without one.
func (c *Clerk) lastPoll() time.Time {
	if c.in == nil {
		return time.Time{}
	}
	return c.in.LastPoll()
}

// touchMailbox takes note that the mailbox was in reach at a time, and puts down
// an outage when it had not been for long.
func (c *Clerk) touchMailbox(at time.Time) error {
	if c.clock.Stopwatch() == nil || at.IsZero() {
		return nil
	}
	w := &c.watch
	w.turn.take()
	defer w.turn.pass()
	if last := w.touched; !last.IsZero() && at.Sub(last) > shortOutage {
		o := game.Outage{From: last.UTC().Truncate(time.Second), Until: at.UTC().Truncate(time.Second), Why: "the mailbox was out of reach"}
		c.log.Warn("the mailbox was out of reach", "from", o.From, "until", o.Until)
		if err := c.db.Update(func(tx store.Tx) error { return addOutage(tx, o) }); err != nil {
			return err
		}
	}
	if at.After(w.touched) || w.touched.After(c.clock.Now()) { // the clock was set back
		w.touched = at
	}
	return nil
}

// addOutage lists an outage. What a clock that was set back had put down of the
// time to come is struck out.
func addOutage(tx store.Tx, o game.Outage) error {
	all, err := outages(tx)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(old game.Outage) bool { return old.Until.After(tx.Now()) })
	if o.Until.After(o.From) {
		all = append(all, o)
	}
	kept, err := json.Marshal(all[max(0, len(all)-keptOutages):])
	return firstError(err, tx.SetSetting(outagesSetting, string(kept)))
}

func outages(v store.View) (all []game.Outage, err error) {
	kept, ok, err := v.Setting(outagesSetting)
	if err == nil && ok {
		err = json.Unmarshal([]byte(kept), &all)
	}
	return all, err
}

// clockStopped reports whether no flag falls because the clock has jumped.
func clockStopped(v store.View) (bool, error) {
	since, _, err := v.Setting(stoppedSetting)
	return since != "", err
}

// upToDate is a game that has heard of every outage, and whether flags are
// stopped. Whatever can cost a side time is decided in that state.
func (c *Clerk) upToDate(tx store.Tx, id int64) (s game.State, stopped bool, err error) {
	if err = c.attend(tx); err != nil {
		return s, false, err
	}
	if stopped, err = clockStopped(tx); err != nil {
		return s, false, err
	}
	if s, err = tx.Game(id); err != nil {
		return s, false, err
	}
	all, err := outages(tx)
	for _, o := range all {
		if events := s.Decide(o, tx.Now()); err == nil && len(events) > 0 {
			s, err = tx.Append(id, events...)
		}
	}
	return s, stopped, err
}

// clockAccept trusts the clock as it now reads.
func (c *Clerk) clockAccept(ctx context.Context, a Args) (any, error) {
	if c.clock.Stopwatch() == nil {
		return nil, refuse("a virtual clock cannot jump; there is nothing to accept")
	}
	if err := c.heartbeat(); err != nil {
		return nil, err
	}
	if err := c.db.Update(func(tx store.Tx) error { return tx.SetSetting(stoppedSetting, "") }); err != nil {
		return nil, err
	}
	wake(c.alarms)
	return c.clockShow(ctx, a)
}
