// Package bolt keeps a store in one bbolt file.
//
// All writes go through one goroutine, which runs the waiting transactions one after the other in
// one transaction of the file, and commits them together, so that many letters share one sync of
// the disk. The writes of a transaction that fails are undone, and the writes of the others stay.
// No caller is told that a transaction is done before the transaction is on disk.
//
// Its files:
//
//	bolt, open, migrate     a store and its transactions; opening one; an older format
//	writer                  the goroutine of all writes
//	fields, keys, table     how records, keys and indexes lie
//	games, letters, people  the records, by what they are about
//	outbox, counts          rows that go out; tallies, leases and claims
//	check, pages            whether all of it is whole; the pages of the file
//	move                    to another store, and from one
//
// Records lie under big-endian numbers, as fields (fields.go) or, for tables of few records, as
// JSON; a log has one key for each event. An index lies in a bucket of its own or, where it is
// about a game, among the keys of the game (keys.go); the method that writes a record keeps the
// record's indexes. The package must not know mail or the laws: a game is whatever its events fold
// to.
package bolt

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// Options say how a store is opened. The zero value is right for a daemon.
type Options struct {
	// Now returns the time of each transaction; nil is time.Now.
	Now func() time.Time
	// ReadOnly opens the file for reading only, together with other readers.
	// Every Update then fails.
	ReadOnly bool
	// LockTimeout is how long to wait for another process to let go of the
	// file; 0 is one second.
	LockTimeout time.Duration
	// InitialMmapSize is how much address space to reserve at least, in bytes; 0 is 64 GiB, or
	// eight times the size of a file for which that is more. Reserved address space costs no
	// memory. While the file is smaller than the reserved space, the file grows without waiting for
	// the readers to finish, one of whom may be waiting for the writer.
	InitialMmapSize int
	// CheckUpTo is the size in bytes up to which Open checks the whole file as Check does, and
	// refuses the file with ErrCorrupt at the first fault. Of a larger file, and with 0, Open looks
	// at the heads only.
	CheckUpTo int64
	// Stale is called with what Open finds in such a file that Reckon puts right. It may be nil.
	Stale func(store.Fault)
	// Random returns the key of the salts of a new store; nil: crypto/rand. A test that needs the
	// same hashes in every run supplies the same octets in every run.
	Random io.Reader
	// NoSync, for tests that no machine dies in, leaves it to the machine when what is committed
	// reaches the disk: it outlives the process all the same.
	NoSync bool
	// Failpoint, for tests, is called with BeforeCommit and AfterCommit in every group commit. An
	// error of Failpoint becomes the outcome of the commit for the transactions of the group.
	Failpoint func(name string) error
}

// The failpoints of a group commit: when the transactions have run and nothing
// is on the disk; when all is durable and nobody has been told.
const (
	BeforeCommit = "before-commit"
	AfterCommit  = "after-commit"
)

const (
	defaultLockTimeout = time.Second
	defaultMmapSize    = 64 << 30
	growth             = 8 // of a file while it is open, which is provided for
)

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = defaultLockTimeout
	}
	if o.InitialMmapSize == 0 {
		o.InitialMmapSize = defaultMmapSize
	}
	if o.Failpoint == nil {
		o.Failpoint = func(string) error { return nil }
	}
	return o
}

// db is one open file.
type db struct {
	path    string
	file    sync.RWMutex // held for reading while bolt is read, and for writing while Compact changes bolt
	bolt    *bbolt.DB
	options Options
	store.Vault
	states *store.States
	leases *leases

	writer *writer
	done   chan error // receives the result of the writer once the writer has ended
	broken error      // of a commit that may or may not be on disk; read and set by commits only
}

// View runs f on the last commit, as store.Store describes.
func (d *db) View(f func(store.View) error) (err error) {
	defer recoverDamage(&err, debug.SetPanicOnFault(true))
	tx, err := d.begin()
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback()
	return classify(f(&view{db: d, tx: tx, now: d.options.Now().UTC()}))
}

// begin begins a transaction of the file that reads.
func (d *db) begin() (*bbolt.Tx, error) {
	d.file.RLock()
	defer d.file.RUnlock()
	return d.bolt.Begin(false)
}

// Close lets the transactions that have been handed over finish, and closes
// the file. Closing twice does nothing.
func (d *db) Close() error {
	if !d.writer.Close() {
		return nil
	}
	return classify(errors.Join(<-d.done, d.bolt.Close()))
}

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
	if err := store.Fits("the name of a setting", key); err != nil {
		return err
	}
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
