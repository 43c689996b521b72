package timekeeper

import (
	"fmt"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// digestAfter is how long a dispute has waited for an umpire before a digest names it.
const digestAfter = 24 * time.Hour

// digest writes to each umpire, once a day, what has waited for them since the day before.
func (k *Timekeeper) digest() error {
	var waits bool
	err := k.Store.View(func(v store.View) error {
		open, err := v.OpenDisputes()
		waits = len(open) > 0
		return err
	})
	if err != nil || !waits {
		return err
	}
	defer k.Outbox.Ring()
	return k.Store.Update(func(tx store.Tx) error {
		all, err := ledger.Umpires(tx)
		if err != nil {
			return err
		}
		for _, u := range all {
			if err := k.digestTo(tx, u); err != nil {
				return err
			}
		}
		return nil
	})
}

func (k *Timekeeper) digestTo(tx store.Tx, u ledger.Umpire) error {
	now := tx.Now()
	tally := fmt.Sprintf("digest/%d/%s", u.ID, now.UTC().Format(time.DateOnly))
	if sent, err := tx.Count(tally); err != nil || sent > 0 || !u.Removed.IsZero() {
		return err
	}
	open, err := tx.OpenDisputes()
	if err != nil {
		return err
	}
	var lines []string
	for _, d := range open {
		s, err := tx.Game(d.Game)
		if err != nil {
			return err
		}
		of, err := ledger.UmpireOf(tx, s, d.Event)
		if err != nil {
			return err
		}
		if of == nil || of.ID != u.ID || now.Sub(d.Opened) < digestAfter {
			continue
		}
		line := texts.Say("digest dispute", d.ID, d.Game, d.Ground, d.By, templates.Instant(d.Opened, k.Ledger.Zone))
		if side, runs := s.Running(); runs && !s.Still(side, now) {
			line += texts.Say("digest runs", side)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	data := templates.Data{Topic: templates.Digest, Name: u.Name, Umpire: u.ID, Place: u.Round, Lines: lines}
	if err := tx.AddCount(tally, 1); err != nil {
		return err
	}
	return k.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, data)
}
