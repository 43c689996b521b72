package bolt

import (
	"errors"
	"fmt"
	"runtime"
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

// Update runs f in the writer's goroutine and returns when the commit it is part
// of is durable, as is all that f read. A panic in f becomes an error. f must
// not call Update. See store.Store.
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

// group is jobs that share a commit. It is run while the group before it is
// being committed, on what that one wrote, and is committed only after it.
type group struct {
	db     *db
	before *group // whose outcome is not known yet; nil: none
	base   *base
	over   *overlay
	jobs   []*job
	err    error         // the outcome, once it is known
	known  chan struct{} // closed then
}

// write is the writer: it takes the jobs that wait, in groups, until the store
// is closed.
func (d *db) write() {
	ended := false
	defer func() {
		if !ended { // a job called runtime.Goexit, as a test that fails does
			go d.write()
		}
	}()
	for j := range d.jobs {
		d.take(j)
	}
	ended = true
	if d.last != nil {
		<-d.last.known
	}
	d.done <- d.finish()
}

// take runs a job and those that come until the group before it is committed,
// and has them committed.
func (d *db) take(first *job) {
	g := d.begin()
	d.last = g
	outcome := errExited
	defer func() {
		g.close()
		if outcome != nil {
			g.end(outcome)
			return
		}
		go g.commit()
	}()
	g.run(first)
	g.fill(d.jobs)
	outcome = nil
}

// begin makes a group, on the last commit and what is on its way there.
func (d *db) begin() *group {
	g := &group{db: d, over: newOverlay(), known: make(chan struct{})}
	if d.last != nil && !d.last.isKnown() {
		g.before = d.last
	}
	if g.base, g.err = d.readSafely(); g.err != nil {
		return g
	}
	if g.before != nil { // the file may hold it by now; it says the same
		g.base.over = append([]*overlay{g.before.over}, g.base.over...)
	}
	g.base.over = append([]*overlay{g.over}, g.base.over...)
	return g
}

// readSafely is read where a panic over a damaged page would end the program.
func (d *db) readSafely() (b *base, err error) {
	defer recoverDamage(&err, debug.SetPanicOnFault(true))
	return d.read()
}

func (g *group) isKnown() bool {
	select {
	case <-g.known:
		return true
	default:
		return false
	}
}

// fill runs the jobs that come until the group before is committed, and those
// that wait then. When none waits it lets everybody else have a turn first: the
// busier the machine, the more letters share a commit.
func (g *group) fill(jobs <-chan *job) {
	for g.before != nil && !g.before.isKnown() && len(g.jobs) < maxGroup {
		select {
		case j, ok := <-jobs:
			if !ok {
				return
			}
			g.run(j)
		case <-g.before.known:
		}
	}
	for len(g.jobs) < maxGroup {
		if g.runNext(jobs) {
			continue
		}
		runtime.Gosched()
		if !g.runNext(jobs) {
			return
		}
	}
}

// runNext runs the job that waits; false: none does.
func (g *group) runNext(jobs <-chan *job) bool {
	select {
	case j, ok := <-jobs:
		if ok {
			g.run(j)
		}
		return ok
	default:
		return false
	}
}

// run runs one job over what those before it wrote.
func (g *group) run(j *job) {
	g.jobs = append(g.jobs, j)
	if g.err != nil {
		return
	}
	u := &update{view{base: g.base, db: g.db, now: g.db.options.Now().UTC()}, g.over}
	if j.err = try(j.run, u); j.err != nil {
		g.over.drop()
	} else {
		g.over.settle()
	}
}

// close ends the running of jobs; others may read what they wrote.
func (g *group) close() {
	g.over.redeem()
	if g.base != nil {
		g.base.tx.Rollback()
	}
}

// commit makes what the jobs wrote durable, and tells them.
func (g *group) commit() {
	outcome := errExited
	defer func() { g.end(outcome) }()
	outcome = g.outcome()
}

// outcome commits the group, unless something came between. What ran on a group
// that was not committed is worth nothing, were it only an error.
func (g *group) outcome() error {
	g.err = errors.Join(g.err, g.await())
	switch {
	case g.db.broken != nil:
		return g.db.broken
	case g.err != nil || g.over.empty():
		return g.err
	}
	return g.db.store(g.over)
}

// await gives the outcome of the group before.
func (g *group) await() error {
	if g.before == nil {
		return nil
	}
	<-g.before.known
	return g.before.err
}

// end tells the jobs the outcome: that of the commit, or else their own error.
// It comes after that of the group before.
func (g *group) end(outcome error) {
	g.await()
	if outcome == nil {
		g.db.states.keep(g.over.states)
	}
	g.err, g.before = outcome, nil
	close(g.known)
	for _, j := range g.jobs {
		if outcome != nil {
			j.err = outcome
		}
		j.outcome <- j.err
	}
}

// try runs one job; a panic is an error of its own.
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

// store writes an overlay to the file. When the file could not be synced it
// does not say what is on the disk, so nothing more is written until the store
// has been opened again (store.ErrBroken); a full disk is known to have taken
// nothing.
func (d *db) store(over *overlay) error {
	err := d.commitFile(d.pending.Load().with(over))
	if err != nil && !errors.Is(err, store.ErrFull) {
		d.broken = fmt.Errorf("%w: %w", store.ErrBroken, err)
		return d.broken
	}
	return err
}

// commitFile writes what is new among what is pending.
func (d *db) commitFile(p *pending) (err error) {
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
	defer recoverDamage(&err, debug.SetPanicOnFault(true))
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

// finish empties the journal where there is room for that, and writes the list of
// free pages if the last commit left it out.
func (d *db) finish() error {
	p := d.pending.Load()
	if d.broken != nil || len(p.over) == 0 && !d.bolt.NoFreelistSync {
		return nil
	}
	d.bolt.NoFreelistSync = false
	err := d.bolt.Update(func(tx *bbolt.Tx) (err error) {
		if len(p.over) > 0 {
			_, err = p.empty(tx)
		}
		return err
	})
	if isFull(err) {
		return nil // it lies in the journal as safely
	}
	return err
}
