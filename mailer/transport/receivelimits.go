package transport

import (
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// Rate is how many letters are taken from one source: Burst at once, and one more whenever
// Every has passed. A negative Burst takes any number. A letter from a host outside counts
// once more for each 32 KiB and each recipient.
type Rate struct {
	Burst int
	Every time.Duration
}

// longLetter is the size in octets above which a letter needs a place among the long ones.
// At most maxLarge long letters are held at a time, and at most maxHeavy of those are in
// Deliver, so that they do not take the memory of the machine.
const (
	longLetter = 64 << 10
	maxLarge   = 16
	maxHeavy   = 2
)

// places are a semaphore: as many places as the channel has room.
type places chan struct{}

// hold is the places that one letter has taken.
type hold struct {
	patience time.Duration
	taken    []places
}

// enter takes a place; false if none is free before patience has passed.
func (h *hold) enter(p places) bool {
	patience := time.NewTimer(h.patience)
	defer patience.Stop()
	select {
	case p <- struct{}{}:
		h.taken = append(h.taken, p)
		return true
	case <-patience.C:
		return false
	}
}

// leave gives all places back.
func (h *hold) leave() {
	for _, p := range h.taken {
		<-p
	}
}

// meter counts letters by source against a rate. Each source has a token bucket, kept as
// the time when the bucket is full again.
type meter struct {
	rate Rate

	mutex sync.Mutex
	full  map[string]time.Time
}

// maxSources is the number of sources that are counted at a time. Sources with full buckets are
// dropped first; if that is not enough, the tenth of the sources is whose buckets are full the
// soonest. Those that have sent the most stay counted, however many others come.
const maxSources = 10000

func newMeter(r Rate) *meter { return &meter{rate: r, full: map[string]time.Time{}} }

// take counts letters in each span of a source; false, and nothing is counted, if one of the spans
// has sent too many.
func (m *meter) take(source []span, letters int, now time.Time) bool {
	if m.rate.Burst < 0 {
		return true
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	full := make([]time.Time, len(source))
	for i, s := range source {
		if full[i] = m.full[s.name]; full[i].Before(now) {
			full[i] = now
		}
		every := m.rate.Every / time.Duration(s.shares)
		if full[i].Sub(now) > time.Duration(m.rate.Burst*s.shares-letters)*every {
			return false
		}
		full[i] = full[i].Add(time.Duration(letters) * every)
	}
	for i, s := range source {
		if _, counted := m.full[s.name]; !counted && len(m.full) >= maxSources {
			m.forget(now)
		}
		m.full[s.name] = full[i]
	}
	return true
}

// forget drops the sources with full buckets or, if there are none, a tenth of the sources.
func (m *meter) forget(now time.Time) {
	maps.DeleteFunc(m.full, func(_ string, full time.Time) bool { return !full.After(now) })
	if len(m.full) < maxSources {
		return
	}
	soonest := slices.SortedFunc(maps.Keys(m.full), func(a, b string) int { return m.full[a].Compare(m.full[b]) })
	for _, source := range soonest[:maxSources/10] {
		delete(m.full, source)
	}
}

// source says whose letters are counted together. A host outside is known by its network
// address, which the host cannot choose. Of letters through an MTA of this host the reverse
// path and the recipient are counted together: an impostor does not know a player's keyed
// address, and so cannot use up the player's rate.
func source(remote net.IP, lmtp bool, from, to string) []span {
	if isOutside(remote) && !lmtp {
		return spansOf(remote)
	}
	return []span{{strings.ToLower(from + " " + to), 1}}
}

// letterUnit is the number of octets for which a letter from outside counts once more.
const letterUnit = 32 << 10

// affords counts the length of a letter from a host outside; false if the host has sent too
// much. Without this bound one host could fill the disk with few letters.
func (s *receiving) affords(size, recipients int) bool {
	more := min(size/letterUnit*recipients, s.receiver.meter.rate.Burst/2) // a host that has sent little may send any letter
	return more <= 0 || !isOutside(s.peer()) || s.receiver.meter.take(spansOf(s.peer()), more, time.Now())
}

// arrivals are the letters that a Receiver has read and has neither delivered nor refused:
// their author is checked, or they wait for a place.
type arrivals struct {
	mutex sync.Mutex
	since map[*receiving]time.Time
}

// begin notes that a letter has come, and returns the time of its receipt. Undelivered
// knows of the letter from that time on.
func (a *arrivals) begin(s *receiving) time.Time {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.since == nil {
		a.since = map[*receiving]time.Time{}
	}
	a.since[s] = time.Now()
	return a.since[s]
}

// end notes that the letter was delivered or refused.
func (a *arrivals) end(s *receiving) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	delete(a.since, s)
}

// Undelivered reports whether a letter that was received by an instant has been neither
// delivered nor refused.
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
