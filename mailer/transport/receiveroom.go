package transport

import (
	"cmp"
	"slices"
	"time"
)

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

// findPlace returns a client a place. A client from inside for whom there is none waits for
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
