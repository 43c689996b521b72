package sim

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"time"

	"corrd/store"
)

// pace returns how long something with a name takes: less than a millisecond, with its own number
// of nanoseconds. Therefore no two actors act at the same instant, and the result does not depend
// on the scheduler's order.
func pace(values ...any) time.Duration {
	return time.Duration(100_000 + digest(values...)%900_000)
}

// upTo returns a random time below most, in nanoseconds.
func upTo(most time.Duration, r *rand.Rand) time.Duration {
	return time.Duration(r.Int64N(int64(most)))
}

// rest waits for d, and gives false if ctx ended before.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// paced is a store with the delays of a disk: each Update waits for a time of its own before the
// transaction and after it.
type paced struct{ store.Store }

// Update is store.Store's.
func (p paced) Update(f func(store.Tx) error) error {
	takes := pace(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
	time.Sleep(takes)
	err := p.Store.Update(f)
	time.Sleep(takes)
	return err
}
