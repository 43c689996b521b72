package clock

import (
	"sync"
	"time"

	"corrd/store"
)

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
