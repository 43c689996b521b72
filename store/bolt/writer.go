package bolt

import (
	"errors"
	"fmt"
	"runtime/debug"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// maxGroup is how many transactions share one commit at most.
const maxGroup = 1024

// longFreelist is from how many free pages on their list is left out of a
// commit and made anew when the file is next opened. It gets that long when a
// reader stays open, as a backup does; writing it would then cost more than
// the data. While it is short it is written, for to make it anew reads the
// whole file.
const longFreelist = 4096

var (
	errReadOnly = errors.New("store: opened for reading only")
	errExited   = errors.New("store: a transaction ended the goroutine it ran in")
)

// job is one Update that waits for the writer.
type job struct {
	run     func(store.Tx) error
	err     error // of run: what it wrote has been dropped
	outcome chan error
}

// Update runs f in the writer's goroutine and returns when the commit it is
// part of is durable. A panic in f becomes an error. f must not call Update.
// See store.Store.
func (d *db) Update(f func(store.Tx) error) error {
	if d.options.ReadOnly {
		return errReadOnly
	}
	j := &job{run: f, outcome: make(chan error, 1)}
	d.gate.RLock()
	if d.closed {
		d.gate.RUnlock()
		return store.ErrClosed
	}
	d.jobs <- j
	d.gate.RUnlock()
	return <-j.outcome
}

// write is the writer: it takes the jobs that wait, and commits them as one
// group, until the store is closed.
func (d *db) write() {
	ended := false
	defer func() {
		if !ended { // a job called runtime.Goexit, as a test that fails does
			go d.write()
		}
	}()
	for j := range d.jobs {
		d.commit(d.gather(j))
	}
	ended = true
	d.done <- d.finish()
}

// gather gives the jobs that wait now, the first of which has been taken.
func (d *db) gather(first *job) []*job {
	group := []*job{first}
	for len(group) < maxGroup {
		select {
		case j, ok := <-d.jobs:
			if !ok {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// commit runs the jobs of a group and makes what they wrote durable. All are
// told the outcome: their own error, or that of the commit.
func (d *db) commit(group []*job) {
	outcome := errExited
	defer func() {
		for _, j := range group {
			if j.err != nil {
				j.outcome <- j.err
			} else {
				j.outcome <- outcome
			}
		}
	}()
	if d.broken != nil {
		outcome = d.broken
		return
	}
	over := newOverlay()
	if outcome = d.run(group, over); outcome != nil || over.empty() {
		return
	}
	if outcome = d.store(over); outcome == nil {
		d.states.keep(over.states)
	}
}

// run runs each job over the overlay, on the last commit.
func (d *db) run(group []*job, over *overlay) error {
	b, err := d.read()
	if err != nil {
		return err
	}
	defer b.tx.Rollback()
	b.over = append([]*overlay{over}, b.over...)
	for _, j := range group {
		u := &update{view{base: b, db: d, now: d.options.Now().UTC()}, over}
		if j.err = try(j.run, u); j.err != nil {
			over.drop()
		} else {
			over.settle()
		}
	}
	return nil
}

// try runs one job; a panic is an error of its own.
func try(f func(store.Tx) error, u *update) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("store: panic in a transaction: %v\n%s", r, debug.Stack())
		}
	}()
	return f(u)
}

// store writes an overlay to the file. When the file could not be synced it
// does not say what is on the disk, so nothing more is written until the store
// has been opened again; a full disk is known to have taken nothing.
func (d *db) store(over *overlay) error {
	err := d.commitFile(d.pending.Load().with(over))
	if err != nil && !errors.Is(err, store.ErrFull) {
		d.broken = fmt.Errorf("store: no more is written after a failed commit; open it again: %w", err)
	}
	return err
}

// commitFile writes what is new among what is pending.
func (d *db) commitFile(p *pending) error {
	if err := d.options.Failpoint(BeforeApply); err != nil {
		return classify(err)
	}
	d.writing.Lock()
	defer d.writing.Unlock()
	tx, err := d.bolt.Begin(true)
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback() // does nothing after a commit
	if p, err = p.write(tx); err != nil {
		return classify(err)
	}
	if err := d.options.Failpoint(BeforeCommit); err != nil {
		return classify(err)
	}
	s := d.bolt.Stats()
	d.bolt.NoFreelistSync = s.FreePageN+s.PendingPageN >= longFreelist
	if err := tx.Commit(); err != nil {
		return classify(err)
	}
	d.pending.Store(p)
	return classify(d.options.Failpoint(AfterCommit))
}

// finish empties the journal, and writes the list of free pages if the last
// commit left it out.
func (d *db) finish() error {
	p := d.pending.Load()
	if d.broken != nil || len(p.over) == 0 && !d.bolt.NoFreelistSync {
		return nil
	}
	d.bolt.NoFreelistSync = false
	return d.bolt.Update(func(tx *bbolt.Tx) (err error) {
		if len(p.over) > 0 {
			_, err = p.empty(tx)
		}
		return err
	})
}
