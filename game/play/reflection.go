package play

import (
	"time"

	"corrd/game"
)

// carriage writes the time zone of the hours into the terms of a game that begins, if its carrier
// takes time or a session has an end. carriage also gives the seed of chance on the way: named is
// the seed in the terms, or drawn is a random seed. A random seed is not in the terms, because a
// person who knows the seed can foresee what will be lost.
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

// hours returns the time zone of the hours of the day that the terms of a game name: the zone that
// was written into the terms when the game began, so that it does not depend on where an alarm
// rings, or else the zone of now.
func hours(s game.State, now time.Time) *time.Location {
	if settings := s.Terms.Carriers(); settings.Zone != "" {
		return settings.Location()
	}
	return now.Location()
}
