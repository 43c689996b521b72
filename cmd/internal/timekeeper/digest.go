package timekeeper

import (
	"fmt"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// digestAfter is how long a dispute must have waited for an umpire before a digest names the
// dispute.
const digestAfter = 24 * time.Hour

// digest writes to each umpire once a day, and lists what has waited for the umpire since the day
// before.
func (k *Timekeeper) digest() error {
	var waits bool
	err := k.Store.View(func(v store.View) error {
		open, err := v.OpenDisputes()
		if err != nil {
			return err
		}
		halted, err := ledger.Halted(v)
		waits = len(open)+len(halted) > 0
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
	zone, err := k.Ledger.ZoneAt(tx, u.Address)
	if err != nil {
		return err
	}
	lines, err := k.disputesOf(tx, u, zone)
	if err != nil {
		return err
	}
	suspended, err := suspendedOf(tx, u, zone)
	if err != nil || len(lines)+len(suspended) == 0 {
		return err
	}
	data := templates.Data{Topic: templates.Digest, Name: u.Name, Umpire: u.ID, Place: u.Round, Lines: lines, Open: suspended}
	if err := tx.AddCount(tally, 1); err != nil {
		return err
	}
	return k.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, data)
}

// disputesOf describes the disputes that have waited for an umpire, one line for each.
func (k *Timekeeper) disputesOf(tx store.Tx, u ledger.Umpire, zone *time.Location) (lines []string, err error) {
	open, err := tx.OpenDisputes()
	if err != nil {
		return nil, err
	}
	for _, d := range open {
		s, err := gameOf(tx, u, d.Game, d.Event)
		if err != nil {
			return nil, err
		}
		if s == nil || tx.Now().Sub(d.Opened) < digestAfter {
			continue
		}
		about, open := s.Dispute(d.Event)
		if !open {
			continue
		}
		line := texts.Say("digest dispute", d.ID, d.Game, templates.Matter(about), templates.Instant(d.Opened, zone))
		if side, runs := s.Running(); runs && !s.Still(side, tx.Now()) {
			line += texts.Say("digest runs", texts.Named("side", side.String()))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// suspendedOf describes the games that stand still until an umpire lets them go on and that have
// no open dispute, one line for each.
func suspendedOf(tx store.Tx, u ledger.Umpire, zone *time.Location) (lines []string, err error) {
	halted, err := ledger.Halted(tx)
	if err != nil {
		return nil, err
	}
	for _, h := range halted {
		disputes, err := tx.DisputesOf(h.Game)
		if err != nil {
			return nil, err
		}
		if tx.Now().Sub(h.Since) < digestAfter || slices.ContainsFunc(disputes, func(d store.Dispute) bool { return d.Closed.IsZero() }) {
			continue
		}
		s, err := gameOf(tx, u, h.Game, 0)
		if err != nil {
			return nil, err
		}
		if s != nil {
			lines = append(lines, texts.Say("digest suspended", h.Game, templates.Instant(h.Since, zone)))
		}
	}
	return lines, nil
}

// gameOf gives a game if u is its umpire, and nil if somebody else is. appeal is the event that
// opened the appeal in question; 0: no appeal.
func gameOf(tx store.Tx, u ledger.Umpire, id, appeal int64) (*game.State, error) {
	s, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	of, err := ledger.UmpireOf(tx, s, appeal)
	if err != nil || of == nil || of.ID != u.ID {
		return nil, err
	}
	return &s, nil
}
