package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/loop"
	"corrd/game"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// AllTaken waits until no letter waits to be taken that came by at. AllTaken also waits while the mailbox cannot be
// read, because nobody loses by waiting.
func (c *Clerk) AllTaken(ctx context.Context, at time.Time) error {
	for c.catchingUp() || c.queued() > 0 {
		if !c.catchingUp() {
			c.in.Kick()
		}
		if err := loop.Pause(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
	if err := c.delivered(ctx, at); err != nil {
		return err
	}
	onReal := c.clock.Mode() == (clock.Real{}).Mode()
	for c.in != nil && onReal && c.lastPoll().Before(at) {
		c.in.Kick()
		if err := loop.Pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// delivered waits until every letter that came by itself by at, at whichever daemon, has
// been handed over.
func (c *Clerk) delivered(ctx context.Context, at time.Time) error {
	for c.cfg.Undelivered != nil && c.cfg.Undelivered(at) {
		if err := loop.Pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return c.node.Taken(ctx, at)
}

// beforeFlags has a letter with the key of a game wait for the letters that came by the
// time of a flag which fell before the letter was received and will fall with the letter:
// in that game, or in another that the letter turns to.
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
	var last time.Time // of those flags
	err := c.db.View(func(v store.View) error {
		for id := range games {
			s, err := v.Game(id)
			if err != nil {
				continue // the transaction that takes the letter meets the same error
			}
			if fell, due := s.Lapsed(received); due == game.DueFlag && fell.Before(received) {
				last = clock.Later(last, fell)
			}
		}
		return nil
	})
	if err != nil || last.IsZero() {
		return err
	}
	return c.delivered(ctx, last)
}
