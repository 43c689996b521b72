package store

import "time"

// Several daemons may work on one store. A daemon leaves alone what another has in hand, by two marks in the store: a
// lease gives a name to a daemon until a time, and a claim gives a row of the outbox to a daemon for as long as that
// daemon's own lease (NodeLease) lasts. A daemon renews its lease while it runs; when the daemon dies, the lease runs
// out, and with the lease all the daemon's claims. Leases and claims go by the time of the store, so that the clocks of
// the daemons' machines may differ. They only save work that would be done twice. What must not happen twice is decided
// in a transaction, which finds what has happened.

// Lease is a name that a daemon holds until a time.
type Lease struct {
	Name  string
	By    string // the name of the daemon
	Note  string // what the daemon says beside the name
	Until time.Time
}

// Alive reports whether a lease has not run out at a time of the store.
func (l Lease) Alive(now time.Time) bool { return l.By != "" && now.Before(l.Until) }

// NodeLease names the lease that the claims of a daemon last by.
func NodeLease(by string) string { return "node/" + by }

// Claim is a row of the outbox that a daemon has in hand.
type Claim struct {
	Row int64
	By  string
}
