package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"corrd/store"
)

// lease asks for a lease and wants it to be a daemon's afterwards, "" for nobody's.
func (f *fixture) lease(name, by string, term time.Duration, holder string) store.Lease {
	f.Helper()
	l, err := f.Lease(name, by, by+" speaks", term)
	if err != nil {
		f.Fatal(err)
	}
	equal(f, fmt.Sprintf("who has %q after %s has asked", name, by), l.By, holder)
	return l
}

func leases(f *fixture) {
	first := f.lease("duty", "a", time.Minute, "a")
	equal(f, "the lease", first, store.Lease{Name: "duty", By: "a", Note: "a speaks", Until: epoch.Add(time.Minute)})
	f.pass(59 * time.Second)
	f.lease("duty", "b", time.Minute, "a")
	f.lease("duty", "b", 0, "a") // who has it not cannot give it back
	renewed := f.lease("duty", "a", time.Minute, "a")
	equal(f, "until when a lease is renewed", renewed.Until, epoch.Add(119*time.Second))
	f.pass(60 * time.Second) // on the instant it has run out
	f.lease("duty", "b", time.Minute, "b")
	f.lease("duty", "a", time.Minute, "b")
	f.lease("another", "a", time.Hour, "a")
	f.lease("duty", "b", 0, "")
	f.lease("duty", "a", time.Minute, "a")
	f.pass(2 * time.Minute)
	f.view(func(v store.View) error {
		all, err := v.Leases()
		var names []string
		for _, l := range all {
			names = append(names, fmt.Sprint(l.Name, " ", l.By, " ", l.Alive(v.Now())))
		}
		equal(f, "Leases", names, []string{"another a true", "duty a false"})
		return err
	})
}

// claim claims rows and wants them to be these, and more to come at a time after the epoch;
// a negative time: never.
func (f *fixture) claim(by string, max int, next time.Duration, want ...int64) {
	f.Helper()
	got, at, err := f.Claim(by, max)
	if err != nil {
		f.Fatal(err)
	}
	equal(f, fmt.Sprintf("rows for %q", by), got, want)
	then := epoch.Add(next)
	if next < 0 {
		then = time.Time{}
	}
	equal(f, fmt.Sprintf("when %q claims again", by), at.UTC(), then)
}

func (f *fixture) claimed(want ...store.Claim) {
	f.Helper()
	f.view(func(v store.View) error {
		got, err := v.Claims()
		equal(f, "Claims", got, want)
		return err
	})
}

func claims(f *fixture) {
	a1 := f.enqueue("anna@a.example", 0)
	b := f.enqueue("ben@b.example", 0)
	f.enqueue("anna@a.example", 0) // waits for a1, whoever has that in hand
	late := f.enqueue("carl@c.example", time.Minute)
	f.lease(store.NodeLease("x"), "x", time.Hour, "x")
	f.lease(store.NodeLease("y"), "y", time.Hour, "y")

	f.claim("", 9, time.Minute, a1.ID, b.ID)
	f.claimed()
	f.claim("x", 1, -1, a1.ID)
	f.claimed(store.Claim{Row: a1.ID, By: "x"})
	f.claim("y", 9, time.Minute, b.ID)
	f.claim("x", 9, time.Minute, a1.ID) // its own again
	for _, c := range []struct {        // but not what it has in hand
		by   string
		but  int64
		want []int64
	}{{"x", a1.ID, nil}, {"y", a1.ID, []int64{b.ID}}, {"y", b.ID, nil}} {
		got, _, err := f.Claim(c.by, 1, c.but)
		if err != nil || !slices.Equal(got, c.want) {
			f.Errorf("rows for %q but %d: %v, %v; want %v", c.by, c.but, got, err, c.want)
		}
	}
	f.due(0, a1.ID, b.ID) // a claim changes nothing about the row

	parked := a1
	parked.State = store.Parked
	f.put(parked)
	f.put(a1) // set aside and tried again by the operator, while x may be dialling
	f.claim("y", 9, time.Minute, b.ID)

	f.update(func(tx store.Tx) error {
		r, err := tx.Row(a1.ID)
		r.Next, r.Tries = epoch.Add(2*time.Minute), 1
		return errors.Join(err, tx.PutRow(&r), tx.Unclaim(r.ID))
	})
	f.claim("x", 9, time.Minute)
	f.pass(2 * time.Minute)
	f.claim("y", 9, -1, b.ID, late.ID, a1.ID)

	sent := b
	sent.State, sent.SentAt = store.Sent, f.time()
	f.put(sent)
	f.claimed(store.Claim{Row: a1.ID, By: "y"}, store.Claim{Row: late.ID, By: "y"})

	f.claim("x", 9, time.Hour) // when the lease of y runs out
	f.pass(time.Hour)
	f.claim("x", 9, -1, late.ID, a1.ID)
	f.lease(store.NodeLease("x"), "x", time.Minute, "x")
	f.claim("y", 9, time.Hour+3*time.Minute)
	f.lease(store.NodeLease("x"), "x", 0, "")
	f.claim("y", 9, -1, late.ID, a1.ID)
}

// claimants has several daemons claim and send many rows at once: each row is sent once,
// and those to one address in their order.
func claimants(f *fixture) {
	const daemons, addresses, each = 3, 5, 8
	for n := range addresses * each {
		f.enqueue(fmt.Sprintf("p%d@a.example", n%addresses), 0)
	}
	var mu sync.Mutex
	sent := map[string][]int64{}
	var all sync.WaitGroup
	for n := range daemons {
		by := fmt.Sprint("node", n)
		f.lease(store.NodeLease(by), by, time.Hour, by)
		all.Go(func() {
			for {
				ids, _, err := f.Claim(by, 2)
				if err != nil {
					f.Error(err)
					return
				}
				left := true
				for _, id := range ids {
					if err := f.send(id, &mu, sent); err != nil {
						f.Error(err)
						return
					}
				}
				if len(ids) == 0 {
					f.view(func(v store.View) error {
						_, left, err = v.NextDue()
						return err
					})
				}
				if !left {
					return
				}
			}
		})
	}
	all.Wait()
	for to, ids := range sent {
		for i := range ids {
			if len(ids) != each || i > 0 && ids[i] <= ids[i-1] {
				f.Errorf("to %s were sent %v", to, ids)
				break
			}
		}
	}
	equal(f, "addresses", len(sent), addresses)
	f.claimed()
}

// send sends a row, unless the row has been sent by whoever had it in hand before.
func (f *fixture) send(id int64, mu *sync.Mutex, sent map[string][]int64) error {
	var r store.Row
	err := f.View(func(v store.View) (err error) { r, err = v.Row(id); return err })
	if err != nil || r.State == store.Sent {
		return errors.Join(err, f.Update(func(tx store.Tx) error { return tx.Unclaim(id) }))
	}
	mu.Lock()
	sent[r.To] = append(sent[r.To], id)
	mu.Unlock()
	r.State, r.SentAt = store.Sent, epoch
	return f.Update(func(tx store.Tx) error { return tx.PutRow(&r) })
}
