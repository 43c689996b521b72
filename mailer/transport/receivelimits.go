package transport

import (
	"cmp"
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

// leastPace is the number of octets in a second of waiting below which a client that sends
// a letter falls behind.
const leastPace = 1000

// eachFull is how often the log says that all places are taken.
const eachFull = time.Minute

// makeRoom ends a connection so that newcomer finds a place; false if none gives way. Of
// the clients that have kept corrd waiting longer than Idle, one of the host that holds
// most connections gives way. If there is none, a host that would still hold as many as the
// newcomer's host loses one, and a client that has named a recipient is the last to go. A client
// that waits for an answer of corrd keeps its place. The mutex is held.
func (r *Receiver) makeRoom(newcomer *clientConn) bool {
	now := time.Now()
	var first *clientConn
	for c := range r.clients {
		lag, awaited := c.lag(now)
		if !c.placed || !awaited || c.outside != newcomer.outside {
			continue
		}
		if lag <= r.options.Idle && r.hosts.weight(c.host) < r.hosts.weight(newcomer.host)+2 {
			continue
		}
		if first == nil || r.givesWay(c, first, now) > 0 {
			first = c
		}
	}
	if now.Sub(r.full) >= eachFull {
		r.full = now
		r.options.Log.Warn("all places for clients are taken", "outside", newcomer.outside,
			"peer", remoteIP(newcomer.Conn), "one gives way", first != nil)
	}
	if first != nil {
		r.turnOut(first, now)
	}
	return first != nil
}

// givesWay is positive if a has to give way before b, and negative if b has to.
func (r *Receiver) givesWay(a, b *clientConn, now time.Time) int {
	lagA, _ := a.lag(now)
	lagB, _ := b.lag(now)
	return cmp.Or(
		compareBool(lagA > r.options.Idle, lagB > r.options.Idle),
		cmp.Compare(r.hosts.weight(a.host), r.hosts.weight(b.host)),
		compareBool(b.begun, a.begun),
		cmp.Compare(lagA, lagB))
}

// compareBool is positive if only a holds, negative if only b holds, and else 0.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// turnOut takes the place of a client, who is told 421 where an answer can still be sent.
// The mutex is held.
func (r *Receiver) turnOut(c *clientConn, now time.Time) {
	r.giveBack(c)
	c.lastWord = now.Add(time.Second)
	c.Conn.SetWriteDeadline(c.lastWord)
	c.Conn.SetReadDeadline(time.Unix(1, 0))
}

// maxWaiting is the number of clients from inside that wait for a place.
const maxWaiting = 1000

// findPlace gives a client a place. A client from inside for whom there is none waits for
// the next one; false if a client cannot even wait. The mutex is held.
func (r *Receiver) findPlace(c *clientConn) bool {
	switch {
	case r.held[c.outside] < r.options.Connections:
		r.takePlace(c)
	case c.outside && !r.makeRoom(c), !c.outside && len(r.waiting) >= maxWaiting:
		return false
	case c.outside:
		r.takePlace(c)
	default:
		r.waiting = append(r.waiting, c)
		r.makeRoom(c)
	}
	return true
}

// hasPlace waits until a client has a place; false if there is none before Patience has
// passed.
func (r *Receiver) hasPlace(c *clientConn) bool {
	patience := time.NewTimer(r.options.Patience)
	defer patience.Stop()
	select {
	case <-c.turn:
		return true
	case <-patience.C:
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if at := slices.Index(r.waiting, c); at >= 0 {
		r.waiting = slices.Insert(slices.Delete(r.waiting, at, at+1), 0, c)
		if !r.makeRoom(c) {
			r.waiting = r.waiting[1:]
		}
	}
	return c.placed
}

// takePlace gives a client a place. The mutex is held.
func (r *Receiver) takePlace(c *clientConn) {
	c.placed = true
	close(c.turn)
	r.held[c.outside]++
	r.hosts.add(c.host, 1)
}

// giveBack takes the place of a client, for the client that has waited longest. The mutex
// is held.
func (r *Receiver) giveBack(c *clientConn) {
	c.placed = false
	r.held[c.outside]--
	r.hosts.add(c.host, -1)
	if !c.outside && len(r.waiting) > 0 {
		next := r.waiting[0]
		r.waiting = r.waiting[1:]
		r.takePlace(next)
	}
}

// callAll ends all waiting for a place. The mutex is held.
func (r *Receiver) callAll() {
	for _, c := range r.waiting {
		r.takePlace(c)
	}
	r.waiting = nil
}

// lag returns how long corrd has heard nothing of a client, or by how much a client falls
// behind leastPace since its letter began, whichever is longer. The commands before a
// letter have no pace and only take time. A client that corrd does not wait for is not
// awaited. The receiver's mutex is held.
func (l *clientConn) lag(now time.Time) (lag time.Duration, awaited bool) {
	if l.awaited.IsZero() || l.whole {
		return 0, false
	}
	silent := now.Sub(l.awaited)
	return max(silent, l.spent+silent-time.Duration(l.octets)*time.Second/leastPace), true
}

// await does something for which the client has to send or to take octets, and counts the
// time and the octets of the client. corrd waits for the client from the beginning of a reply
// until the client has sent something.
func (l *clientConn) await(do func() (int, error), reply bool) (int, error) {
	l.receiver.mutex.Lock()
	if l.awaited.IsZero() {
		l.awaited = time.Now()
	}
	l.receiver.mutex.Unlock()
	n, err := do()
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	now := time.Now()
	l.spent += now.Sub(l.awaited)
	l.awaited = time.Time{}
	if reply {
		l.awaited = now
	}
	if l.busy {
		l.octets += n
	}
	return n, err
}
