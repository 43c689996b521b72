package clerk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"corrd/cmd/internal/handover"
	"corrd/store"
)

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
func Inspect(db store.Store, handed *handover.Journal) error {
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
	for id := range games {
		if err == nil && id != 0 {
			err = readable(db, id)
		}
	}
	return withRemedy(err)
}

// inspectJournal refuses a store that holds no letter at all though the journal of
// what was handed over knows of letters: the store that was there is gone, or its
// file was emptied, and with a new one nobody would be told that his game is lost.
func inspectJournal(db store.Store, handed *handover.Journal) error {
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
			store.ErrCorrupt, last.At.UTC().Format(time.RFC3339), handover.Folder)
	})
}

// readable reads a game; a letter may name one that never was.
func readable(db store.Store, id int64) error {
	err := db.View(func(v store.View) error { _, err := v.Game(id); return err })
	if err == nil || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return fmt.Errorf("game %d cannot be read: %w", id, err)
}

// withRemedy says what to do about a damaged store, or a disk that fails.
func withRemedy(err error) error {
	if errors.Is(err, store.ErrBroken) {
		return fmt.Errorf("%w; look after the disk, then start corrd again: nothing that was acknowledged is lost", err)
	}
	if !damage(err) {
		return err
	}
	return fmt.Errorf("%w; keep a copy of the file, see with corrctl check FILE what else is damaged, and put the last backup in its place: letters that were fetched since are taken again", err)
}

func damage(err error) bool {
	return errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrNewer)
}

// heeded is a store whose first failed commit is reported to met, whoever it was
// that asked for the commit.
type heeded struct {
	store.Store
	met func(error)
}

// Update runs f as the store below does, and reports store.ErrBroken.
func (h heeded) Update(f func(store.Tx) error) error {
	err := h.Store.Update(f)
	if errors.Is(err, store.ErrBroken) {
		h.met(err)
	}
	return err
}

// metDamage has the daemon end if it was damage of the store that kept it from
// something in a game, and not what was to be written.
func (c *Clerk) metDamage(err error, id int64) bool {
	if id == 0 || !damage(err) {
		return false
	}
	trouble := readable(c.db, id)
	if trouble == nil {
		return false
	}
	c.met(trouble)
	return true
}

// met has the daemon end if it was damage of the store that kept it from reading,
// or a disk that failed that kept it from writing.
func (c *Clerk) met(err error) {
	if !damage(err) && !errors.Is(err, store.ErrBroken) {
		return
	}
	select {
	case c.broken <- withRemedy(err):
	default:
	}
}

// The patrol goes round once a day, and works a small part of the time. It first sets
// out when what had waited for the start is dealt with.
const (
	patrolAfter = time.Hour
	patrolShare = 50 // rests so many times as long as it works
	patrolRest  = 50 * time.Millisecond
	patrolEvery = 24 * time.Hour
)

// patrolLoop looks at every record of the store, again and again, until ctx ends.
func (c *Clerk) patrolLoop(ctx context.Context) error {
	for wait := patrolAfter; pause(ctx, wait) == nil; wait = patrolEvery {
		began := time.Now()
		rest := func() error {
			err := pause(ctx, max(patrolRest, patrolShare*time.Since(began)))
			began = time.Now()
			return err
		}
		err := c.db.Patrol(rest, func(fault string) { c.met(fmt.Errorf("%w: %s", store.ErrCorrupt, fault)) })
		if err != nil && ctx.Err() == nil {
			c.log.Error("patrol", "error", err)
		}
	}
	return nil
}

// soundLoop ends with the first damage that is met.
func (c *Clerk) soundLoop(ctx context.Context) error {
	select {
	case err := <-c.broken:
		return err
	case <-ctx.Done():
		return nil
	}
}
