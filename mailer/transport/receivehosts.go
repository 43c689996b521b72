package transport

import "net"

// The addresses outside are counted by what one host commands: one address of IPv4, and of IPv6 a
// /64 as well as the /48 around it, of which a provider gives whole ones to single customers.

// span is a set of addresses that are counted together, and how many times what one host may have
// they may have.
type span struct {
	name   string
	shares int
}

// sharesOf48 is how many times what a /64 may have a /48 may have.
const sharesOf48 = 4

// spansOf returns the spans in which an address is counted, the narrowest first.
func spansOf(ip net.IP) []span {
	if v4 := ip.To4(); v4 != nil || len(ip) != net.IPv6len {
		return []span{{ip.String(), 1}}
	}
	masked := func(bits int) string {
		return (&net.IPNet{IP: ip.Mask(net.CIDRMask(bits, 128)), Mask: net.CIDRMask(bits, 128)}).String()
	}
	return []span{{masked(64), 1}, {masked(48), sharesOf48}}
}

// isOutside reports whether an address is on the public network.
func isOutside(ip net.IP) bool {
	return ip != nil && !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
}

// remoteIP returns the address of a client; nil on a unix socket.
func remoteIP(conn net.Conn) net.IP {
	if remote, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		return remote.IP
	}
	return nil
}

// tally counts the clients of each span by its name.
type tally map[string]int

// add counts n clients more, or fewer.
func (t tally) add(spans []span, n int) {
	for _, s := range spans {
		if t[s.name] += n; t[s.name] == 0 {
			delete(t, s.name)
		}
	}
}

// weight returns how many clients a host has of what one host may have: the most that one of its
// spans has for each of its shares, rounded up.
func (t tally) weight(spans []span) (most int) {
	for _, s := range spans {
		most = max(most, (t[s.name]+s.shares-1)/s.shares)
	}
	return most
}

// full reports whether one of the spans has as many clients as it may have.
func (t tally) full(spans []span, each int) bool {
	for _, s := range spans {
		if t[s.name] >= each*s.shares {
			return true
		}
	}
	return false
}
