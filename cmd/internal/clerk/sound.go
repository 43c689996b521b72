package clerk

import (
	"context"
	"errors"
	"fmt"

	"corrd/store"
)

// corrd works on no store that is damaged: what is written on top of damage may
// be lost with it, and to pass over one game would let its clock run, or its
// letters lie, without anybody knowing. What was used last is looked at before
// the start, in a time that does not grow with the store; damage that is met
// later ends the daemon. The whole is looked at by `corrctl check`.

// lastUsed is how many of the newest letters, with their games, and of the rows of
// the outbox are looked at before the start.
const lastUsed = 200

// Inspect looks at what was used last and falls due first: letters with their raw
// bytes, the chains of the events of their games, the outbox, the next alarm. Its
// error wraps store.ErrCorrupt or store.ErrNewer, names the record that cannot be
// read, and says what to do.
func Inspect(db store.Store) error {
	games := map[int64]bool{}
	err := db.View(func(v store.View) error {
		letters, err := v.Letters(lastUsed)
		for _, l := range letters {
			games[l.Game] = true
			if _, e := v.Raw(l.ID); err == nil && e != nil {
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

// readable reads a game; a letter may name one that never was.
func readable(db store.Store, id int64) error {
	err := db.View(func(v store.View) error { _, err := v.Game(id); return err })
	if err == nil || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return fmt.Errorf("game %d cannot be read: %w", id, err)
}

// withRemedy says what to do about a damaged store.
func withRemedy(err error) error {
	if !damage(err) {
		return err
	}
	return fmt.Errorf("%w; keep a copy of the file, see with corrctl check FILE what else is damaged, and put the last backup in its place: letters that were fetched since are taken again", err)
}

func damage(err error) bool {
	return errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrNewer)
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
	select {
	case c.broken <- withRemedy(trouble):
	default:
	}
	return true
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
