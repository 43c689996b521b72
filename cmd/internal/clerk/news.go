package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/players"
	"corrd/store"
)

// newsRest is how long the loop of circulars sleeps while none waits and nobody wakes it.
const newsRest = time.Hour

// sendNews lets one letter of a circular go out if no other letter is due, and gives the time of the
// next look.
func (c *Clerk) sendNews(context.Context) (time.Time, error) {
	now := c.clock.Now()
	if !c.node.OnDuty() {
		return c.node.NextLook(now.Add(newsRest)), nil
	}
	waits, busy := false, false
	err := c.db.View(func(v store.View) (err error) {
		if waits, err = players.NewsWaits(v); !waits || err != nil {
			return err
		}
		due, err := v.Due(v.Now(), 1)
		busy = len(due) > 0
		return err
	})
	switch {
	case err != nil:
		return now, err
	case !waits:
		return now.Add(newsRest), nil
	case busy:
		return now.Add(players.NewsEvery), nil
	}
	defer c.sender.Ring()
	return now.Add(players.NewsEvery), c.db.Update(players.ServeNews)
}
