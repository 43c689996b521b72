package transport

import (
	"net"
	"strings"
	"sync"
	"time"
)

// Rate is how many letters are taken from one source: Burst at once, and one
// more whenever Every has passed. The zero Rate has the default, 200 and 5
// seconds, which no club meets; a negative Burst takes any number. A letter from a
// host outside counts once more for every 32 KiB it has, and for each recipient.
type Rate struct {
	Burst int
	Every time.Duration
}

func (r Rate) orDefault() Rate {
	if r.Burst == 0 {
		r.Burst = 200
	}
	if r.Every <= 0 {
		r.Every = 5 * time.Second
	}
	return r
}

// longLetter is the size above which a letter needs a place among the long ones. Of
// those maxLarge are held at a time and maxHeavy read and stored, so that many at once
// do not take the memory of the machine.
const (
	longLetter = 64 << 10
	maxLarge   = 16
	maxHeavy   = 2
)

// places are as many as the channel has room for.
type places chan struct{}

// hold is the places that a letter has taken.
type hold struct {
	patience time.Duration
	taken    []places
}

// enter takes a place, if there is one in time.
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

// meter counts letters by source against a rate, as a token bucket of each: it
// keeps when the bucket will be full again.
type meter struct {
	rate Rate

	mutex sync.Mutex
	full  map[string]time.Time
}

// maxSources is the number of sources that are counted at a time. Those whose
// buckets are full are forgotten first; if that is not enough, all are.
const maxSources = 10000

func newMeter(r Rate) *meter { return &meter{rate: r, full: map[string]time.Time{}} }

// take counts letters of that source; false if it has sent too many.
func (m *meter) take(source string, letters int, now time.Time) bool {
	if m.rate.Burst < 0 {
		return true
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	full := m.full[source]
	if full.Before(now) {
		full = now
	}
	if full.Sub(now) > time.Duration(m.rate.Burst-letters)*m.rate.Every {
		return false
	}
	if len(m.full) >= maxSources {
		m.forget(now)
	}
	m.full[source] = full.Add(time.Duration(letters) * m.rate.Every)
	return true
}

func (m *meter) forget(now time.Time) {
	for source, full := range m.full {
		if !full.After(now) {
			delete(m.full, source)
		}
	}
	if len(m.full) >= maxSources {
		clear(m.full)
	}
}

// source is whose letters are counted together. A host that comes from outside
// is known by its address, which it cannot choose. Of letters through our own
// MTA the reverse path and the recipient together are counted: who writes in a
// player's name does not know the player's keyed address, and so cannot shut the
// door on him.
func source(remote net.IP, lmtp bool, from, to string) string {
	if isOutside(remote) && !lmtp {
		return network(remote)
	}
	return strings.ToLower(from + " " + to)
}

// letterUnit is the size of which a letter from outside counts as one more.
const letterUnit = 32 << 10

// affords counts what a letter from a host outside is longer than others; false if its
// host has sent too much. Without this bound one host fills the disk with few letters.
func (s *receiving) affords(size, recipients int) bool {
	more := min(size/letterUnit*recipients, s.receiver.meter.rate.Burst/2) // so that any letter is taken from a host that has sent little
	return more <= 0 || !isOutside(s.peer()) || s.receiver.meter.take(network(s.peer()), more, time.Now())
}

// isOutside tells addresses on the public network.
func isOutside(ip net.IP) bool {
	return ip != nil && !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
}

// network is what one host has of addresses: one of IPv4, 2^64 of IPv6.
func network(ip net.IP) string {
	if v4 := ip.To4(); v4 != nil {
		return v4.String()
	}
	return ip.Mask(net.CIDRMask(64, 128)).String()
}

// remoteIP is the client's address; nil on a unix socket.
func remoteIP(conn net.Conn) net.IP {
	if remote, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		return remote.IP
	}
	return nil
}
