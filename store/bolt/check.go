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
	c := &checker{db: d, found: found}
	c.records()
	if c.err == nil {
		c.err = c.pages()
	}
	return c.verified, c.err
}

// Patrol is Check without the pages. store.Store describes the arguments and the error.
func (d *db) Patrol(rest func() error, found func(store.Fault)) error {
	c := &checker{db: d, found: found, rest: rest}
	c.records()
	return c.err
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
	db       *db
	found    func(store.Fault)
	rest     func() error // between two slices; nil: none is taken
	verified store.Verified
	err      error // the check could not go on
}

// relax rests between two slices.
func (c *checker) relax() {
	if c.rest != nil && c.err == nil {
		c.err = c.rest()
	}
}

func (c *checker) fault(format string, a ...any) {
	c.found(store.Fault{Words: fmt.Sprintf(format, a...)})
}

// stale tells of what Reckon puts right in a game.
func (c *checker) stale(id int64, format string, a ...any) {
	c.found(store.Fault{Words: fmt.Sprintf(format, a...), Stale: id})
}

// each calls verify for every key of a bucket; of bGames, for those of a part.
func (c *checker) each(in bucket, of part, verify func(v *view, k, value []byte)) {
	var from []byte
	for more := true; more && c.err == nil; {
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
		c.relax()
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
		c.fault("bucket %s: a page cannot be read (%v); what lies on it is lost", where, err)
		return
	}
	c.err = errors.Join(c.err, err)
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
					c.fault("%s %d: its entry in %s is missing or wrong; %s", t.noun, id, bucketNames[ix.in], ix.means)
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
		c.fault("a %s lies under the key %x, which is no number; it cannot be found", t.noun, k)
		return id, rec, false
	}
	last, err := t.last(v)
	if err != nil {
		c.fault("%v; the next %s would take the place of another", err, t.noun)
	} else if id > last {
		c.found(store.NumberFault(t.noun, id, last))
	}
	if rec, err = t.get(v, id); err != nil {
		c.fault("%s %d: it cannot be read: %v", t.noun, id, err)
		return id, rec, false
	}
	return id, rec, true
}

// checkEntry verifies that an index leads to a record that has the entry.
func checkEntry[T any](c *checker, t *table[T], ix index[T], v *view, e entry) {
	id, err := readNum(e.key)
	if err != nil {
		c.fault("%s: the entry %q leads nowhere; %s", bucketNames[ix.in], e.key, ix.means)
		return
	}
	rec, err := t.get(v, id)
	if errors.Is(err, store.ErrNotFound) {
		c.fault("%s: the entry %q leads to %s %d, which does not exist; %s", bucketNames[ix.in], e.key, t.noun, id, ix.means)
	}
	if err == nil && !slices.ContainsFunc(ix.entries(id, &rec), e.same) {
		c.fault("%s: the entry %q leads to %s %d, which has no such entry; %s", bucketNames[ix.in], e.key, t.noun, id, ix.means)
	}
}

// pages looks at the pages of the file, while nobody writes.
func (c *checker) pages() error {
	if c.db.options.ReadOnly {
		return c.lookAtPages()
	}
	err := errExited
	if e := c.db.writer.Between(func() { err = c.lookAtPages() }); e != nil {
		return e
	}
	return err
}

func (c *checker) lookAtPages() error {
	_, _, err := checkPages(c.db.path, math.MaxInt64, func(fault string) { c.fault("%s; a write may destroy records", fault) })
	return err
}
