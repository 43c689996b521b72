package sim

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"time"

	"corrd/store"
)

// pace gives how long something with a name takes: less than a millisecond, and a number of nanoseconds of its own. So
// nobody acts at the same instant as another, and what follows from their acts does not depend on who has their turn
// first.
func pace(values ...any) time.Duration {
	return time.Duration(100_000 + digest(values...)%900_000)
}

// upTo is a time that chance gives, to the nanosecond, and less than most.
func upTo(most time.Duration, r *rand.Rand) time.Duration {
	return time.Duration(r.Int64N(int64(most)))
}

// rest lets time pass; false: ctx has ended before.
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

// paced is a store on a disk: whoever has something to write needs a time of their own to ask for the transaction, and
// to hear that it is done.
type paced struct{ store.Store }

// Update is store.Store's.
func (p paced) Update(f func(store.Tx) error) error {
	takes := pace(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
	time.Sleep(takes)
	err := p.Store.Update(f)
	time.Sleep(takes)
	return err
}
