package watch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"corrd/store"
)

// What a store keeps beside the logs of games, and another corrd reckoned otherwise, is not damage:
// it is put right, and the umpire is told.
//
// corrd works on no store that is damaged: what is written on top of damage may
// be lost with it, and to pass over one game would let its clock run, or its
// letters lie, without anybody knowing. A small store is looked at as a whole before
// the start; of a large one what was used last, in a time that does not grow with
// it, and the rest by a patrol while corrd works. Damage that is met ends the
// daemon. The whole is looked at by `corrctl check`. A disk that fails at a write
// ends the daemon too: only a store that is opened again says what is on the disk.

// CheckedAtStart is how many bytes of a store are looked at before the start as
// `corrctl check` does; of a larger one only what was used last.
const CheckedAtStart = 16 << 20

// lastUsed is how many of the newest letters, with their games, and of the rows of
// the outbox are looked at before the start.
const lastUsed = 200

// Inspect looks at a store before corrd works on it, and at the journal that lies
// beside it (nil: none is kept): what was used last and falls due first must be
// readable, and a store is not empty where letters have left. Its error wraps
// store.ErrCorrupt or store.ErrNewer, names the record that cannot be read, and
// says what to do.
func Inspect(db store.Store, handed *Journal) error {
	if err := inspectLast(db); err != nil {
		return err
	}
	return inspectJournal(db, handed)
}

// inspectLast reads letters with their raw bytes, the chains of the events of their
// games, the outbox, and the next alarm.
func inspectLast(db store.Store) error {
	games := map[int64]bool{}
	err := db.View(func(v store.View) error {
		letters, err := v.Letters(lastUsed)
		of := store.Likely{}
		for _, l := range letters {
			of.Bytes = append(of.Bytes, l.ID)
		}
		err = errors.Join(err, v.Expect(of))
		for _, l := range letters {
			games[l.Game] = true
			if _, e := v.Raw(l.ID); err == nil && e != nil && !errors.Is(e, store.ErrPurged) {
				err = fmt.Errorf("letter %d: %w", l.ID, e)
			}
		}
		_, err2 := v.Rows(lastUsed)
		id, _, ok, err3 := v.NextAlarm()
		if ok {
			games[id] = true
		}
		return errors.Join(err, err2, err3)
	})
	if err == nil {
		delete(games, 0)
		err = readable(db, slices.Sorted(maps.Keys(games)))
	}
	return WithRemedy(err)
}

// inspectJournal refuses a store that holds no letter at all though the journal of
// what was handed over knows of letters: the store that was there is gone, or its
// file was emptied, and with a new one nobody would be told that their game is lost.
func inspectJournal(db store.Store, handed *Journal) error {
	if handed == nil {
		return nil
	}
	last, any := handed.Last()
	if !any {
		return nil
	}
	return db.View(func(v store.View) error {
		newest, err := v.Letters(1)
		if err != nil || len(newest) > 0 {
			return err
		}
		return fmt.Errorf("%w: it is empty, but a letter left from here on %s: put the last backup in its place; to begin anew, choose another folder, or remove %s from this one",
			store.ErrCorrupt, last.At.UTC().Format(time.RFC3339), JournalFolder)
	})
}

// readable reads games; a letter may name one that never was.
func readable(db store.Store, games []int64) error {
	return db.View(func(v store.View) error {
		if err := v.Expect(store.Likely{Games: games}); err != nil {
			return err
		}
		for _, id := range games {
			if _, err := v.Game(id); err != nil && !errors.Is(err, store.ErrNotFound) {
				return fmt.Errorf("game %d cannot be read: %w", id, err)
			}
		}
		return nil
	})
}

// WithRemedy adds to an error what to do about a damaged store, or a disk that fails.
func WithRemedy(err error) error {
	if errors.Is(err, store.ErrBroken) {
		return fmt.Errorf("%w; look after the disk, then start corrd again: nothing that was acknowledged is lost", err)
	}
	if !isDamage(err) {
		return err
	}
	return fmt.Errorf("%w; keep a copy of the file, see with corrctl check FILE what else is damaged, and put the last backup in its place: letters that were fetched since are taken again", err)
}

// isDamage reports whether an error says that the store is damaged, or was written by a newer
// corrd.
func isDamage(err error) bool {
	return errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrNewer)
}

