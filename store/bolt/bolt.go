// Package bolt keeps a store in one bbolt file.
//
// All writes go through one goroutine, which runs the transactions that wait,
// one after the other, over an overlay of the last commit, and has what they
// wrote committed together while it runs the next: many letters share one sync
// of the disk. Most commits write to a journal in the same file (journal.go). A
// transaction that fails is taken out of the overlay and leaves the others as
// they were. Nobody is told that a transaction is done before it is on disk.
//
// Records lie under big-endian numbers, as fields (fields.go) or, of what there
// is little, as JSON; a log is one key for each event.
// Every index lies in a bucket of its own (keys.go) and is kept by the verb
// that writes the record. The package knows nothing of mail or of the laws: a
// game is whatever its events fold to.
package bolt

import (
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
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
	// InitialMmapSize is how much address space to reserve at least, in bytes; 0 is
	// 64 GiB. For a file that is large already it is eight times its size. It costs
	// no memory. While the file is smaller, it grows without waiting for the
	// readers to finish, of whom one may be waiting for it.
	InitialMmapSize int
	// CheckUpTo is up to how many bytes of file Open looks at all of it as Check
	// does, and refuses it with ErrCorrupt for the first fault; 0: it looks at the
	// heads of the file only.
	CheckUpTo int64
	// Failpoint, for tests, is called with BeforeApply, BeforeCommit and
	// AfterCommit in every group commit. An error it returns is the outcome of
	// the commit as the transactions of the group are told it.
	Failpoint func(name string) error
}

// The failpoints of a group commit: when the transactions have run and nothing
// has been written; when all has been written and nothing is durable; when all
// is durable and nobody has been told.
const (
	BeforeApply  = "before-apply"
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
	bolt    *bbolt.DB
	options Options
	states  *states
	pending atomic.Pointer[pending]

	gate    sync.RWMutex // held for reading while a job is handed over
	closed  bool
	jobs    chan *job
	done    chan error // the writer has ended, and how it left the file
	last    *group     // that was begun last; the writer's own
	writing sync.Mutex // held while the file is written
	broken  error      // of a commit that may or may not be on disk; read and set by commits only
}

// View runs f on the last commit. See store.Store.
func (d *db) View(f func(store.View) error) (err error) {
	defer recoverDamage(&err, debug.SetPanicOnFault(true))
	b, err := d.read()
	if err != nil {
		return err
	}
	defer b.tx.Rollback()
	return classify(f(&view{base: b, db: d, now: d.options.Now().UTC()}))
}

// read begins a transaction that reads the last commit: the file with what is
// pending on it.
func (d *db) read() (*base, error) {
	for {
		tx, err := d.bolt.Begin(false)
		if err != nil {
			return nil, classify(err)
		}
		p := d.pending.Load()
		switch g := generationOf(tx); {
		case g == p.generation:
			return &base{tx: tx, over: p.over}, nil
		case g > p.generation: // all of it is in the buckets; a moment later p would say so
			return &base{tx: tx}, nil
		}
		tx.Rollback() // begun before the journal was emptied
	}
}

// Close lets the transactions that have been handed over finish, and closes
// the file. Closing twice does nothing.
func (d *db) Close() error {
	d.gate.Lock()
	if d.closed {
		d.gate.Unlock()
		return nil
	}
	d.closed = true
	close(d.jobs)
	d.gate.Unlock()
	return classify(errors.Join(<-d.done, d.bolt.Close()))
}
