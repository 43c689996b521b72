package clerk

import (
	"cmp"
	"context"
	"time"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/mailer"
	"corrd/store"
)

// removeLeavers removes the players who have asked to leave and whose last game is over.
func (c *Clerk) removeLeavers() error {
	removed := 0
	err := c.db.Update(func(tx store.Tx) (err error) {
		removed, err = ledger.RemoveLeavers(tx, c.desk.Ledger)
		return err
	})
	if removed > 0 {
		c.sender.Ring()
	}
	return err
}

// ifDue does what is due in a transaction that writes, and then rings. It looks in a view, because
// most often nothing is due, and a view keeps no other transaction waiting.
func (c *Clerk) ifDue(look func(store.View) (bool, error), do func(store.Tx) error, ring func()) error {
	due := false
	err := c.db.View(func(v store.View) (err error) { due, err = look(v); return err })
	if err != nil || !due {
		return err
	}
	defer ring()
	return c.db.Update(do)
}

// askSecretary writes the secretary's letters of the day, if newcomers wait or names are withdrawn.
func (c *Clerk) askSecretary() error {
	due := func(v store.View) (bool, error) { return ledger.SecretaryDue(v, c.desk.Ledger) }
	return c.ifDue(due, func(tx store.Tx) error { return ledger.TellSecretary(tx, c.desk.Ledger) }, c.sender.Ring)
}

// watchEvents tells the directors of events of silence and of closing dates.
func (c *Clerk) watchEvents() error {
	due := func(v store.View) (bool, error) {
		events, err := tournaments.Due(v, c.desk.Ledger)
		return events > 0, err
	}
	return c.ifDue(due, func(tx store.Tx) error { return tournaments.Tell(tx, c.desk.Ledger) }, c.sender.Ring)
}

// umpiresAsked is the setting that says that the umpires of the games begun before umpires were
// asked for their consent have been asked.
const umpiresAsked = "umpiring-asked"

