package bolt

import (
	"bytes"
	"slices"

	"corrd/store"
)

// letters verifies what belongs to the letters that came in.
func (c *checker) letters() {
	c.each(bLetters, 0, func(v *view, k, _ []byte) {
		id, err := readNum(k)
		if err != nil || v.has(bRaw, k) {
			return
		}
		if l, err := letters.get(v, id); err == nil && !l.Purged {
			c.fault("letter %d: its bytes are missing; nobody can prove what was sent", id)
		}
	})
	c.each(bRaw, 0, func(v *view, k, value []byte) {
		c.belongs(v, bLetters, "the bytes of letter", k)
		c.inflates("the bytes of letter", k, value)
	})
	c.each(bSeen, 0, func(v *view, k, value []byte) {
		if id, err := readNum(value); err != nil || !letters.has(v, id) {
			c.fault("the mark %x says that letter %d was seen, which does not exist; a letter would be taken for a repeat", k, id)
		}
	})
}

// outbox verifies the signed bytes, and that of each address the first in the
// queue is due, and nothing else.
func (c *checker) outbox() {
	c.each(bRowBytes, 0, func(v *view, k, value []byte) {
		c.belongs(v, bRows, "the signed bytes of row", k)
		c.inflates("the signed bytes of row", k, value)
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
			c.fault("row %d is not due though it is the first to %s; letters to the address never leave", id, r.To)
		}
	})
	c.each(bDue, 0, func(v *view, k, value []byte) {
		_, id, err := readTimed(k)
		if err != nil {
			c.fault("due: the key %x leads nowhere; the outbox stands still", k)
			return
		}
		r, err := rows.get(v, id)
		if err != nil {
			c.fault("row %d is due, but: %v; the outbox stands still", id, err)
			return
		}
		due, err := v.fronts(r.To)
		if err == nil && !slices.ContainsFunc(due, entry{k, value}.same) {
			c.fault("row %d is due though it is not the first to %s, or at another time; letters leave out of order", id, r.To)
		}
	})
}

// counts verifies that each tally is listed under the day of its first addition.
func (c *checker) counts() {
	c.each(bCounts, 0, func(v *view, k, value []byte) {
		t, err := readTally(value)
		if err != nil || !v.has(bCountsByDay, t.key(string(k))) {
			c.fault("the tally %q has no day; it is never forgotten", k)
		}
	})
	c.each(bCountsByDay, 0, func(v *view, k, _ []byte) {
		if len(k) <= dayLen || !v.has(bCounts, k[dayLen:]) {
			c.fault("counts-by-day: the entry %q is of no tally; nothing is lost by it", k)
		}
	})
}

// belongs verifies that the record with a number exists.
func (c *checker) belongs(v *view, to bucket, what string, id []byte) {
	if n, err := readNum(id); err != nil || !v.has(to, id) {
		c.fault("%s %d: there is no such record; they lie there in vain", what, n)
	}
}

// inflates verifies that compressed bytes can be read.
func (c *checker) inflates(what string, id, value []byte) {
	if err := store.VerifyDeflated(value); err != nil {
		n, _ := readNum(id)
		c.fault("%s %d cannot be read: %v; nobody can prove what they were", what, n, err)
	}
}
