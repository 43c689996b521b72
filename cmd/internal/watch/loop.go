package watch

import (
	"context"
	"log/slog"
	"time"
)

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

// Bell tells a loop to look again.
type Bell chan struct{}

// NewBell makes a Bell that has not been rung.
func NewBell() Bell { return make(Bell, 1) }

// Ring tells the loop to look again; a loop that has been told already is not told
// twice.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// Pause waits in real time; its error says that ctx has ended.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Linger is a context that ends some time after ctx does.
func Linger(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() { stop(); cancel() }
}

const (
	firstPause = time.Second
	longPause  = time.Minute // after each failure the pause doubles up to this
)

// Task is work that falls due again and again.
type Task struct {
	Name  string // for the log
	Clock Clock
	Bell  Bell // has the work looked at before its time; nil: nothing does
	Log   *slog.Logger
	// Do does what is due now and gives the time at which it wants to be called next:
	// the present or the past for at once.
	Do func(context.Context) (next time.Time, err error)
}

// Run does the task until ctx ends. After an error it does the task again after a
// second, then ever later, up to a minute.
func (t Task) Run(ctx context.Context) error {
	for wait := firstPause; ctx.Err() == nil; {
		next, err := t.Do(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			t.Log.Error(t.Name, "error", err, "pause", wait)
			Pause(ctx, wait)
			wait = min(2*wait, longPause)
			continue
		case next.After(t.Clock.Now()):
			reached, stop := t.Clock.Reach(next)
			select {
			case <-ctx.Done():
			case <-t.Bell:
			case <-reached:
			}
			stop()
		}
		wait = firstPause
	}
	return nil
}

// Retry tries to do a thing until that is done, or ctx ends, or the error is one that
// final accepts: after a second, then ever later, up to a minute.
func Retry(ctx context.Context, log *slog.Logger, trouble string, final func(error) bool, do func(context.Context) error) error {
	for wait := firstPause; ; wait = min(2*wait, longPause) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		if final(err) {
			return err
		}
		log.Error(trouble, "error", err, "pause", wait)
		if err := Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// Mutex is a lock whose holder may wait for the store or the next hop meanwhile. It
// is a channel because simulated time (testing/synctest) stands still for whoever
// waits for a sync.Mutex, and its holder might then wait for ever.
type Mutex chan struct{}

// NewMutex makes an open Mutex.
func NewMutex() Mutex { return make(Mutex, 1) }

// Lock waits until the Mutex is open and closes it.
func (m Mutex) Lock() { m <- struct{}{} }

// Unlock opens the Mutex.
func (m Mutex) Unlock() { <-m }
