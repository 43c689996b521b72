package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"corrd/store"
)

// checkSlice is how many keys Check reads in one transaction. A record and its indexes are written
// together, so each slice is consistent, and a store in use can be checked without a reader that
// stays open.
const checkSlice = 1000

// Check goes through every bucket, and last through the pages of the file, during which writers
// wait. store.Store describes the results.
func (d *db) Check(found func(store.Fault)) (store.Verified, error) {
	c := &checker{store.Checker{Found: found}, d}
	c.records()
	if c.Err == nil {
		c.Err = c.pages()
	}
	return c.Verified, c.Err
}

// Patrol is Check without the pages. store.Store describes the arguments and the error.
func (d *db) Patrol(rest func() error, found func(store.Fault)) error {
	c := &checker{store.Checker{Found: found, Rest: rest}, d}
	c.records()
	return c.Err
}

// records goes through every bucket.
func (c *checker) records() {
	c.games()
	checkTable(c, players)
	checkTable(c, registrations)
	checkTable(c, challenges)
	checkTable(c, disputes)
	checkTable(c, tournaments)
	checkTable(c, letters)
	checkTable(c, rows)
	c.letters()
	c.outbox()
	c.counts()
}

type checker struct {
	store.Checker
	db *db
}

// each calls verify for every key of a bucket; of bGames, for those of a part.
func (c *checker) each(in bucket, of part, verify func(v *view, k, value []byte)) {
	var from []byte
	for more := true; more && c.Err == nil; {
		more = false
		c.view(bucketNames[in], func(v *view) {
			n := 0
			for k, value := range v.ascend(in, nil, from) {
				if n++; n > checkSlice {
					from, more = bytes.Clone(k), true
					return
				}
				if p, ok := partOf(k); in != bGames || ok && p == of {
					verify(v, k, value)
				}
			}
		})
		c.Relax()
	}
}

// view runs f on the last commit; a damaged page is a fault.
func (c *checker) view(where string, f func(v *view)) {
	err := c.db.View(func(v store.View) (err error) {
		defer recoverFault(&err, debug.SetPanicOnFault(true))
		f(v.(*view))
		return nil
	})
	if errors.Is(err, store.ErrCorrupt) {
		c.Fault("bucket %s: a page cannot be read (%v); what lies on it is lost", where, err)
		return
	}
	c.Err = errors.Join(c.Err, err)
}

// checkTable verifies the records of a table and its indexes, both ways.
func checkTable[T any](c *checker, t *table[T]) {
	c.each(t.in, 0, func(v *view, k, _ []byte) {
		id, rec, ok := checkRecord(c, t, v, k)
		if !ok {
			return
		}
		for _, ix := range t.verified() {
			for _, e := range ix.entries(id, &rec) {
				value := v.get(ix.in, e.key)
				if value == nil || !bytes.Equal(value, e.value) {
					c.Fault("%s %d: its entry in %s is missing or wrong; %s", t.noun, id, bucketNames[ix.in], ix.means)
				}
			}
		}
	})
	for _, ix := range t.verified() {
		c.each(ix.in, ix.part, func(v *view, k, value []byte) { checkEntry(c, t, ix, v, entry{k, value}) })
	}
}

// verified are the indexes of the table that no code of their own checks.
func (t *table[T]) verified() []index[T] {
	return slices.DeleteFunc(slices.Clone(t.indexes), func(ix index[T]) bool { return ix.apart })
}

// checkRecord reads the record under a key.
func checkRecord[T any](c *checker, t *table[T], v *view, k []byte) (id int64, rec T, ok bool) {
	id, err := readNum(k[:min(idLen, len(k))])
	if err != nil || !bytes.Equal(k, t.key(id)) {
		c.Fault("a %s lies under the key %x, which is no number; it cannot be found", t.noun, k)
		return id, rec, false
	}
	last, err := t.last(v)
	if err != nil {
		c.Fault("%v; the next %s would take the place of another", err, t.noun)
	} else if id > last {
		c.Found(store.NumberFault(t.noun, id, last))
	}
	if rec, err = t.get(v, id); err != nil {
		c.Fault("%s %d: it cannot be read: %v", t.noun, id, err)
		return id, rec, false
	}
	return id, rec, true
}

// checkEntry verifies that an index leads to a record that has the entry.
func checkEntry[T any](c *checker, t *table[T], ix index[T], v *view, e entry) {
	id, err := readNum(e.key)
	if err != nil {
		c.Fault("%s: the entry %q leads nowhere; %s", bucketNames[ix.in], e.key, ix.means)
		return
	}
	rec, err := t.get(v, id)
	if errors.Is(err, store.ErrNotFound) {
		c.Fault("%s: the entry %q leads to %s %d, which does not exist; %s", bucketNames[ix.in], e.key, t.noun, id, ix.means)
	}
	if err == nil && !slices.ContainsFunc(ix.entries(id, &rec), e.same) {
		c.Fault("%s: the entry %q leads to %s %d, which has no such entry; %s", bucketNames[ix.in], e.key, t.noun, id, ix.means)
	}
}

// pages looks at the pages of the file, while nobody writes.
func (c *checker) pages() error {
	if c.db.options.ReadOnly {
		return c.lookAtPages()
	}
	err := errExited
	if e := c.db.writer.between(func() { err = c.lookAtPages() }); e != nil {
		return e
	}
	return err
}

func (c *checker) lookAtPages() error {
	_, _, err := checkPages(c.db.path, math.MaxInt64, func(fault string) { c.Fault("%s; a write may destroy records", fault) })
	return err
}

