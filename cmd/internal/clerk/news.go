package clerk

import (
	"context"
	"time"

	"corrd/cmd/internal/observe"
	"corrd/cmd/internal/players"
	"corrd/store"
)

// newsRest is how long the loop of circulars sleeps where another daemon is on duty.
const newsRest = time.Hour

// sendNews lets one letter of a circular go out, or writes one weekly sheet, if no other letter is due,
// and gives the time of the next look. Sheets go when no circular waits.
func (c *Clerk) sendNews(context.Context) (time.Time, error) {
	now := c.clock.Now()
	if !c.node.OnDuty() {
		return c.node.NextLook(now.Add(newsRest)), nil
	}
	look, err := c.tellObservers(now)
	if err != nil {
		return now, err
	}
	news, sheet, busy := false, false, false
	err = c.db.View(func(v store.View) (err error) {
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
		return look, nil
	case busy:
		return now.Add(players.NewsEvery), nil
	}
	defer c.sender.Ring()
	if news {
		return now.Add(players.NewsEvery), c.db.Update(func(tx store.Tx) error { return players.ServeNews(tx, checks) })
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

// checks are asked at the turn of a letter whether it still may go, by the kinds of letters.
var checks = map[string]players.Check{observe.Kind: observe.MayGo}

// observedEvery is how often observed games are looked at.
const observedEvery = time.Minute

// tellObservers writes to the observers of games whatever they may see by now, and gives the time of the next look.
func (c *Clerk) tellObservers(now time.Time) (next time.Time, err error) {
	due := false
	err = c.db.View(func(v store.View) (err error) { due, err = observe.Due(v); return err })
	if err == nil && due {
		err = c.db.Update(func(tx store.Tx) error { return observe.Tell(tx, c.desk.Ledger) })
	}
	return now.Add(observedEvery), err
}