// Guard ends the daemon when damage of its store is met, or when the disk below fails.
// It is a store.Store whose failed commits it hears of, whoever asked for them.
type Guard struct {
	store.Store
	// Reckoned is called in the transaction in which PutRight has put right what the store kept
	// beside the logs of games. nil: nothing follows.
	Reckoned func(tx store.Tx, stale []store.Fault) error
	log      *slog.Logger
	broken   chan error // the first damage that was met
}

// NewGuard makes a Guard of an open store.
func NewGuard(db store.Store, log *slog.Logger) *Guard {
	return &Guard{Store: db, log: log, broken: make(chan error, 1)}
}

// Update runs f as the store below does.
func (g *Guard) Update(f func(store.Tx) error) error {
	err := g.Store.Update(f)
	if errors.Is(err, store.ErrBroken) {
		g.Met(err)
	}
	return err
}

// Lease does what the store below does. Where a newer corrd has changed the store meanwhile, the
// daemon ends.
func (g *Guard) Lease(name, by, note string, term time.Duration) (store.Lease, error) {
	lease, err := g.Store.Lease(name, by, note, term)
	if errors.Is(err, store.ErrNewer) {
		g.end(err)
	}
	return lease, err
}

// MetIn has the daemon end if damage of the store kept the daemon from something in a
// game, and not what was to be written; game 0 is none. It reports whether the daemon ends.
func (g *Guard) MetIn(err error, id int64) bool {
	if id == 0 || !isDamage(err) {
		return false
	}
	trouble := readable(g.Store, []int64{id})
	if trouble == nil {
		return false
	}
	g.Met(trouble)
	return true
}

// Met has the daemon end if an error is that of damage of the store, or of a disk that
// fails. Other errors, and nil, mean nothing to the Guard.
func (g *Guard) Met(err error) {
	if !Final(err) {
		return
	}
	g.end(WithRemedy(err))
}

// end has the daemon end, unless it ends already.
func (g *Guard) end(err error) {
	select {
	case g.broken <- err:
	default:
	}
}

// PutRight has the store keep, beside the logs of games, what the logs lead to. Of the faults that
// Check or Patrol has found, those count that are stale and are so still. The log of the daemon
// names them.
func (g *Guard) PutRight(found []store.Fault) error {
	var stale []store.Fault
	err := g.Update(func(tx store.Tx) error {
		stale = nil
		for _, f := range found {
			is, err := tx.Reckon(f.Stale)
			if err != nil {
				return fmt.Errorf("game %d: %w", f.Stale, err)
			}
			if is {
				stale = append(stale, f)
			}
		}
		if len(stale) == 0 || g.Reckoned == nil {
			return nil
		}
		return g.Reckoned(tx, stale)
	})
	if err != nil {
		return err
	}
	for _, f := range stale {
		g.log.Warn("reckoned anew", "game", f.Stale, "found", f.Words)
	}
	return nil
}

// Final reports whether an error of the store does not pass by itself: damage, or a
// disk that fails at a write.
func Final(err error) bool { return isDamage(err) || errors.Is(err, store.ErrBroken) }

// The patrol goes round once a day, and works a small part of the time. It first sets
// out when what had waited for the start is dealt with.
const (
	patrolAfter = time.Hour
	patrolShare = 50 // rests so many times as long as it works
	patrolRest  = 50 * time.Millisecond
	patrolEvery = 24 * time.Hour
)

// Round looks at every record of the store, again and again, until ctx ends; of several
// daemons on the store the one that is on duty does so.
func (g *Guard) Round(ctx context.Context, onDuty func() bool) error {
	for wait := patrolAfter; Pause(ctx, wait) == nil; wait = patrolEvery {
		if !onDuty() {
			continue
		}
		began := time.Now()
		var stale []store.Fault // found since the last rest
		rest := func() error {
			if err := g.PutRight(stale); err != nil {
				return err
			}
			stale = nil
			err := Pause(ctx, max(patrolRest, patrolShare*time.Since(began)))
			began = time.Now()
			return err
		}
		err := g.Patrol(rest, func(f store.Fault) {
			switch {
			case f.Stale != 0:
				stale = append(stale, f)
				return
			case !f.Damage():
				g.log.Warn("patrol", "found", f.Words)
				return
			}
			g.Met(fmt.Errorf("%w: %s", store.ErrCorrupt, f))
		})
		if err != nil && ctx.Err() == nil {
			g.log.Error("patrol", "error", err)
		}
	}
	return nil
}

// Wait ends with the first damage that is met, or with nil when ctx ends.
func (g *Guard) Wait(ctx context.Context) error {
	select {
	case err := <-g.broken:
		return err
	case <-ctx.Done():
		return nil
	}
}
