package timekeeper

import (
	"context"
	"errors"
	"fmt"
	"time"

	"corrd/cmd/internal/players"
	"corrd/store"
	"corrd/templates"
)

// Players who have not answered a challenge get reminders at the same intervals as a side without
// a limit of time (house:18), and the challenger is told that the challenge waits. A person who
// is not registered gets only the one invitation and no reminder.

// RemindNext sends the reminders of one challenge if they are due, or ends the challenge if it lapses, and gives the time
// at which to look again.
func (k *Timekeeper) RemindNext(ctx context.Context) (time.Time, error) {
	if !k.Node.OnDuty() {
		return k.Node.NextLook(k.Clock.Now().Add(longestRest)), nil
	}
	id, at, waits, err := k.first(store.View.NextReminder)
	now := k.Clock.Now()
	if err != nil {
		return now, err
	}
	if waits && !at.After(now) {
		// the answer to the challenge may lie in the mailbox
		if err := k.Taken(ctx, at); err != nil {
			return now, err
		}
		if err := k.Store.Update(func(tx store.Tx) error { return k.remind(tx, id) }); err != nil {
			return now, fmt.Errorf("challenge %d: %w", id, err)
		}
		k.Outbox.Ring()
		return now, nil
	}
	if err := errors.Join(k.Chores(), k.digest()); err != nil {
		k.Log.Error("chores", "error", err)
	}
	if midnight := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1); !waits || at.After(midnight) {
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
	ch.Remind = at.Add(players.FirstChallengeReminder << min(ch.Reminders, 6))
	tell := func(player int64, data templates.Data, err error) error {
		if err != nil || player == 0 {
			return err
		}
		return k.Ledger.NotifyPlayer(tx, fmt.Sprintf("c%d.r%d", ch.ID, ch.Reminders), "reminder", player, data, at)
	}
	if ch.Acceptance == 0 {
		data, err := players.ChallengeData(tx, ch, templates.Nudged)
		if err := tell(ch.ToID, data, err); err != nil {
			return err
		}
	}
	for i, one := range ch.Consultants {
		if one.Accepted {
			continue
		}
		data, err := players.ConsultData(tx, ch, i)
		data.Topic = templates.Nudged
		if err := tell(one.Player, data, err); err != nil {
			return err
		}
	}
	waits, err := players.ChallengeData(tx, ch, templates.ChallengeWaits)
	if err != nil {
		return err
	}
	waits.Lines, err = players.WaitedFor(tx, ch)
	if err := tell(ch.From, waits, err); err != nil {
		return err
	}
	return tx.PutChallenge(&ch)
}

// lapse ends a challenge to play again that not everybody has accepted in time, and tells those who were to play.
func (k *Timekeeper) lapse(tx store.Tx, ch store.Challenge, at time.Time) error {
	data, err := players.ChallengeData(tx, ch, templates.Lapsed)
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