// games verifies every game, and that no event lies under the number of none.
func (c *checker) games() {
	checkTable(c, games)
	c.each(bGames, partHead, func(v *view, k, value []byte) {
		id, err := readNum(k[:idLen])
		var h store.Head
		if err != nil || decodeHead(value, &h) != nil {
			return // checkTable has said so
		}
		c.Game(v, id, h, v.has(bGames, inGame(id, partEvent, h.Seq+1)))
		if !h.Alarm.IsZero() && !v.has(bAlarms, timed(h.Alarm, id)) {
			c.stale(id, "game %d: its next timed event, at %v, is missing in alarms", id, h.Alarm)
		}
	})
	c.alarms()
	c.strays()
}

// stale tells of what Reckon puts right in a game.
func (c *checker) stale(id int64, format string, a ...any) {
	c.Found(store.Fault{Words: fmt.Sprintf(format, a...), Stale: id})
}

// alarms verifies that each alarm is the one of a game in which something falls due.
func (c *checker) alarms() {
	c.each(bAlarms, 0, func(v *view, k, _ []byte) {
		at, id, err := readTimed(k)
		if err != nil || len(k) != timeLen+idLen {
			c.Fault("alarms: the key %x leads nowhere; no alarm rings after it", k)
			return
		}
		h, err := store.Begun(v, id)
		if err != nil {
			c.Fault("the alarm at %v is of game %d, which there is not: %v; no alarm rings after it", at, id, err)
			return
		}
		if !at.Equal(h.Alarm) {
			c.stale(id, "game %d: an alarm of it stands at %v beside that of its head", id, at)
		}
	})
}

// strays looks for events under a number that no game has, in one step for each number. (A letter
// may name a game that never was.)
func (c *checker) strays() {
	last := int64(-1)
	for more := true; more && c.Err == nil; {
		more = false
		c.view(bucketNames[bGames], func(v *view) {
			for range checkSlice {
				id, ok, err := v.nextGame(last)
				if err != nil {
					c.Fault("%v; nothing after it can be listed", err)
				}
				if !ok {
					return
				}
				if !games.has(v, id) && v.has(bGames, inGame(id, partEvent, 1)) {
					c.Found(store.StrayFault(id))
				}
				last, more = id, true
			}
		})
		c.Relax()
	}
}

// letters verifies what belongs to the letters that came in.
func (c *checker) letters() {
	c.each(bLetters, 0, func(v *view, k, _ []byte) {
		id, err := readNum(k)
		if err != nil {
			return // checkTable has said so
		}
		if l, err := letters.get(v, id); err == nil {
			c.Tell(store.LetterFault(id, l.Purged, v.has(bRaw, k)))
		}
	})
	c.each(bRaw, 0, func(v *view, k, value []byte) {
		c.beside(v, bLetters, store.BytesOfLetter, k, value)
	})
	c.each(bSeen, 0, func(v *view, k, value []byte) {
		if id, err := readNum(value); err != nil || !letters.has(v, id) {
			c.Found(store.MarkFault(k, id))
		}
	})
}

// outbox verifies the signed bytes, and that of each address the first in the
// queue is due, and nothing else.
func (c *checker) outbox() {
	c.each(bRowBytes, 0, func(v *view, k, value []byte) {
		c.beside(v, bRows, store.BytesOfRow, k, value)
	})
	c.each(bQueue, 0, func(v *view, k, _ []byte) {
		id, err := readNum(k)
		if err != nil {
			return // checkTable has said so
		}
		r, err := rows.get(v, id)
		if err != nil {
			return
		}
		due, err := v.fronts(r.To)
		if err == nil && len(due) > 0 && !v.has(bDue, due[0].key) && bytes.HasSuffix(due[0].key, num(id)) {
			c.Fault("row %d is not due though it is the first to %s; letters to the address never leave", id, r.To)
		}
	})
	c.each(bDue, 0, func(v *view, k, value []byte) {
		_, id, err := readTimed(k)
		if err != nil {
			c.Fault("due: the key %x leads nowhere; the outbox stands still", k)
			return
		}
		r, err := rows.get(v, id)
		if err != nil {
			c.Fault("row %d is due, but: %v; the outbox stands still", id, err)
			return
		}
		due, err := v.fronts(r.To)
		if err == nil && !slices.ContainsFunc(due, entry{k, value}.same) {
			c.Fault("row %d is due though it is not the first to %s, or at another time; letters leave out of order", id, r.To)
		}
	})
}

// counts verifies that each tally is listed under the day of its first addition.
func (c *checker) counts() {
	c.each(bCounts, 0, func(v *view, k, value []byte) {
		t, err := readTally(value)
		if err != nil || !v.has(bCountsByDay, t.key(string(k))) {
			c.Fault("the tally %q has no day; it is never forgotten", k)
		}
	})
	c.each(bCountsByDay, 0, func(v *view, k, _ []byte) {
		if len(k) <= dayLen || !v.has(bCounts, k[dayLen:]) {
			c.Fault("counts-by-day: the entry %q is of no tally; nothing is lost by it", k)
		}
	})
}

// beside verifies that bytes lie beside a record that exists, and that they can be read.
func (c *checker) beside(v *view, to bucket, what string, key, deflated []byte) {
	id, err := readNum(key)
	if err != nil || !v.has(to, key) {
		c.Found(store.OrphanFault(what, id))
	}
	c.Tell(store.InflateFault(what, id, deflated))
}
