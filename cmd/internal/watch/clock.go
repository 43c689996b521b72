package watch

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"corrd/store"
)

// Clock is the one door to the time of day: the machine's clock, the clock of a store that daemons
// share, or a virtual one that stands still until somebody sets it.
type Clock interface {
	// Now is the present, UTC, in whole seconds.
	Now() time.Time
	// Reach returns a channel that is closed, or receives, when at has come.
	// stop releases it early.
	Reach(at time.Time) (reached <-chan time.Time, stop func())
	// Mode is "real" or "virtual".
	Mode() string
	// Stopwatch starts and tells how long ago that was, whatever the clock is
	// set to meanwhile; nil from a clock that only corrd sets, and that stands
	// still while corrd is down.
	Stopwatch() func() time.Duration
	// Ahead is by how much the clock is ahead of the machine's; 0 from a virtual clock.
	Ahead() time.Duration
}

// Real is the machine's clock.
type Real struct{}

// Now reads the machine's clock.
func (Real) Now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// Reach waits on the machine's clock.
func (Real) Reach(at time.Time) (<-chan time.Time, func()) {
	t := time.NewTimer(time.Until(at))
	return t.C, func() { t.Stop() }
}

// Mode is "real".
func (Real) Mode() string { return "real" }

// Stopwatch measures with the clock that nobody can set.
func (Real) Stopwatch() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

// Ahead is 0.
func (Real) Ahead() time.Duration { return 0 }

// Virtual is a clock that stands still until somebody sets it.
type Virtual struct {
	mu      sync.Mutex
	now     time.Time
	waiting map[chan time.Time]time.Time
}

// NewVirtual makes a clock that reads start.
func NewVirtual(start time.Time) *Virtual {
	return &Virtual{now: start.UTC().Truncate(time.Second), waiting: map[chan time.Time]time.Time{}}
}

// Now returns the time to which the clock was last set.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Reach waits until the clock has been set to at or later.
func (v *Virtual) Reach(at time.Time) (<-chan time.Time, func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	ch := make(chan time.Time, 1)
	if !at.After(v.now) {
		ch <- v.now
		return ch, func() {}
	}
	v.waiting[ch] = at
	return ch, func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		delete(v.waiting, ch)
	}
}

// Set moves the clock forward to at; it never goes back.
func (v *Virtual) Set(at time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if at.Before(v.now) {
		return
	}
	v.now = at.UTC().Truncate(time.Second)
	for ch, due := range v.waiting {
		if !due.After(v.now) {
			ch <- v.now
			delete(v.waiting, ch)
		}
	}
}

// Mode is "virtual".
func (v *Virtual) Mode() string { return "virtual" }

// Stopwatch is nil: a virtual clock cannot jump.
func (v *Virtual) Stopwatch() func() time.Duration { return nil }

// Ahead returns 0, because nothing that is dated by the machine meets a virtual clock.
func (v *Virtual) Ahead() time.Duration { return 0 }

// keptAs is the setting that keeps the time of a virtual clock over restarts.
const keptAs = "virtual_now"

// Resume makes a virtual clock that goes on from the time that db keeps, or from start
// where db keeps none, and that reads least at least.
func Resume(db store.Store, start, least time.Time) (*Virtual, error) {
	clock := NewVirtual(start)
	err := db.View(func(v store.View) error {
		kept, ok, err := v.Setting(keptAs)
		if err != nil || !ok {
			return err
		}
		at, err := time.Parse(time.RFC3339, kept)
		clock.Set(at)
		return err
	})
	clock.Set(least)
	return clock, err
}

// SetIn sets the clock to at once db keeps that time.
func (v *Virtual) SetIn(db store.Store, at time.Time) error {
	err := db.Update(func(tx store.Tx) error { return tx.SetSetting(keptAs, at.UTC().Format(time.RFC3339)) })
	if err == nil {
		v.Set(at)
	}
	return err
}

// Shared is the clock of a store on which daemons of several machines work: between two
// looks at the clock of the store it goes on with the clock of this machine that nobody
// can set. So all daemons tell the same time, whatever their machines' clocks read.
type Shared struct {
	mu      sync.Mutex
	read    time.Time // what the clock of the store showed
	at      time.Time // when, by the clock of this machine
	halfway time.Duration
}

// NewShared makes the clock of a store.
func NewShared(db store.Store) (*Shared, error) {
	s := &Shared{}
	return s, s.Sync(db)
}

// Sync looks at the clock of the store.
func (s *Shared) Sync(db store.Store) error {
	var read time.Time
	began := time.Now()
	if err := db.View(func(v store.View) error { read = v.Now(); return nil }); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read, s.at, s.halfway = read, began, time.Since(began)/2
	return nil
}

// exact is the present, with parts of seconds.
func (s *Shared) exact() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read.Add(time.Since(s.at) - s.halfway)
}

// Now is the present by the clock of the store.
func (s *Shared) Now() time.Time { return s.exact().UTC().Truncate(time.Second) }

// Reach waits until the clock of the store reads at.
func (s *Shared) Reach(at time.Time) (<-chan time.Time, func()) {
	t := time.NewTimer(at.Sub(s.exact()))
	return t.C, func() { t.Stop() }
}

// Mode is "real".
func (*Shared) Mode() string { return Real{}.Mode() }

// Stopwatch measures with the clock that nobody can set.
func (*Shared) Stopwatch() func() time.Duration { return Real{}.Stopwatch() }

// Ahead is by how much the clock of the store is ahead of the machine's.
func (s *Shared) Ahead() time.Duration { return time.Until(s.exact()) }

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
	// Do does what is due now and returns the time at which it wants to be called next: the present
	// or the past for at once.
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
