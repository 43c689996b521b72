package clerk

import (
	"context"
	"errors"
	"time"

	"corrd/mailer/transport"
	"corrd/store"
)

// The clerk's loops run side by side, each until its context ends; here is what
// they are made of.

// Together runs loops until ctx ends or one of them returns, and returns when all
// have. Its error is that of the first to fail by itself: what the others say of
// being stopped does not count.
func Together(ctx context.Context, loops ...func(context.Context) error) (first error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, len(loops))
	for _, loop := range loops {
		go func() { ended <- loop(ctx) }()
	}
	for range loops {
		if err := <-ended; ctx.Err() == nil {
			first = err
		}
		stop()
	}
	return first
}

// wake tells a loop to look again; a loop that has been told already is not
// told twice.
func wake(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

// pause waits in real time.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// linger is a context that ends some time after ctx does.
func linger(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() { stop(); cancel() }
}

// persist tries to do a thing until it is done, or ctx ends: again after a second,
// then ever later, up to a minute. Damage of the
// store, a disk that fails, and a mailbox at which another corrd works, it returns.
func (c *Clerk) persist(ctx context.Context, trouble string, do func(context.Context) error) error {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		err := do(ctx)
		switch {
		case err == nil, ctx.Err() != nil:
			return ctx.Err()
		case damage(err), errors.Is(err, store.ErrBroken), errors.Is(err, transport.ErrLeased):
			return withRemedy(err)
		}
		c.log.Error(trouble, "error", err, "pause", wait)
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// turn is a lock whose holder may wait for the store or the next hop meanwhile. It
// is a channel because simulated time (testing/synctest) stands still for whoever
// waits for a mutex, and its holder might then wait for ever.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) take() { t <- struct{}{} }

func (t turn) pass() { <-t }
