package bolt

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// maxGroup is how many transactions share one commit at most.
const maxGroup = 1024

// longFreelist is the number of free pages from which a commit leaves their list out; bbolt then
// makes the list anew when the file is next opened. The list grows so long while a reader stays
// open, as a backup does, and writing the list would cost more than writing the data. A shorter
// list is written, because making the list anew reads the whole file.
const longFreelist = 4096

var errReadOnly = errors.New("store: opened for reading only")

// Update runs f in a goroutine of the writer and returns when the commit that f shares is durable,
// as store.Store describes. A panic in f becomes an error. f must not call Update.
func (d *db) Update(f func(store.Tx) error) error {
	if d.options.ReadOnly {
		return errReadOnly
	}
	return d.writer.Update(f)
}

// write is the writer: it commits the jobs that wait, in groups, until the store
// is closed.
func (d *db) write() {
	d.writer.Run(d.commit)
	d.done <- d.finish()
}

// commit runs the jobs of a group, and jobs that come meanwhile, in one transaction of the file.
// When a commit fails the state of the disk is unknown, so nothing more is written until the store
// has been opened again (store.ErrBroken). A full disk is an exception: such a commit has written
// nothing.
func (d *db) commit(g *group) (err error) {
	if d.broken != nil {
		return d.broken
	}
	tx, err := d.bolt.Begin(true)
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback() // does nothing after a commit
	defer recoverDamage(&err, debug.SetPanicOnFault(true))
	u := &update{view: view{db: d, tx: tx}}
	if err = u.runAll(g); err != nil {
		return classify(err)
	}
	if u.wrote {
		err = classify(d.sync(tx))
	}
	switch {
	case err == nil:
		d.leases.unclaim(u.unclaimed)
	case !errors.Is(err, store.ErrFull):
		d.broken = fmt.Errorf("%w: %w", store.ErrBroken, err)
		return d.broken
	}
	return err
}

// sync makes what a transaction of the file wrote durable.
func (d *db) sync(tx *bbolt.Tx) (err error) {
	defer recoverDamage(&err, debug.SetPanicOnFault(true))
	if err := d.options.Failpoint(BeforeCommit); err != nil {
		return err
	}
	s := d.bolt.Stats()
	d.bolt.NoFreelistSync = s.FreePageN+s.PendingPageN >= longFreelist
	if err := tx.Commit(); err != nil {
		return err
	}
	return d.options.Failpoint(AfterCommit)
}

// runAll runs the first job of a group, and then those that wait.
func (u *update) runAll(g *group) error {
	for j := g.jobs[0]; ; {
		if err := u.run(j); err != nil || len(g.jobs) == maxGroup {
			return err
		}
		if j = g.next(); j == nil {
			return nil
		}
		g.jobs = append(g.jobs, j)
	}
}

// run runs one job. What a job wrote that fails is undone; an error says that
// this was not possible.
func (u *update) run(j *job) error {
	u.now, u.undoing, u.raw = u.db.options.Now().UTC(), u.undoing[:0], nil
	u.unclaims = u.unclaims[:0]
	if j.err = try(j.run, u); j.err == nil {
		u.wrote, u.unclaimed = u.wrote || len(u.undoing) > 0, append(u.unclaimed, u.unclaims...)
		return nil
	}
	for _, w := range slices.Backward(u.undoing) {
		if err := set(w.to, w.key, w.value); err != nil {
			return err
		}
	}
	return nil
}

// set writes a value, or with nil deletes the key.
func set(to *bbolt.Bucket, key, value []byte) error {
	if value == nil {
		return to.Delete(key)
	}
	return to.Put(key, value)
}

// try runs one job, and turns a panic of the job into an error.
func try(f func(store.Tx) error, u *update) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if raisedByBolt() {
				err = corrupt("a page cannot be read: %v", r)
				return
			}
			err = fmt.Errorf("store: panic in a transaction: %v\n%s", r, debug.Stack())
		}
	}()
	return f(u)
}

