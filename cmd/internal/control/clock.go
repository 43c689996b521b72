package control

import (
	"context"
	"errors"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/store"
)

// Settled is what `corrctl settle` prints: the verdicts given, and what still waits.
type Settled struct {
	Settled int `json:"settled"`
	Pending int `json:"pending"`
}

// Lasting says how long to wait, or how far to advance the clock.
type Lasting struct {
	For time.Duration `json:"for,omitempty"`
}

// Settle waits until every letter in the mailbox has its verdict and no row of the outbox is due.
// After the time in a (0: a minute) Settle returns what still waits.
func (r *Room) Settle(ctx context.Context, a Lasting) (Settled, error) {
	limit := a.For
	if limit <= 0 {
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return r.settled(ctx)
}

// settled waits until nothing still waits, or until ctx ends.
func (r *Room) settled(ctx context.Context) (Settled, error) {
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for {
		s, err := r.pending()
		if err != nil || s.Pending == 0 {
			return s, err
		}
		r.Loops.Hasten()
		select {
		case <-ctx.Done():
			return s, nil
		case <-look.C:
		}
	}
}

// atOnce is the greatest number of due rows that pending counts.
const atOnce = 64

// pending counts the letters in the mailbox, the rows that are due now, and the alarms that
// should have rung. pending asks the mailbox and the loop of circulars first: a letter that leaves
// the mailbox meanwhile, or gets its turn, is then counted by its rows in the outbox.
func (r *Room) pending() (s Settled, err error) {
	s.Pending = r.Loops.Unread()
	behind := r.Loops.NewsBehind()
	err = r.Store.View(func(v store.View) error {
		// the time of the clock is cut to the second, and would leave out what fell due within
		// this second
		now := v.Now()
		rows, err := v.Due(now, atOnce)
		if err != nil {
			return err
		}
		stopped, err := watch.Stopped(v)
		if err != nil {
			return err
		}
		s.Pending += len(rows)
		_, alarm, rings, err := v.NextAlarm()
		_, reminder, reminds, err2 := v.NextReminder()
		if !stopped && (rings && !alarm.After(now) || reminds && !reminder.After(now)) {
			s.Pending++
		}
		questions, _, err3 := r.Loops.Questions(v, now)
		if !stopped {
			s.Pending += questions
		}
		digests, err4 := r.Loops.Digests(v)
		s.Pending += digests
		newest, err5 := v.Letters(1)
		waits, err6 := false, error(nil)
		if behind {
			waits, err6 = r.Loops.NewsWaits(v)
		}
		if waits {
			s.Pending++
		}
		if len(newest) > 0 {
			s.Settled = int(newest[0].ID)
		}
		return errors.Join(err, err2, err3, err4, err5, err6)
	})
	return s, err
}

// ClockState is what `corrctl clock` prints.
type ClockState struct {
	Now     time.Time `json:"now"`
	Mode    string    `json:"mode"`
	Stopped bool      `json:"stopped"`
}

// ClockShow returns the time of the clock, and whether corrd has stopped the flags because it does
// not believe the clock.
func (r *Room) ClockShow(context.Context, None) (ClockState, error) {
	return view(r, func(v store.View) (ClockState, error) {
		stopped, err := watch.Stopped(v)
		return ClockState{Now: r.Clock.Now(), Mode: r.Clock.Mode(), Stopped: stopped}, err
	})
}

// ClockAccept makes corrd believe the clock as the clock now reads.
func (r *Room) ClockAccept(ctx context.Context, _ None) (ClockState, error) {
	if r.Clock.Stopwatch() == nil {
		return ClockState{}, refuse("a virtual clock cannot jump; there is nothing to accept")
	}
	if err := r.Watch.Accept(); err != nil {
		return ClockState{}, err
	}
	r.Loops.Wake()
	return r.ClockShow(ctx, None{})
}

// ClockAdvance moves a virtual clock forward, and stops in order at everything that falls due on
// the way.
func (r *Room) ClockAdvance(ctx context.Context, a Lasting) (ClockState, error) {
	virtual, ok := r.Clock.(*watch.Virtual)
	if !ok {
		return ClockState{}, refuse("this daemon runs on the real clock; only corrd local --clock virtual can be advanced")
	}
	if a.For <= 0 {
		return ClockState{}, refuse("the clock can only be advanced: give a time such as 90s, 15m, 26h or 3d")
	}
	r.advancing.Lock()
	defer r.advancing.Unlock()
	goal := virtual.Now().Add(a.For)
	for {
		if s, err := r.settled(ctx); err != nil || s.Pending > 0 {
			return ClockState{}, errors.Join(err, ctx.Err())
		}
		next, err := view(r, func(v store.View) (time.Time, error) { return r.nextDue(v, goal) })
		if err == nil {
			err = virtual.SetIn(r.Store, next)
		}
		if err != nil {
			return ClockState{}, err
		}
		if next.Before(goal) {
			continue
		}
		if _, err := r.settled(ctx); err != nil {
			return ClockState{}, err
		}
		return ClockState{Now: virtual.Now(), Mode: virtual.Mode()}, r.Loops.Purge()
	}
}

// nextDue returns the earliest time before goal at which an alarm, a sending, a reminder, a
// question of another day or the turn of a letter that waits for it falls due, and otherwise goal.
func (r *Room) nextDue(v store.View, goal time.Time) (time.Time, error) {
	_, alarm, rings, err := v.NextAlarm()
	sending, sends, err2 := v.NextDue()
	_, reminder, reminds, err3 := v.NextReminder()
	_, asks, err4 := r.Loops.Questions(v, v.Now())
	waits, err5 := ledger.TurnsWait(v)
	if rings && alarm.Before(goal) {
		goal = alarm
	}
	if sends && sending.Before(goal) {
		goal = sending
	}
	if reminds && reminder.Before(goal) {
		goal = reminder
	}
	if midnight := ledger.Tomorrow(v.Now()); asks && midnight.Before(goal) {
		goal = midnight
	}
	if turn := v.Now().Add(ledger.NewsEvery); waits && turn.Before(goal) {
		goal = turn
	}
	return goal, errors.Join(err, err2, err3, err4, err5)
}
