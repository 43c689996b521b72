package courier

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/clocks"
	"corrd/store"
)

// A backup does not contain the letters that left after the backup was made. The journal of
// handed-over letters lies beside the store, and says which letters left and when. When a backup
// is put back, Recall marks the rows of those letters as sent at those times, so that they are
// not sent again. Recall reads the journal only after a backup was put back, or when corrd was
// killed between the answer 250 of the next hop and the commit.
//
// The daemon then takes the letters of the mailbox again, and all that happens again must happen
// as the first time. Therefore what fell due before a letter came comes about before the letter is
// taken again, and the time since the backup in which corrd was at work counts as no outage.

// left holds the letters that the journal knows and the store may not know, sorted by their keys.
// In ordinary running left is empty.
type left struct {
	marks  []watch.Mark
	oldest time.Time // when the first of these letters left, or zero if there are none
	newest time.Time // when the last of these letters left; not after the present
	until  time.Time // the time after which corrd no longer expects anything to happen again
}

// longestReplay is how long after the start corrd looks up rows among the letters that have left.
const longestReplay = 24 * time.Hour

// longestDelay is how long before the last heartbeat in the store a letter may have left and
// still be unknown to the store.
const longestDelay = 24 * time.Hour

// at returns when a letter left; ok is false for a letter that has not left.
func (l *left) at(key watch.Handed) (time.Time, bool) {
	i, ok := slices.BinarySearchFunc(l.marks, key, func(m watch.Mark, k watch.Handed) int { return bytes.Compare(m.Key[:], k[:]) })
	if !ok {
		return time.Time{}, false
	}
	return l.marks[i].At, true
}

// rowKey returns the key by which the journal knows a row. The key depends on what the row says and
// to whom, and not on the numbers of letters and rows, because a store put back from a backup may
// give other numbers.
func (c *Courier) rowKey(v store.View, row store.Row) (key watch.Handed, err error) {
	var first []byte
	if row.Game != 0 {
		if first, err = v.Line(row.Game, 1); err != nil {
			return key, err
		}
	}
	var answers store.Letter
	if row.Letter != 0 {
		if answers, err = v.Letter(row.Letter); err != nil {
			return key, err
		}
	}
	whole := ledger.Digest("row", []byte(ledger.NameIn(row.MessageID)), []byte(row.To), []byte(row.Kind), ledger.Octets(row.At.Unix()), ledger.Octets(row.First),
		[]byte(row.Note), row.Data, first, []byte(answers.MessageID))
	copy(key[:], whole[:])
	return key, nil
}

// handedOver adds a letter that the next hop has accepted to the journal. When the journal cannot
// be written, the letter is sent again after a backup is put back; therefore handedOver logs the
// error and returns none. The caller holds c.mu.
func (c *Courier) handedOver(key watch.Handed, row int64, at time.Time) {
	if c.Handed == nil {
		return
	}
	if err := c.Handed.Add(watch.Mark{Key: key, Row: row, At: at}); err != nil {
		c.Log.Error("the journal of letters handed over cannot be written: should a backup be put back, they are sent again", "error", err)
	}
}

// Recall finds out what the store has forgotten: letters that have left, which Recall marks as
// sent, and outages. The daemon calls Recall before it does anything else.
func (c *Courier) Recall(ctx context.Context) error {
	if c.Handed == nil {
		return nil
	}
	since, err := c.Watch.Recall()
	if err != nil {
		return err
	}
	last, ok := c.Handed.Last()
	if !ok {
		return nil
	}
	if known, err := c.knowsToHaveLeft(last); err != nil || known {
		return err
	}
	c.readMarks(since.Add(-longestDelay))
	if err := c.Store.Update(func(tx store.Tx) error { return tx.SetSetting(wentBackSetting, since.UTC().Format(time.RFC3339)) }); err != nil {
		return err
	}
	c.Log.Warn("letters have left that the store does not know to have left: they are not sent again", "newest", last.At)
	return c.markLeft(ctx)
}

// Newest returns when the last of the letters left that have left without the store's knowledge, or
// zero if there are none. Everything that falls due until then has happened before.
func (c *Courier) Newest() time.Time { return c.left.newest }

// Oldest returns when the first of the letters left that have left without the store's knowledge,
// or zero if there are none.
func (c *Courier) Oldest() time.Time { return c.left.oldest }

// BeforeNow repeats everything that happened before the last letter left that has left without
// the store's knowledge.
func (c *Courier) BeforeNow(ctx context.Context) error {
	return c.Before(ctx, c.left.newest.Add(time.Second))
}

// readMarks reads from the journal which letters have left since an instant. readMarks goes by
// the order of the journal, because the clock may have been set back.
func (c *Courier) readMarks(since time.Time) {
	now, last := c.Clock.Now(), time.Time{}
	setBack := since.After(now)
	c.left = left{until: now.Add(longestReplay)}
	damaged, err := c.Handed.Marks(func(m watch.Mark) {
		setBack, last = setBack || last.Sub(m.At) > watch.Short, m.At
		if setBack || m.At.After(since) {
			c.left.add(m, now)
		}
	})
	if err != nil || damaged > 0 {
		c.Log.Error("the journal of letters handed over is damaged: some may be sent again", "records", damaged, "error", err)
	}
	slices.SortStableFunc(c.left.marks, func(a, b watch.Mark) int { return bytes.Compare(a.Key[:], b.Key[:]) })
}

