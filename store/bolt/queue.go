package bolt

import (
	"errors"
	"runtime"
	"sync"

	"corrd/store"
)

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

// Between has f run between two commits, and waits until f has ended.
func (w *writer) Between(f func()) error {
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
// commit is the outcome of all jobs of the group. Each group has a goroutine of its own,
// because a job may call runtime.Goexit, as a test that fails does.
func (w *writer) Run(commit func(*group) error) {
	defer close(w.ended)
	for {
		select {
		case run := <-w.alone:
			run()
		case first, open := <-w.jobs:
			if !open {
				return
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				w.commit(&group{jobs: []*job{first}, next: w.next}, commit)
			}()
			<-ended
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
