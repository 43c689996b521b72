package clerk

import (
	"errors"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/players"
	"corrd/cmd/internal/registrar"
	"corrd/cmd/internal/tournaments"
	"corrd/store"
)

// removeLeavers removes the players who have asked to leave and whose last game is over.
func (c *Clerk) removeLeavers() error {
	removed := 0
	err := c.db.Update(func(tx store.Tx) (err error) {
		removed, err = players.RemoveLeavers(tx, c.desk.Ledger)
		return err
	})
	if removed > 0 {
		c.sender.Ring()
	}
	return err
}

// askSecretary writes the secretary's letters of the day, if newcomers wait or names are withdrawn.
func (c *Clerk) askSecretary() error {
	due := false
	err := c.db.View(func(v store.View) (err error) { due, err = players.SecretaryDue(v, c.desk.Ledger); return err })
	if err != nil || !due {
		return err
	}
	defer c.sender.Ring()
	return c.db.Update(func(tx store.Tx) error { return players.TellSecretary(tx, c.desk.Ledger) })
}

// watchEvents tells the directors of events of silence and of closing dates.
func (c *Clerk) watchEvents() error {
	due := 0
	err := c.db.View(func(v store.View) (err error) { due, err = tournaments.Due(v, c.desk.Ledger); return err })
	if err != nil || due == 0 {
		return err
	}
	defer c.sender.Ring()
	return c.db.Update(func(tx store.Tx) error { return tournaments.Tell(tx, c.desk.Ledger) })
}

// umpiresAsked is the setting that says that the umpires of the games begun before umpires were
// asked for their consent have been asked.
const umpiresAsked = "umpiring-asked"

// askUmpires asks, once for a store, the players whom the terms of running games name as umpire
// and who have never consented.
func (c *Clerk) askUmpires() error {
	done, naming := false, []int64{}
	err := c.db.View(func(v store.View) (err error) {
		if _, done, err = v.Setting(umpiresAsked); done || err != nil {
			return err
		}
		for last := int64(0); ; {
			games, err := v.Games(last, 1000)
			if len(games) == 0 || err != nil {
				return err
			}
			for _, id := range games {
				s, err := v.Game(id)
				if err != nil && !errors.Is(err, store.ErrRules) {
					return err
				}
				if last = id; err == nil && s.Result == nil && s.Terms.Umpire != "" {
					naming = append(naming, id)
				}
			}
		}
	})
	if done || err != nil {
		return err
	}
	return c.askUmpiresOf(naming)
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
		served, err = desk.ServeStrangers(tx, c.desk.Budgets, func(row store.Row) (bool, error) { return registrar.StillWanted(tx, row) })
		return err
	})
	if served > 0 {
		c.sender.Ring()
	}
	return err
}
