package play

// carriage writes into the terms of a game that begins the zone of the hours, where its
// carrier takes time, and gives the seed of what happens on the way: the one that the terms
// name, or one that is drawn and in no terms, because who knows it knows what will be lost.
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
