package transport

import (
	"fmt"
	"net"
	"slices"
	"testing"
	"time"
)

func TestSpansOf(t *testing.T) {
	for address, want := range map[string][]span{
		"192.0.2.7":                 {{"192.0.2.7", 1}},
		"::ffff:192.0.2.7":          {{"192.0.2.7", 1}},
		"2001:db8:1:2::7":           {{"2001:db8:1:2::/64", 1}, {"2001:db8:1::/48", sharesOf48}},
		"2001:db8:1:ffff:f:f:f:f":   {{"2001:db8:1:ffff::/64", 1}, {"2001:db8:1::/48", sharesOf48}},
		"2001:db8:1::":              {{"2001:db8:1::/64", 1}, {"2001:db8:1::/48", sharesOf48}},
		"2002:c000:207:5::7":        {{"2002:c000:207:5::/64", 1}, {"2002:c000:207::/48", sharesOf48}},
		"2001:db8:2:ffff:0:0:0:ff1": {{"2001:db8:2:ffff::/64", 1}, {"2001:db8:2::/48", sharesOf48}},
	} {
		if got := spansOf(net.ParseIP(address)); !slices.Equal(got, want) {
			t.Errorf("%s is counted in %v, want %v", address, got, want)
		}
	}
	if len(spansOf(nil)) != 1 {
		t.Error("a client of a unix socket is counted nowhere")
	}
}

// prefixes are addresses in different networks of 64 bits of one network of 48.
func prefixes(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("2001:db8:7:%x::1", i))
	}
	return all
}

// TestWholeNetworkOfIPv6Connects: a /48 has the connections of a few hosts, however many of its
// networks they come from, and a host elsewhere finds a place.
func TestWholeNetworkOfIPv6Connects(t *testing.T) {
	var box postbox
	const each = 3
	r := startFull(t, ReceiverOptions{FromOneHost: each}, box.deliver, append(prefixes(each*sharesOf48+2), "2001:db8:8::1")...)
	for range each * sharesOf48 {
		r.dial()
	}
	r.refused("421 4.7.0")
	r.refused("421 4.7.0")
	r.dial().send()
}

// TestWholeNetworkOfIPv6GivesWay: where all places are taken, one client each from the networks of
// a /48, the /48 counts as one host with many, and loses places to a newcomer.
func TestWholeNetworkOfIPv6GivesWay(t *testing.T) {
	var box postbox
	places := 3 * sharesOf48
	r := startFull(t, ReceiverOptions{Connections: places}, box.deliver, append(prefixes(places), "192.0.2.8", "192.0.2.9")...)
	var idle []*client
	for range places {
		idle = append(idle, r.dial())
	}
	for range 2 {
		r.dial().send()
		idle = turnedOut(idle)
	}
}

// TestWholeNetworkOfIPv6Sends: a /48 may send what a few hosts may, no more after the same time
// than they, and a refused letter costs none of its hosts anything.
func TestWholeNetworkOfIPv6Sends(t *testing.T) {
	var box postbox
	const burst = 2
	hosts := append(prefixes(burst*sharesOf48+1), "2001:db8:8::1")
	r := startFull(t, ReceiverOptions{Rate: Rate{Burst: burst, Every: time.Hour}}, box.deliver, hosts...)
	for n := range hosts {
		c, code := r.dial(), "250"
		if n == burst*sharesOf48 {
			code = "451 4.7.0"
		}
		c.command("EHLO host.example", "250")
		c.names(n, code)
	}

	now := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	m := newMeter(Rate{Burst: burst, Every: time.Minute})
	taken := func() (n int) {
		for i := range 1 << 12 {
			if m.take(spansOf(net.ParseIP(fmt.Sprintf("2001:db8:7:%x::1", i))), 1, now) {
				n++
			}
		}
		return n
	}
	for at, want := range []int{burst * sharesOf48, sharesOf48, 0} {
		if got := taken(); got != want {
			t.Errorf("%d letters were taken at time %d, want %d", got, at, want)
		}
		if at == 0 {
			now = now.Add(time.Minute)
		}
	}
	if host := "2001:db8:7:fff::/64"; !m.full[host].IsZero() {
		t.Errorf("%s, of which no letter was taken, is counted", host)
	}
}
