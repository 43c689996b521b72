package transport

import (
	"sync"
	"time"
)

// arrivals are the letters that a Receiver has read and has not yet delivered: the
// sender's domain is asked, or they wait for a place.
type arrivals struct {
	mutex sync.Mutex
	since map[*receiving]time.Time
}

// begin notes that a letter has come, and gives the time of its receipt. Who asks
// later knows of every letter received before.
func (a *arrivals) begin(s *receiving) time.Time {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.since == nil {
		a.since = map[*receiving]time.Time{}
	}
	a.since[s] = time.Now()
	return a.since[s]
}

func (a *arrivals) end(s *receiving) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	delete(a.since, s)
}

// Undelivered reports whether there is a letter that was received by an instant and
// has been neither delivered nor refused.
func (r *Receiver) Undelivered(by time.Time) bool {
	r.arrivals.mutex.Lock()
	defer r.arrivals.mutex.Unlock()
	for _, at := range r.arrivals.since {
		if !at.After(by) {
			return true
		}
	}
	return false
}
