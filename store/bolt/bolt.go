// Package bolt keeps a store in one bbolt file.
//
// All writes go through one goroutine, which runs the waiting transactions one after the other in
// one transaction of the file, and commits them together, so that many letters share one sync of
// the disk. The writes of a transaction that fails are undone, and the writes of the others stay.
// No caller is told that a transaction is done before the transaction is on disk.
//
// Records lie under big-endian numbers, as fields (fields.go) or, for tables of few records, as
// JSON; a log has one key for each event. An index lies in a bucket of its own or, where it is
// about a game, among the keys of the game (keys.go); the method that writes a record keeps the
// record's indexes. The package must not know mail or the laws: a game is whatever its events fold
// to.
package bolt

import (
	"crypto/rand"
	"errors"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// Options say how a store is opened. The zero value is right for a daemon.
type Options struct {
	// Now gives the time of each transaction; nil is time.Now.
	Now func() time.Time
	// ReadOnly opens the file for reading only, together with other readers.
	// Every Update then fails.
	ReadOnly bool
	// LockTimeout is how long to wait for another process to let go of the
	// file; 0 is one second.
	LockTimeout time.Duration
	// InitialMmapSize is how much address space to reserve at least, in bytes; 0 is 64 GiB, or eight
	// times the size of a file for which that is more. Reserved address space costs no memory. While
	// the file is smaller than the reserved space, the file grows without waiting for the readers to
	// finish, one of whom may be waiting for the writer.
	InitialMmapSize int
	// CheckUpTo is the size in bytes up to which Open checks the whole file as Check does, and
	// refuses the file with ErrCorrupt at the first fault. Of a larger file, and with 0, Open looks
	// at the heads only.
	CheckUpTo int64
	// Stale is called with what Open finds in such a file that Reckon puts right. It may be nil.
	Stale func(store.Fault)
	// Random gives the key of the salts of a new store; nil: crypto/rand. A test that needs the same
	// hashes in every run supplies the same octets in every run.
	Random io.Reader
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