// finish writes the list of free pages if the last commit left it out.
func (d *db) finish() error {
	if d.broken != nil || !d.bolt.NoFreelistSync {
		return nil
	}
	d.bolt.NoFreelistSync = false
	err := d.bolt.Update(func(*bbolt.Tx) error { return nil })
	if isFull(err) {
		return nil
	}
	return err
}

// errExited is the outcome of an Update that ended the goroutine it ran in.
var errExited = errors.New("store: a transaction ended the goroutine it ran in")

// job is one Update that waits for the writer of a store.
type job struct {
	run func(store.Tx) error
	err error // of run; what run wrote has been undone

	outcome chan error
}

// group is the jobs that share a commit.
type group struct {
	jobs []*job
	next func() *job // gives another job, which waits, or nil if none does
}

// writer is the queue of the Updates of one store, which one goroutine runs and commits in
// groups.
type writer struct {
	gate   sync.RWMutex // held for reading while a job is handed over
	closed bool
	jobs   chan *job
	alone  chan func() // what is to run between two commits
	ended  chan struct{}
}

// newWriter makes a writer; run must follow.
func newWriter() *writer {
	return &writer{jobs: make(chan *job), alone: make(chan func()), ended: make(chan struct{})}
}

// Update has f run, and returns when the commit that f shares is durable.
func (w *writer) Update(f func(store.Tx) error) error {
	j := &job{run: f, outcome: make(chan error, 1)}
	w.gate.RLock()
	if w.closed {
		w.gate.RUnlock()
		return store.ErrClosed
	}
	w.jobs <- j
	w.gate.RUnlock()
	return <-j.outcome
}

// between has f run between two commits, and waits until f has ended.
func (w *writer) between(f func()) error {
	ended := make(chan struct{})
	w.gate.RLock()
	if w.closed {
		w.gate.RUnlock()
		return store.ErrClosed
	}
	w.alone <- func() { defer close(ended); f() }
	w.gate.RUnlock()
	<-ended
	return nil
}

// Run has commit run the jobs that wait, in groups, until the writer is closed. commit is
// given the first job of a group, and adds to the group those that come meanwhile. The error of
// commit is the outcome of all jobs of the group. The groups run in a goroutine of their own, whose
// stack grows once, and in another when a job has called runtime.Goexit, as a test that fails does.
func (w *writer) Run(commit func(*group) error) {
	defer close(w.ended)
	for closed := false; !closed; {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.work(commit)
			closed = true
		}()
		<-ended
	}
}

// work does what Run does until the goroutine ends.
func (w *writer) work(commit func(*group) error) {
	for {
		select {
		case run := <-w.alone:
			run()
		case first, open := <-w.jobs:
			if !open {
				return
			}
			w.commit(&group{jobs: []*job{first}, next: w.next}, commit)
		}
	}
}

// commit commits a group and tells the jobs of it.
func (w *writer) commit(g *group, commit func(*group) error) {
	outcome := errExited
	defer func() {
		for _, j := range g.jobs {
			if outcome != nil {
				j.err = outcome
			}
			j.outcome <- j.err
		}
	}()
	outcome = commit(g)
}

// next returns a job that waits, or nil if none does. When none waits every other goroutine may run
// first: the busier the machine, the more letters share a commit.
func (w *writer) next() *job {
	for range 2 {
		select {
		case j := <-w.jobs: // nil once the store is being closed
			return j
		default:
			runtime.Gosched()
		}
	}
	return nil
}

// Close has no more jobs taken, and waits until those that were have been committed. It
// reports whether the writer was open.
func (w *writer) Close() bool {
	w.gate.Lock()
	if w.closed {
		w.gate.Unlock()
		return false
	}
	w.closed = true
	close(w.jobs)
	w.gate.Unlock()
	<-w.ended
	return true
}
