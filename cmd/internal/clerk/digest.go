package clerk

import (
	"context"
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

// waitsLong reports whether what has waited since a time belongs in the digest of the day of now.
// The answer is the same all day, because the reminder loop looks at midnight and not whenever some
// dispute has waited long enough.
func waitsLong(since, now time.Time) bool {
	return ledger.Midnight(now).Sub(since) >= digestAfter
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
	return fmt.Sprintf("digest/%d/%s", u.ID, ledger.Day(at))
}

// digestOf returns what the digest to an umpire says; due is false when the umpire has had today's
// or when nothing waits for the umpire.
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
		s, err := gameUnder(v, u, d.Game, d.Event)
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
		s, err := gameUnder(v, u, h.Game, 0)
		if err != nil {
			return nil, err
		}
		if s != nil {
			lines = append(lines, texts.Say("digest suspended", h.Game, templates.Instant(h.Since, zone)))
		}
	}
	return lines, nil
}

// gameUnder returns a game if u is its umpire, or nil if somebody else is. appeal is the event that
// opened the appeal in question; 0: no appeal.
func gameUnder(v store.View, u ledger.Umpire, id, appeal int64) (*game.State, error) {
	s, ok, err := ledger.Decidable(v, id)
	if !ok {
		return nil, err
	}
	of, err := ledger.UmpireOf(v, s, appeal)
	if err != nil || of == nil || of.ID != u.ID {
		return nil, err
	}
	return &s, nil
}

// Players who have not answered a challenge get reminders at the same intervals as a side without
// a limit of time (house:18), and the challenger is told that the challenge waits. A person who
// is not registered gets only the one invitation and no reminder.

// RemindNext sends the reminders of one challenge if they are due, or ends the challenge if it
// lapses, and returns the time at which to look again.
func (k *Timekeeper) RemindNext(ctx context.Context) (time.Time, error) {
	if !k.Node.OnDuty() {
		return k.Node.NextLook(k.Clock.Now().Add(longestRest)), nil
	}
	now := k.Clock.Now()
	id, at, waits, err := k.first(func(v store.View) (int64, time.Time, bool, error) { return v.NextReminder(k.unread.at(now)...) })
	if err != nil {
		return now, err
	}
	if waits && !at.After(now) {
		// the answer to the challenge may lie in the mailbox
		if err := k.Taken(ctx, at); err != nil {
			return now, err
		}
		switch err := k.Store.Update(func(tx store.Tx) error { return k.remind(tx, id) }); {
		case err == nil:
			k.Outbox.Ring()
		case store.IsDown(err), errors.Is(err, store.ErrFull):
			return now, fmt.Errorf("challenge %d: %w", id, err)
		default: // the others, and the chores of the day, go on
			k.Log.Error("the challenge is left alone", "challenge", id, "error", err)
			k.unread.leave(id, now.Add(beyondRest))
		}
		return now, nil
	}
	if err := errors.Join(k.Chores(), k.digest()); err != nil {
		k.Log.Error("chores", "error", err)
	}
	if midnight := ledger.Tomorrow(now); !waits || at.After(midnight) {
		at = midnight // a challenge made in the meantime needs no reminder before midnight
	}
	return at, nil
}

// remind reminds everybody who has not accepted an open challenge, and tells the challenger, if
// the reminder is due.
func (k *Timekeeper) remind(tx store.Tx, id int64) error {
	ch, err := tx.Challenge(id)
	if err != nil || ch.State != store.ChallengeOpen || ch.Remind.After(tx.Now()) {
		return err
	}
	at := k.punctual(ch.Remind, tx.Now())
	if ch.Again != 0 {
		return k.lapse(tx, ch, at)
	}
	ch.Reminders++
	ch.Remind = at.Add(ledger.FirstChallengeReminder << min(ch.Reminders, 6))
	tell := func(player int64, data templates.Data, err error) error {
		if err != nil || player == 0 {
			return err
		}
		return k.Ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.r%d", ch.ID, ch.Reminders), "reminder", player, data, at)
	}
	if ch.Acceptance == 0 {
		data, err := ledger.ChallengeData(tx, ch, templates.Nudged)
		if err := tell(ch.ToID, data, err); err != nil {
			return err
		}
	}
	for i, one := range ch.Consultants {
		if one.Accepted {
			continue
		}
		data, err := ledger.ConsultData(tx, ch, i)
		data.Topic = templates.Nudged
		if err := tell(one.Player, data, err); err != nil {
			return err
		}
	}
	waits, err := ledger.ChallengeData(tx, ch, templates.ChallengeWaits)
	if err != nil {
		return err
	}
	waits.Lines, err = ledger.WaitedFor(tx, ch)
	if err := tell(ch.From, waits, err); err != nil {
		return err
	}
	return tx.PutChallenge(&ch)
}

// lapse ends a challenge to play again that not everybody has accepted in time, and tells those who
// were to play.
func (k *Timekeeper) lapse(tx store.Tx, ch store.Challenge, at time.Time) error {
	data, err := ledger.ChallengeData(tx, ch, templates.Lapsed)
	if err != nil {
		return err
	}
	players := []int64{ch.From, ch.ToID}
	for _, one := range ch.Consultants {
		players = append(players, one.Player)
	}
	for _, id := range players {
		if err := k.Ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.lapsed", ch.ID), "office", id, data, at); err != nil {
			return err
		}
	}
	ch.State, ch.Remind = store.ChallengeLapsed, time.Time{}
	return tx.PutChallenge(&ch)
}
