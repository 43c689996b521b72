package nodes

import (
	"context"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/loop"
	"corrd/store"
)

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

// Alone reports whether no other daemon runs on the store.
func (n *Node) Alone() (bool, error) {
	if n == nil {
		return true, nil
	}
	all, err := n.others()
	return len(all) == 0, err
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
		least := clock.Later(by, n.Clock.Now())
		for _, l := range all {
			at, err := time.Parse(time.RFC3339Nano, l.Note)
			if err != nil {
				at = time.Time{}
			}
			least = clock.Earlier(least, at)
		}
		if !least.Before(by) {
			return nil
		}
		if err := loop.Pause(ctx, Poll/5); err != nil {
			return err
		}
	}
}
