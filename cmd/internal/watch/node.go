package watch

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"corrd/game/clocks"
	"corrd/store"
)

// Term is the length of the lease of a daemon. After a daemon has died, the other daemons leave
// alone for a term what the dead daemon had in hand. Within that time the daemon may start again
// and read its own journal of letters that have left.
const Term = time.Minute

// renewals is how many times a daemon renews its leases in a term; a daemon stops acting as long
// before its lease may run out.
const renewals = 12

// dutyName is the name of the lease of the daemon that is on duty. It lasts half a term.
const dutyName = "duty"

// Poll is how often a daemon looks in the store for what another daemon has written.
const Poll = time.Second

// NodeConfig holds what a Node needs.
type NodeConfig struct {
	Name  string // the name of this daemon: the same after a restart, and different for each daemon
	Store store.Store
	Clock Clock
	Log   *slog.Logger
	Term  time.Duration // the length of the daemon's lease; 0 stands for the constant Term
	// Undelivered reports whether a letter that reached this daemon before an instant still waits
	// to be taken. nil means that no letter ever waits.
	Undelivered func(by time.Time) bool
}

// Node is this daemon as one of several daemons on a store. What it needs to know about the others,
// that they run, which of them is on duty and what they have in hand, it learns from the leases in
// the store (store.Lease); daemons never speak to each other.
//
// Every daemon takes and sends letters. One daemon is on duty: it reads the mailbox, lets flags
// fall, sends reminders, and does the work of each day. When a daemon has stood still, two daemons
// may both believe themselves on duty. This does no harm, because each thing that must happen once
// is decided in a transaction.
//
// A nil *Node stands for the only daemon on its store, which is always on duty and needs no lease.
type Node struct {
	NodeConfig

	mu    sync.Mutex
	until time.Time     // by the clock of this process: the daemon's own lease lasts until then
	duty  chan struct{} // closed when this daemon is no longer on duty; nil while it is not on duty
	onto  chan struct{} // closed when this daemon comes on duty
}

// NewNode makes a Node, and returns nil when the daemon has no name.
func NewNode(c NodeConfig) *Node {
	if c.Name == "" {
		return nil
	}
	c.Term = cmp.Or(c.Term, Term)
	return &Node{NodeConfig: c, onto: make(chan struct{})}
}

// every returns how often the daemon renews its leases.
func (n *Node) every() time.Duration { return n.Term / renewals }

// Run renews the leases until ctx ends, and then gives the leases back.
func (n *Node) Run(ctx context.Context) {
	if n == nil {
		return
	}
	for wait := time.Duration(0); Pause(ctx, wait) == nil; {
		wait = n.every()
		if err := n.renew(); err != nil {
			n.Log.Error("the leases of this daemon are not renewed", "error", err)
			wait = min(Poll, n.every())
		}
	}
	n.off()
	_, err := n.Store.Lease(dutyName, n.Name, "", 0)
	_, err2 := n.Store.Lease(store.NodeLease(n.Name), n.Name, "", 0)
	if err := errors.Join(err, err2); err != nil {
		n.Log.Warn("the leases of this daemon are not given back", "error", err)
	}
}