// askUmpires asks, once for a store, the players whom the terms of running games name as umpire
// and who have never consented.
func (c *Clerk) askUmpires() error {
	done := false
	err := c.db.View(func(v store.View) (err error) { _, done, err = v.Setting(umpiresAsked); return err })
	if done || err != nil {
		return err
	}
	var naming []int64
	for last := int64(0); ; {
		var games, found []int64
		err := c.db.View(func(v store.View) (err error) {
			if games, err = v.Games(last, umpiresPage); err == nil {
				found, err = namingUmpires(v, games)
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(games) == 0 {
			return c.askUmpiresOf(naming)
		}
		naming, last = append(naming, found...), games[len(games)-1]
	}
}

// umpiresPage is of how many games askUmpires reads the terms in one transaction.
const umpiresPage = 256

// namingUmpires returns those of some games that run and whose terms name an umpire.
func namingUmpires(v store.View, games []int64) (naming []int64, err error) {
	if err := v.Expect(store.Likely{Games: games}); err != nil {
		return nil, err
	}
	for s, err := range ledger.DecidableOf(v, games) {
		if err != nil {
			return nil, err
		}
		if s.Result == nil && s.Terms.Umpire != "" {
			naming = append(naming, s.ID)
		}
	}
	return naming, nil
}

// askUmpiresOf asks the umpires of some games, and notes that this has been done.
func (c *Clerk) askUmpiresOf(games []int64) error {
	for _, id := range games {
		err := c.db.Update(func(tx store.Tx) error {
			s, err := tx.Game(id)
			if err != nil {
				return err
			}
			return c.desk.Ledger.AskNamedUmpire(tx, s)
		})
		if err != nil {
			return err
		}
	}
	if len(games) > 0 {
		c.sender.Ring()
	}
	return c.db.Update(func(tx store.Tx) error { return tx.SetSetting(umpiresAsked, "yes") })
}

// serveStrangers lets letters to strangers go out that have waited for their turn.
func (c *Clerk) serveStrangers() error {
	served := 0
	err := c.db.Update(func(tx store.Tx) (err error) {
		served, err = desk.ServeStrangers(tx, c.desk.Budgets, func(row store.Row) (bool, error) { return desk.StillWanted(tx, row) })
		return err
	})
	if served > 0 {
		c.sender.Ring()
	}
	return err
}

// newsRest is how long the loop of circulars sleeps where another daemon is on duty.
const newsRest = time.Hour

// sendNews lets one letter of a circular go out, or writes one weekly sheet, if no other letter is
// due, and returns the time of the next look. Sheets go when no circular waits.
func (c *Clerk) sendNews(context.Context) (next time.Time, err error) {
	asked, now := c.newsAsked.Load(), c.clock.Now()
	defer func() {
		if err != nil {
			next = time.Time{} // nobody waits for a loop that fails
		}
		c.newsLook.Store(next.Unix())
		c.newsLooked.Store(asked)
	}()
	if !c.node.OnDuty() {
		return c.node.NextLook(now.Add(newsRest)), nil
	}
	look, err := c.tellObservers(now)
	if err != nil {
		return now, err
	}
	news, sheet, busy := false, false, false
	err = c.db.View(func(v store.View) (err error) {
		if news, err = ledger.NewsWaits(v); err != nil {
			return err
		}
		if sheet, err = ledger.SheetWaits(v); err != nil || !news && !sheet {
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
		return now.Add(ledger.NewsEvery), nil
	}
	defer c.sender.Ring()
	if news {
		return now.Add(ledger.NewsEvery), c.db.Update(func(tx store.Tx) error { return ledger.ServeNews(tx, checks) })
	}
	return now.Add(ledger.NewsEvery), c.db.Update(func(tx store.Tx) error { return ledger.ServeSheet(tx, c.desk.Ledger) })
}

// listSheets lists the players of the weekly sheets when a week begins.
func (c *Clerk) listSheets() error {
	return c.ifDue(ledger.SheetsDue, ledger.ListSheets, c.lookAtNews)
}

// checks are asked at the turn of a letter whether it still may go, by the kinds of letters.
var checks = map[string]ledger.NewsCheck{kindObserved: mayObserve}

// observedEvery is how often observed games are looked at.
const observedEvery = time.Minute

// tellObservers writes to the observers of games whatever they may see by now, and returns the time
// of the next look.
func (c *Clerk) tellObservers(now time.Time) (next time.Time, err error) {
	err = c.ifDue(observersDue, func(tx store.Tx) error { return tellObservers(tx, c.desk.Ledger) }, func() {})
	return now.Add(observedEvery), err
}

// The store keeps the bytes of players' letters without limit. The bytes of strangers' letters
// are kept for a month and within a quota, so that nobody can fill the disk by writing to corrd.
// The record of a letter, with what became of it, remains.

const (
	keptFor      = 30 * 24 * time.Hour
	defaultQuota = 64 << 20 // octets of strangers' letters
	purgedAtOnce = 16
)

// ofStranger reports whether the letter is a stranger's and has had no effect in a game. A letter
// is a stranger's when the sender is not a player, and when the letter only pretends to come from a
// player.
func (d *taking) ofStranger() bool {
	switch {
	case d.Rec.State == store.Acted, (d.Mail.Token.Kind == mailer.KindUmpire || d.Mail.Token.Kind == mailer.KindOrder || d.Rec.Kind == umpireRules) && d.Rec.State != store.Ignored:
		return false
	case d.Rec.Player == 0:
		return true
	case d.Rec.State != store.Ignored && d.Rec.State != store.Duplicate || d.Vouched():
		return false
	}
	return d.Mail.Token.IsZero() || d.IsDisowned() || d.Rec.Verdict == desk.WrongKey
}

// purge drops the bytes of some letters of strangers that are too old or too many, and returns the
// number of these letters.
func (t *tools) purge(tx store.Tx) (int, error) {
	return tx.Purge(tx.Now().Add(-keptFor), cmp.Or(t.cfg.StrangersQuota, defaultQuota), purgedAtOnce)
}

// Purge drops the bytes of all letters of strangers that are too old or too many.
func (c *Clerk) Purge() error {
	for n := purgedAtOnce; n == purgedAtOnce; {
		err := c.db.Update(func(tx store.Tx) (err error) {
			n, err = c.purge(tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
