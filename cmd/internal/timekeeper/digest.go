package timekeeper

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// digestAfter is how long a dispute must have waited for an umpire at midnight (UTC) before the
// digest of the day names the dispute.
const digestAfter = 24 * time.Hour

// waitsLong reports whether what has waited since a time belongs in the digest of the day of now. The
// answer is the same all day, because the reminder loop looks at midnight and not whenever some
// dispute has waited long enough.
func waitsLong(since, now time.Time) bool {
	return now.UTC().Truncate(24*time.Hour).Sub(since) >= digestAfter
}

// digest writes to each umpire once a day, and lists what has waited for the umpire since the day
// before.
func (k *Timekeeper) digest() error {
	var due int
	err := k.Store.View(func(v store.View) (err error) { due, err = k.Digests(v); return err })
	if err != nil || due == 0 {
		return err
	}
	defer k.Outbox.Ring()
	return k.Store.Update(func(tx store.Tx) error {
		all, err := ledger.Umpires(tx)
		for i := 0; i < len(all) && err == nil; i++ {
			err = k.digestTo(tx, all[i])
		}
		return err
	})
}

// DigestNow has the reminder loop look at the digests without delay. One falls due before midnight
// when an umpire is named for what has waited long.
func (k *Timekeeper) DigestNow() { k.reminders.Ring() }

// Digests counts the umpires to whom a digest is due.
func (k *Timekeeper) Digests(v store.View) (due int, err error) {
	all, err := ledger.Umpires(v)
	for i := 0; i < len(all) && err == nil; i++ {
		var is bool
		if _, is, err = k.digestOf(v, all[i]); is {
			due++
		}
	}
	return due, err
}

func (k *Timekeeper) digestTo(tx store.Tx, u ledger.Umpire) error {
	data, due, err := k.digestOf(tx, u)
	if err != nil || !due {
		return err
	}
	if err := tx.AddCount(digestTally(u, tx.Now()), 1); err != nil {
		return err
	}
	return k.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, data)
}

// digestTally is the tally of the digests that an umpire has had on the day of a time.
func digestTally(u ledger.Umpire, at time.Time) string {
	return fmt.Sprintf("digest/%d/%s", u.ID, at.UTC().Format(time.DateOnly))
}

// digestOf returns what the digest to an umpire says; due is false when the umpire has had today's or
// when nothing waits for the umpire.
func (k *Timekeeper) digestOf(v store.View, u ledger.Umpire) (data templates.Data, due bool, err error) {
	if sent, err := v.Count(digestTally(u, v.Now())); err != nil || sent > 0 || !u.Removed.IsZero() {
		return data, false, err
	}
	zone, err := k.Ledger.ZoneAt(v, u.Address)
	if err != nil {
		return data, false, err
	}
	lines, err := k.disputesOf(v, u, zone)
	if err != nil {
		return data, false, err
	}
	suspended, err := suspendedOf(v, u, zone)
	data = templates.Data{Topic: templates.Digest, Name: u.Name, Umpire: u.ID, Place: u.Round, Lines: lines, Open: suspended}
	return data, len(lines)+len(suspended) > 0, err
}

// disputesOf describes the disputes that have waited for an umpire, one line for each.
func (k *Timekeeper) disputesOf(v store.View, u ledger.Umpire, zone *time.Location) (lines []string, err error) {
	open, err := v.OpenDisputes()
	if err != nil {
		return nil, err
	}
	for _, d := range open {
		s, err := gameOf(v, u, d.Game, d.Event)
		if err != nil {
			return nil, err
		}
		if s == nil || !waitsLong(d.Opened, v.Now()) {
			continue
		}
		about, open := s.Dispute(d.Event)
		if !open {
			continue
		}
		line := texts.Say("digest dispute", d.ID, d.Game, templates.Matter(about), templates.Instant(d.Opened, zone))
		if side, runs := s.Running(); runs && !s.Still(side, v.Now()) {
			line += texts.Say("digest runs", texts.Named("side", side.String()))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// suspendedOf describes the games that stand still until an umpire lets them go on and that have
// no open dispute, one line for each.
func suspendedOf(v store.View, u ledger.Umpire, zone *time.Location) (lines []string, err error) {
	halted, err := ledger.Halted(v)
	if err != nil {
		return nil, err
	}
	for _, h := range halted {
		disputes, err := v.DisputesOf(h.Game)
		if err != nil {
			return nil, err
		}
		if !waitsLong(h.Since, v.Now()) || slices.ContainsFunc(disputes, func(d store.Dispute) bool { return d.Closed.IsZero() }) {
			continue
		}
		s, err := gameOf(v, u, h.Game, 0)
		if err != nil {
			return nil, err
		}
		if s != nil {
			lines = append(lines, texts.Say("digest suspended", h.Game, templates.Instant(h.Since, zone)))
		}
	}
	return lines, nil
}

// gameOf returns a game if u is its umpire, and nil if somebody else is. appeal is the event that
// opened the appeal in question; 0: no appeal.
func gameOf(v store.View, u ledger.Umpire, id, appeal int64) (*game.State, error) {
	s, err := v.Game(id)
	if errors.Is(err, store.ErrRules) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	of, err := ledger.UmpireOf(v, s, appeal)
	if err != nil || of == nil || of.ID != u.ID {
		return nil, err
	}
	return &s, nil
}
