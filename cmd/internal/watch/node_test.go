package watch

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"corrd/store"
	"corrd/store/bolt"
)

// every is how often a daemon renews its leases.
const every = Term / renewals

// away is a store that one daemon may not reach.
type away struct {
	store.Store
	gone *atomic.Bool
}

func (a away) Lease(name, by, note string, term time.Duration) (store.Lease, error) {
	if a.gone.Load() {
		return store.Lease{}, errors.New("no route to the store")
	}
	return a.Store.Lease(name, by, note, term)
}

// daemon starts a Node whose store can go away, and returns what has it stop.
func daemon(t *testing.T, db store.Store, name string, undelivered func(time.Time) bool) (n *Node, gone *atomic.Bool, stop func()) {
	gone = &atomic.Bool{}
	n = NewNode(NodeConfig{Name: name, Store: away{db, gone}, Clock: Real{}, Log: slog.New(slog.DiscardHandler), Undelivered: undelivered})
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); n.Run(ctx) }()
	return n, gone, func() { cancel(); <-stopped }
}

// inBubble runs a test on a store in simulated time.
func inBubble(t *testing.T, test func(t *testing.T, db store.Store)) {
	path := filepath.Join(t.TempDir(), "store")
	synctest.Test(t, func(t *testing.T) {
		db, err := bolt.Open(path, bolt.Options{InitialMmapSize: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		test(t, db)
	})
}

// Of two daemons one is on duty. When that daemon cannot reach the store, its duty ends
// before the other's begins, and the other's begins within a minute; when the other is
// stopped, the first comes on duty at once.
func TestDutyIsTakenOver(t *testing.T) {
	inBubble(t, func(t *testing.T, db store.Store) {
		a, gone, stopA := daemon(t, db, "a", nil)
		time.Sleep(time.Second)
		b, _, stopB := daemon(t, db, "b", nil)
		time.Sleep(time.Hour)
		if !a.OnDuty() || b.OnDuty() {
			t.Fatalf("on duty: a %v, b %v", a.OnDuty(), b.OnDuty())
		}
		duty, done, err := a.Duty(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		gone.Store(true)
		began := time.Now()
		for !b.OnDuty() {
			if time.Sleep(100 * time.Millisecond); time.Since(began) > time.Minute {
				t.Fatal("nobody takes the duty over")
			}
			if a.OnDuty() && b.OnDuty() {
				t.Fatalf("both are on duty after %v", time.Since(began))
			}
		}
		t.Logf("taken over after %v", time.Since(began))
		if duty.Err() == nil {
			t.Error("the context of the duty has not ended")
		}
		if time.Sleep(Term); a.Alive() {
			t.Error("a daemon that cannot reach the store believes in its lease")
		}
		gone.Store(false)
		time.Sleep(2 * every)
		stopB()
		if time.Sleep(2 * every); !a.OnDuty() {
			t.Error("the duty that was given back is not taken")
		}
		stopA()
		if err := db.View(func(v store.View) error {
			all, err := v.Leases()
			if len(all) > 0 {
				t.Errorf("leases of daemons that were stopped: %v", all)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// A flag waits until the letters that came to another daemon before the flag are taken, and
// waits no longer for a daemon that has died.
func TestFlagsWaitForLettersAtOtherDaemons(t *testing.T) {
	inBubble(t, func(t *testing.T, db store.Store) {
		a, _, stopA := daemon(t, db, "a", nil)
		var since time.Time // when the letter came that b has not taken
		var lies atomic.Bool
		_, gone, stopB := daemon(t, db, "b", func(by time.Time) bool { return lies.Load() && !since.After(by) })
		time.Sleep(time.Minute)
		flag := time.Now()
		if err := a.Taken(t.Context(), flag); err != nil || time.Since(flag) > 2*every {
			t.Errorf("no letter lies anywhere, and a flag waits for %v, %v", time.Since(flag), err)
		}
		time.Sleep(time.Second)
		since = time.Now()
		lies.Store(true)
		time.AfterFunc(time.Minute, func() { lies.Store(false) })
		flag = time.Now()
		if err := a.Taken(t.Context(), flag); err != nil || time.Since(flag) < time.Minute-every || time.Since(flag) > time.Minute+2*every {
			t.Errorf("the letter is taken after a minute, and the flag waits for %v, %v", time.Since(flag), err)
		}
		gone.Store(true)
		flag = time.Now()
		if err := a.Taken(t.Context(), flag); err != nil || time.Since(flag) > Term+every {
			t.Errorf("a flag waits for a daemon that has died for %v, %v", time.Since(flag), err)
		}
		stopA()
		stopB()
	})
}
