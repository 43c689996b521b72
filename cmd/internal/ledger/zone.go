package ledger

import (
	"errors"
	"time"

	"corrd/store"
)

// ZoneOf returns the time zone in which a player reads times: the zone that the player has set, or
// else the server's.
func (l *Ledger) ZoneOf(p store.Player) *time.Location {
	if name := p.Settings["timezone"]; name != "" {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone
		}
	}
	return l.Zone
}

// ZoneAt returns the time zone in which the person with an address reads times.
func (l *Ledger) ZoneAt(v store.View, address string) (*time.Location, error) {
	p, err := v.PlayerAt(address)
	if errors.Is(err, store.ErrNotFound) {
		return l.Zone, nil
	}
	return l.ZoneOf(p), err
}
