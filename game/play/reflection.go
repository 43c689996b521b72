package play

import (
	"time"

	"corrd/game"
)

// carriage writes the zone of the hours into the terms of a game that begins, where its carrier takes time or a session
// has an end, and gives the seed of chance on the way: the seed that the terms name, or a drawn one that stands in no
// terms, because whoever has the seed can foresee what will be lost.
func (a *Start) carriage(zone string) (named, drawn uint64) {
	settings := a.Terms.Carriers()
	atOnce := settings.Carrier().AtOnce() && a.ByCard == [2]bool{}
	if atOnce && a.Terms.Time.Until == "" {
		return 0, 0
	}
	settings.Zone = zone
	a.Terms.Carriage = &settings
	switch {
	case atOnce:
		return 0, 0
	case settings.Seed != 0:
		return settings.Seed, 0
	}
	return 0, a.Seed
}

// hours gives the zone of the hours of the day that the terms of a game name: the zone that the start of the game has
// written, so that no alarm, whenever and wherever it rings, reads another clock; or that of an instant.
func hours(s game.State, now time.Time) *time.Location {
	if settings := s.Terms.Carriers(); settings.Zone != "" {
		return settings.Location()
	}
	return now.Location()
}
