package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// AllTaken waits until every letter that came before the time at has been taken. While the
// mailbox cannot be read AllTaken also waits, because waiting harms nobody.
func (c *Clerk) AllTaken(ctx context.Context, at time.Time) error {
	for c.catchingUp() || c.queued() > 0 {
		if !c.catchingUp() {
			c.in.Kick()
		}
		if err := watch.Pause(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
	if err := c.delivered(ctx, at); err != nil {
		return err
	}
	onReal := c.clock.Mode() == (watch.Real{}).Mode()
	for c.in != nil && onReal && c.lastPoll().Before(at) {
		c.in.Kick()
		if err := watch.Pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// delivered waits until every letter that came to any daemon by SMTP or LMTP before the time at
// has been handed over.
func (c *Clerk) delivered(ctx context.Context, at time.Time) error {
	for c.cfg.Undelivered != nil && c.cfg.Undelivered(at) {
		if err := watch.Pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return c.node.Taken(ctx, at)
}

// beforeFlags makes a letter with the key of a game wait until the letters have been taken that
// came before a flag fell, when the flag fell before this letter was received and will fall with
// this letter. The flag may be of that game or of another game to which the letter turns.
func (c *Clerk) beforeFlags(ctx context.Context, key mailer.Token, reading func() interpret.Page, received time.Time) error {
	if key.Kind != mailer.KindGame {
		return nil
	}
	if c.cfg.Undelivered == nil || !c.cfg.Undelivered(received.Add(-time.Nanosecond)) {
		if alone, err := c.node.Alone(); alone || err != nil {
			return err
		}
	}
	games := map[int64]bool{key.Number: true}
	for _, st := range reading().Statements {
		games[int64(st.Game)] = true
	}
	var last time.Time // the latest fall of one of those flags
	err := c.db.View(func(v store.View) error {
		for id := range games {
			s, err := v.Game(id)
			if err != nil {
				continue // the transaction that takes the letter will meet the same error
			}
			if fell, due := s.Lapsed(received); due == game.DueFlag && fell.Before(received) {
				last = watch.Later(last, fell)
			}
		}
		return nil
	})
	if err != nil || last.IsZero() {
		return err
	}
	return c.delivered(ctx, last)
}