// renew renews the lease of this daemon, and takes or renews the lease of the duty unless another
// daemon has the duty.
func (n *Node) renew() error {
	if shared, ok := n.Clock.(*Shared); ok {
		if err := shared.Sync(n.Store); err != nil {
			n.expire()
			return err
		}
	}
	began := time.Now()
	_, err := n.Store.Lease(store.NodeLease(n.Name), n.Name, n.taken().Format(time.RFC3339Nano), n.Term)
	if err != nil {
		n.expire()
		return err
	}
	n.mu.Lock()
	n.until = began.Add(n.Term - n.every())
	n.mu.Unlock()
	duty, err := n.Store.Lease(dutyName, n.Name, "", n.Term/2)
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

// expire ends the duty when this daemon could not renew its lease in time.
func (n *Node) expire() {
	n.mu.Lock()
	// the lease of the duty was renewed after the other
	late := time.Now().After(n.until.Add(-n.Term / 2))
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

// Duty waits until this daemon is on duty, and returns a context that ends when the duty ends or
// when ctx ends. Duty returns the error of ctx when ctx ends first.
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

// Claimant returns the name under which this daemon claims rows, and "" for the only daemon on a
// store.
func (n *Node) Claimant() string {
	if n == nil {
		return ""
	}
	return n.Name
}

// Alive reports whether the lease of this daemon lasts. While the lease lasts, other daemons
// leave alone what this daemon has claimed.
func (n *Node) Alive() bool {
	if n == nil {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.until)
}

// While returns a context that ends when the lease of this daemon may have run out, or when ctx
// ends.
func (n *Node) While(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if n == nil {
		return ctx, cancel
	}
	go func() {
		defer cancel()
		for n.Alive() && Pause(ctx, Poll) == nil {
		}
	}()
	return ctx, cancel
}

// Take takes the lease of a name for a term, and reports whether this daemon now has the lease.
func (n *Node) Take(name string, term time.Duration) (bool, error) {
	l, err := n.Store.Lease(name, n.Name, "", term)
	return l.By == n.Name, err
}

// GiveBack gives back the lease of a name. When giving back fails, the lease runs out by itself.
func (n *Node) GiveBack(name string) {
	if n == nil {
		return
	}
	if _, err := n.Store.Lease(name, n.Name, "", 0); err != nil {
		n.Log.Warn("a lease is not given back", "name", name, "error", err)
	}
}

// NextLook returns the time at which to look at the store again, when something is due at the time
// due. The time may be earlier than due, because another daemon may store something that is due
// earlier.
func (n *Node) NextLook(due time.Time) time.Time {
	if n == nil {
		return due
	}
	return clocks.Earlier(due, n.Clock.Now().Add(Poll))
}

// A flag must not fall before every letter that came in time has been taken, at whichever daemon
// the letter came in. Therefore each daemon notes beside its lease the instant up to which it has
// taken all its letters. A daemon whose lease has run out delays no flag: such a daemon has
// acknowledged only letters that it has taken, and the senders of the others try again.

// longestTaking is how far back in time corrd looks for letters that have not been taken yet.
const longestTaking = 10 * time.Minute

// taken returns the instant up to which all letters that came to this daemon have been taken.
func (n *Node) taken() time.Time {
	now := n.Clock.Now()
	if n.Undelivered == nil {
		return now
	}
	for back := time.Duration(0); back < longestTaking; back = 2*back + time.Second {
		if at := now.Add(-back); !n.Undelivered(at) {
			return at
		}
	}
	return now.Add(-longestTaking)
}

// others returns the leases of the other daemons that run.
func (n *Node) others() (all []store.Lease, err error) {
	err = n.Store.View(func(v store.View) error {
		leases, err := v.Leases()
		for _, l := range leases {
			if l.Name == store.NodeLease(l.By) && l.By != n.Name && l.Alive(v.Now()) {
				all = append(all, l)
			}
		}
		return err
	})
	return all, err
}

// Taken waits until every other daemon that runs has taken all letters that came to that daemon
// before an instant. Taken returns the error of ctx when ctx ends first, and otherwise the error
// of the store.
func (n *Node) Taken(ctx context.Context, by time.Time) error {
	if n == nil {
		return nil
	}
	for {
		all, err := n.others()
		if err != nil {
			return err
		}
		least := clocks.Later(by, n.Clock.Now())
		for _, l := range all {
			at, err := time.Parse(time.RFC3339Nano, l.Note)
			if err != nil {
				at = time.Time{}
			}
			least = clocks.Earlier(least, at)
		}
		if !least.Before(by) {
			return nil
		}
		if err := Pause(ctx, Poll/5); err != nil {
			return err
		}
	}
}