// add adds a letter that has left to the known ones.
func (l *left) add(m watch.Mark, now time.Time) {
	if len(l.marks) == 0 || m.At.Before(l.oldest) {
		l.oldest = m.At
	}
	l.marks, l.newest = append(l.marks, m), clocks.Later(l.newest, clocks.Earlier(m.At, now))
}

// knowsToHaveLeft reports whether the store holds a letter of the journal, and holds the letter
// as sent. In this case the store also knows all letters that left before (writeDown).
func (c *Courier) knowsToHaveLeft(m watch.Mark) (known bool, err error) {
	err = c.Store.View(func(v store.View) error {
		row, err := v.Row(m.Row)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		key, err := c.rowKey(v, row)
		known = key == m.Key && row.State != store.Queued
		return err
	})
	return known, err
}

// markLeft marks as sent the waiting rows that the journal knows to have left.
func (c *Courier) markLeft(ctx context.Context) error {
	var gone []int64
	err := c.Store.View(func(v store.View) error {
		rows, err := v.Rows(math.MaxInt, store.Queued)
		for _, row := range rows {
			key, err := c.rowKey(v, row)
			if err != nil {
				return err
			}
			if _, has := c.left.at(key); has {
				gone = append(gone, row.ID)
			}
		}
		return err
	})
	for _, id := range gone {
		if err == nil {
			err = c.Send(ctx, id)
		}
	}
	return err
}

// Before repeats what happened before received, the time at which a letter came that is now taken
// again: rows are marked as sent, and what had fallen due comes about as of that time.
func (c *Courier) Before(ctx context.Context, received time.Time) error {
	if len(c.left.marks) == 0 {
		return nil
	}
	if err := c.markLeft(ctx); err != nil {
		return err
	}
	var passed []int64 // the games with something due that does not come about here
	for {
		id, at, ok, err := c.alarmAfter(passed)
		if err != nil || !ok || !at.Before(received) {
			return err
		}
		var s game.State
		err = c.Store.View(func(v store.View) (err error) { s, ok, err = ledger.Decidable(v, id); return err })
		if err != nil {
			return err
		}
		if _, due := s.Deadline(); !ok || !repeats(due) {
			passed = append(passed, id)
			continue
		}
		rung, err := c.ring(id, at)
		if err != nil {
			return err
		}
		if !rung {
			passed = append(passed, id)
			continue
		}
		if err := c.markLeft(ctx); err != nil {
			return err
		}
	}
}

func (c *Courier) alarmAfter(but []int64) (id int64, at time.Time, ok bool, err error) {
	err = c.Store.View(func(v store.View) error {
		id, at, ok, err = v.NextAlarm(but...)
		return err
	})
	return id, at, ok, err
}

// repeats reports whether what falls due comes about again at its time. A search is made again.
func repeats(due game.Due) bool {
	switch due {
	case game.DueReminder, game.DueDelivery, game.DueCertificate, game.DueNotice, game.DueResumption, game.DueIntention:
		return true
	}
	return ends(due)
}

// ends reports whether what falls due ends a game, or a turn of it: a letter that came before and
// has not been taken could prevent that.
func ends(due game.Due) bool { return due == game.DueFlag || due == game.DueStay }

// errUntold undoes an end of which no letter has left.
var errUntold = errors.New("no letter tells it")

// ring brings about what had fallen due in a game at a time, and reports whether anything came of
// it. An end comes about only if one of its letters has left; otherwise it waits until the letters
// are taken.
func (c *Courier) ring(id int64, at time.Time) (rung bool, err error) {
	err = c.Store.Update(func(tx store.Tx) error {
		before, _, err := c.Watch.UpToDate(tx, id)
		if err != nil {
			return err
		}
		stands, due := before.Deadline()
		if !repeats(due) || !stands.Equal(at) {
			return nil
		}
		after, err := c.Ledger.Ring(tx, before, due, at)
		if rung = after.Seq > before.Seq; err != nil || !rung || !ends(due) {
			return err
		}
		left, err := c.hasLeft(tx, id, before.Seq)
		if err == nil && !left {
			err = errUntold
		}
		return err
	})
	if errors.Is(err, errUntold) {
		return false, nil
	}
	return rung, err
}

// hasLeft reports whether one of the waiting letters about a game that tell an event after a number
// has left.
func (c *Courier) hasLeft(v store.View, id, after int64) (bool, error) {
	rows, err := v.Rows(math.MaxInt, store.Queued)
	for _, row := range rows {
		if row.Game != id || row.Seq <= after {
			continue
		}
		key, err := c.rowKey(v, row)
		if err != nil {
			return false, err
		}
		if _, has := c.left.at(key); has {
			return true, nil
		}
	}
	return false, err
}
