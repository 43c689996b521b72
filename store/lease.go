package store

import "time"

// Several daemons may work on one store. Two marks in the store say what a daemon has in hand: a
// lease gives a name to a daemon until a time, and a claim gives a row of the outbox to a daemon
// for as long as the daemon's own lease (NodeLease) lasts. A daemon renews its lease while the
// daemon runs. When the daemon dies, its lease runs out, and with the lease all the daemon's
// claims end. Leases and claims go by the time of the store, and therefore the clocks of the
// daemons' machines may differ. Leases and claims only save work that would be done twice. Where
// doing a thing twice must not happen, a transaction decides, which reads what has already been
// done.

// Lease is a name that a daemon holds until a time.
type Lease struct {
	Name  string
	By    string // the name of the daemon
	Note  string // what the daemon says beside the name
	Until time.Time
}

// Alive reports whether somebody holds the lease and the lease has not run out at the time now of
// the store.
func (l Lease) Alive(now time.Time) bool { return l.By != "" && now.Before(l.Until) }

// NodeLease returns the name of the lease that a daemon must hold for its claims to last.
func NodeLease(by string) string { return "node/" + by }

// Claim says which daemon has a row of the outbox in hand.
type Claim struct {
	Row int64
	By  string
}
