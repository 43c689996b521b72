package bolt

import (
	"bytes"
	"fmt"
	"iter"
	"time"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// view reads one state of the store. Keys and values from a view are valid until the transaction
// ends and must not be changed.
type view struct {
	db      *db
	tx      *bbolt.Tx
	now     time.Time
	buckets [nBuckets]*bbolt.Bucket
	seekers [nBuckets]*bbolt.Cursor // the cursors that get reuses, because a new cursor for each key would be garbage
}

// Expect does nothing: the file is near.
func (v *view) Expect(store.Likely) error { return nil }

// update also writes.
type update struct {
	view
	undoing []undo // what the job that runs has written
	wrote   bool   // a job has written something that stays

	unclaims, unclaimed []int64 // rows whose claims end: by the job that runs, and by all that stay

	letter int64 // the last that the job that runs has stored, whose bytes are raw
	raw    []byte
}

// undo is the value of one key before the key was written, or nil if the key had none.
type undo struct {
	to         *bbolt.Bucket
	key, value []byte
}

// Now returns the time at which the transaction began, in UTC.
func (v *view) Now() time.Time { return v.now }

// Setting returns the value kept under a key; ok is false where there is none.
func (v *view) Setting(key string) (string, bool, error) {
	value := v.get(bSettings, []byte(key))
	return string(value), value != nil, nil
}

// SetSetting keeps a value under a key, in place of the old one.
func (u *update) SetSetting(key, value string) error {
	return u.put(bSettings, []byte(key), []byte(value))
}

// bucket returns a bucket of the file, or nil if the file is older than the bucket.
func (v *view) bucket(in bucket) *bbolt.Bucket {
	if v.buckets[in] == nil {
		b := v.tx.Bucket([]byte(bucketNames[in]))
		if b != nil && fillPercent[in] > 0 {
			b.FillPercent = fillPercent[in]
		}
		v.buckets[in] = b
	}
	return v.buckets[in]
}

// get returns the value of a key, or nil if there is none.
func (v *view) get(in bucket, key []byte) []byte {
	if v.seekers[in] == nil {
		b := v.bucket(in)
		if b == nil {
			return nil
		}
		v.seekers[in] = b.Cursor()
	}
	if k, value := v.seekers[in].Seek(key); bytes.Equal(k, key) {
		return value
	}
	return nil
}

// has reports whether a key is there.
func (v *view) has(in bucket, key []byte) bool { return v.get(in, key) != nil }

// ascend returns the keys with a prefix, from the key `from` on (nil: the first),
// in order. Nothing may be written meanwhile.
func (v *view) ascend(in bucket, prefix, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		b := v.bucket(in)
		if b == nil {
			return
		}
		start := prefix
		if bytes.Compare(from, prefix) > 0 {
			start = from
		}
		c := b.Cursor()
		for k, v := c.Seek(start); k != nil && bytes.HasPrefix(k, prefix) && yield(k, v); k, v = c.Next() {
		}
	}
}

// descend returns the keys with a prefix in reverse order. Nothing may be written
// meanwhile.
func (v *view) descend(in bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		b := v.bucket(in)
		if b == nil {
			return
		}
		c := b.Cursor()
		for k, v := before(c, after(prefix)); k != nil && bytes.HasPrefix(k, prefix) && yield(k, v); k, v = c.Prev() {
		}
	}
}

// before moves a cursor to the last key less than end (nil: to the last).
func before(c *bbolt.Cursor, end []byte) (k, v []byte) {
	if end != nil {
		if k, _ := c.Seek(end); k != nil {
			return c.Prev()
		}
	}
	return c.Last()
}

// put writes a value. The transaction keeps the slices.
func (u *update) put(in bucket, key, value []byte) error {
	to := u.bucket(in)
	u.undoing = append(u.undoing, undo{to, key, u.get(in, key)})
	return set(to, key, value)
}

func (u *update) delete(in bucket, key []byte) error { return u.put(in, key, nil) }

// getDeflated returns a value that lies deflated, or nil if there is nothing.
func (v *view) getDeflated(in bucket, key []byte) ([]byte, error) {
	value := v.get(in, key)
	if value == nil {
		return nil, nil
	}
	return v.db.Inflate(value)
}

func corrupt(format string, a ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{store.ErrCorrupt}, a...)...)
}

func ofGame(id int64, err error) error { return fmt.Errorf("game %d: %w", id, err) }
