// Package nodes is what a daemon knows of the other daemons on its store: that they run,
// which of them is on duty, and what they have in hand. A daemon learns this from the
// leases in the store alone (store.Lease); no daemon speaks to another. The package must
// not know what the daemons do.
//
// Letters come in and go out at every daemon. One of them is on duty: this daemon reads the mailbox,
// has flags fall, reminds, and does what is done once a day. Two daemons that both believe
// to be on duty, because one of them has stood still, do no harm: whatever must happen
// once is decided in a transaction.
//
// A nil *Node is the only daemon on its store: it is always on duty and asks nobody.
package nodes

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/loop"
	"corrd/store"
)

// The leases of a daemon. After a daemon has died, what the daemon had in hand is left alone for
// term, in which the daemon may be started again and read its own journal of what has left.
const (
	term     = time.Minute
	dutyTerm = 30 * time.Second
	every    = 5 * time.Second // a lease is renewed
	margin   = 5 * time.Second // before a lease may have run out, its holder acts no more
	dutyName = "duty"
)

// Poll is how often a daemon looks at the store for what another has put there.
const Poll = time.Second

// Config is what a Node works with.
type Config struct {
	Name  string // of this daemon; the same after a restart, another for every daemon
	Store store.Store
	Clock clock.Clock
	Log   *slog.Logger
	// Undelivered reports whether a letter that came to this daemon by an instant has not
	// been taken yet; nil: none ever is.
	Undelivered func(by time.Time) bool
}

// Node is one of several daemons on a store.
type Node struct {
	Config

	mu    sync.Mutex
	until time.Time     // by the clock of this process: the daemon's own lease lasts until then
	duty  chan struct{} // closed when this daemon is on duty no more; nil while it is not on duty
	onto  chan struct{} // closed when this daemon comes on duty
}

// New makes a Node, nil where the daemon has no name.
func New(c Config) *Node {
	if c.Name == "" {
		return nil
	}
	return &Node{Config: c, onto: make(chan struct{})}
}

// Run renews the leases until ctx ends, and gives them back.
func (n *Node) Run(ctx context.Context) {
	if n == nil {
		return
	}
	for wait := time.Duration(0); loop.Pause(ctx, wait) == nil; {
		wait = every
		if err := n.renew(); err != nil {
			n.Log.Error("the leases of this daemon are not renewed", "error", err)
			wait = Poll
		}
	}
	n.off()
	_, err := n.Store.Lease(dutyName, n.Name, "", 0)
	_, err2 := n.Store.Lease(store.NodeLease(n.Name), n.Name, "", 0)
	if err := errors.Join(err, err2); err != nil {
		n.Log.Warn("the leases of this daemon are not given back", "error", err)
	}
}

// renew renews the lease of this daemon, and the lease of the duty where no other daemon has the
// duty.
func (n *Node) renew() error {
	if shared, ok := n.Clock.(*clock.Shared); ok {
		if err := shared.Sync(n.Store); err != nil {
			n.expire()
			return err
		}
	}
	began := time.Now()
	_, err := n.Store.Lease(store.NodeLease(n.Name), n.Name, n.taken().Format(time.RFC3339Nano), term)
	if err != nil {
		n.expire()
		return err
	}
	n.mu.Lock()
	n.until = began.Add(term - margin)
	n.mu.Unlock()
	duty, err := n.Store.Lease(dutyName, n.Name, "", dutyTerm)
	switch {
	case err != nil:
		n.expire()
		return err
	case duty.By == n.Name:
		n.on()
	default:
		n.off()
	}
	return nil
}

// expire ends the duty of a daemon that could not renew its lease in time.
func (n *Node) expire() {
	n.mu.Lock()
	late := time.Now().After(n.until.Add(dutyTerm - term)) // the lease of the duty was renewed after the other
	n.mu.Unlock()
	if late {
		n.off()
	}
}

// on notes that this daemon is on duty.
func (n *Node) on() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.duty == nil {
		n.Log.Info("this daemon is on duty: it reads the mailbox and has flags fall", "node", n.Name)
		n.duty = make(chan struct{})
		close(n.onto)
	}
}

// off notes that this daemon is not on duty.
func (n *Node) off() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.duty != nil {
		n.Log.Info("this daemon is on duty no more", "node", n.Name)
		close(n.duty)
		n.duty, n.onto = nil, make(chan struct{})
	}
}

// OnDuty reports whether this daemon is on duty.
func (n *Node) OnDuty() bool {
	if n == nil {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.duty != nil
}

// Duty waits until this daemon is on duty, and gives a context that ends with the duty, or
// with ctx. The error is that of ctx.
func (n *Node) Duty(ctx context.Context) (context.Context, context.CancelFunc, error) {
	ctx, cancel := context.WithCancel(ctx)
	if n == nil {
		return ctx, cancel, ctx.Err()
	}
	for {
		n.mu.Lock()
		duty, onto := n.duty, n.onto
		n.mu.Unlock()
		if duty != nil {
			go func() {
				defer cancel()
				select {
				case <-duty:
				case <-ctx.Done():
				}
			}()
			return ctx, cancel, ctx.Err()
		}
		select {
		case <-onto:
		case <-ctx.Done():
			return ctx, cancel, ctx.Err()
		}
	}
}

// Claimant is the name under which this daemon claims rows; "" for the only daemon.
func (n *Node) Claimant() string {
	if n == nil {
		return ""
	}
	return n.Name
}

// Alive reports whether the lease of this daemon lasts, so that what it has claimed is
// left alone by the others.
func (n *Node) Alive() bool {
	if n == nil {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.until)
}

// While gives a context that ends when the lease of this daemon may have run out, or with
// ctx.
func (n *Node) While(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if n == nil {
		return ctx, cancel
	}
	go func() {
		defer cancel()
		for n.Alive() && loop.Pause(ctx, Poll) == nil {
		}
	}()
	return ctx, cancel
}

// Take takes the lease of a name for a term, and reports whether this daemon has it.
func (n *Node) Take(name string, term time.Duration) (bool, error) {
	l, err := n.Store.Lease(name, n.Name, "", term)
	return l.By == n.Name, err
}

// GiveBack gives the lease of a name back; where that fails the lease runs out.
func (n *Node) GiveBack(name string) {
	if n == nil {
		return
	}
	if _, err := n.Store.Lease(name, n.Name, "", 0); err != nil {
		n.Log.Warn("a lease is not given back", "name", name, "error", err)
	}
}

// NextLook is when to look at the store again for something that is due at a time, because another
// daemon may store something that is due earlier.
func (n *Node) NextLook(due time.Time) time.Time {
	if n == nil {
		return due
	}
	return clock.Earlier(due, n.Clock.Now().Add(Poll))
}
