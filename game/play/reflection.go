package play

// carriage writes the zone of the hours into the terms of a game that begins, where its carrier takes time, and gives
// the seed of chance on the way: the seed that the terms name, or a drawn one that stands in no terms, because whoever
// has the seed can foresee what will be lost.
func (a *Start) carriage(zone string) (named, drawn uint64) {
	settings := a.Terms.Carriers()
	if settings.Carrier().AtOnce() && a.ByCard == [2]bool{} {
		return 0, 0
	}
	settings.Zone = zone
	a.Terms.Carriage = &settings
	if settings.Seed != 0 {
		return settings.Seed, 0
	}
	return 0, a.Seed
}
