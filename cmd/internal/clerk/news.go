package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/players"
	"corrd/store"
)

// newsRest is how long the loop of circulars sleeps while none waits and nobody wakes it.
const newsRest = time.Hour

// sendNews lets one letter of a circular go out, or writes one weekly sheet, if no other letter is due,
// and gives the time of the next look. Sheets go when no circular waits.
func (c *Clerk) sendNews(context.Context) (time.Time, error) {
	now := c.clock.Now()
	if !c.node.OnDuty() {
		return c.node.NextLook(now.Add(newsRest)), nil
	}
	news, sheet, busy := false, false, false
	err := c.db.View(func(v store.View) (err error) {
		if news, err = players.NewsWaits(v); err != nil {
			return err
		}
		if sheet, err = players.SheetWaits(v); err != nil || !news && !sheet {
			return err
		}
		due, err := v.Due(v.Now(), 1)
		busy = len(due) > 0
		return err
	})
	switch {
	case err != nil:
		return now, err
	case !news && !sheet:
		return now.Add(newsRest), nil
	case busy:
		return now.Add(players.NewsEvery), nil
	}
	defer c.sender.Ring()
	if news {
		return now.Add(players.NewsEvery), c.db.Update(players.ServeNews)
	}
	return now.Add(players.NewsEvery), c.db.Update(func(tx store.Tx) error { return players.ServeSheet(tx, c.desk.Ledger) })
}

// listSheets lists the players of the weekly sheets when a week begins.
func (c *Clerk) listSheets() error {
	due := false
	err := c.db.View(func(v store.View) (err error) { due, err = players.SheetsDue(v); return err })
	if err != nil || !due {
		return err
	}
	defer c.news.Ring()
	return c.db.Update(players.ListSheets)
}
