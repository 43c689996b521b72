package timekeeper

import (
	"context"
	"errors"
	"fmt"
	"time"

	"corrd/game"
	"corrd/store"
)

// beyondRest is how long corrd leaves a game alone that only a newer corrd can decide, before it says
// so again.
const beyondRest = 24 * time.Hour

// RingNext looks for the running game whose alarm is next. When the alarm's time has come and
// this daemon is on duty, RingNext carries the alarm out; a claim that must be proved goes into
// the queue of the searches. RingNext gives the time at which to look for the next alarm.
func (k *Timekeeper) RingNext(ctx context.Context) (time.Time, error) {
	id, at, waits, err := k.first(func(v store.View) (int64, time.Time, bool, error) { return v.NextAlarm(k.proofs.all(k.Clock.Now())...) })
	now := k.Clock.Now()
	switch {
	case err != nil:
		return now, err
	case !waits:
		return k.Node.NextLook(now.Add(longestRest)), nil
	case at.After(now):
		return k.Node.NextLook(at), nil
	}
	rung, err := k.ring(ctx, id, at)
	if errors.Is(err, store.ErrRules) {
		k.Log.Error("the game is left alone", "game", id, "error", err)
		k.proofs.leave(id, now.Add(beyondRest))
		return now, nil
	}
	if err != nil {
		k.Store.MetIn(err, id)
		return now, fmt.Errorf("game %d: %w", id, err)
	}
	if !rung {
		return k.Node.NextLook(now.Add(longestRest)), nil
	}
	return now, nil
}

// ring lets the laws decide what time has brought about in a game whose alarm stands at a time; an
// alarm at which nothing falls due is reckoned anew. Before a flag can fall, ring
// waits until the letters in the mailbox have been taken, because these letters came first. rung
// is false when another daemon is on duty and must act.
func (k *Timekeeper) ring(ctx context.Context, id int64, at time.Time) (rung bool, err error) {
	s, err := k.game(id)
	if err != nil {
		return true, err
	}
	if _, due := s.Deadline(); due == game.DueProof {
		return true, k.toProve(id)
	}
	if !k.Node.OnDuty() {
		return false, nil
	}
	_, taken, due := k.lapsed(s, k.Clock.Now())
	if due == game.NothingDue {
		should, _ := s.Deadline()
		return true, k.Store.PutRight([]store.Fault{store.StaleAlarm(id, at, should)})
	}
	if err := k.Taken(ctx, taken); err != nil {
		return true, err
	}
	if err := k.Watch.Touch(k.LastPoll()); err != nil {
		return true, err
	}
	defer k.Outbox.Ring()
	return true, k.Store.Update(func(tx store.Tx) error {
		s, stopped, err := k.Watch.UpToDate(tx, id)
		if err != nil || stopped {
			return err
		}
		at, fell, due := k.lapsed(s, tx.Now())
		// letters that came before the flag have not been waited for yet
		if due == game.NothingDue || fell.After(taken) {
			return nil
		}
		_, err = k.Ledger.Ring(tx, s, due, at)
		return err
	})
}

// lapsed returns what the alarm of a game that rings now brings about, when the alarm fell due, and
// the time at of the act.
func (k *Timekeeper) lapsed(s game.State, now time.Time) (at, fell time.Time, due game.Due) {
	at, _ = s.Deadline()
	if at.IsZero() || at.After(now) {
		return at, fell, game.NothingDue
	}
	at = k.punctual(at, now)
	fell, due = s.Lapsed(at)
	return at, fell, due
}

// punctual returns the time of an act that an alarm brings about: the time at which the alarm was
// due. A busy machine, or an alarm that rings again after a backup was put back, does not change
// the time. When the alarm rings late, the time is now.
func (k *Timekeeper) punctual(due, now time.Time) time.Time {
	if now.Sub(due) < time.Minute || !due.After(k.Replayed()) {
		return due
	}
	return now
}
