package terms

import (
	"slices"

	"corrd/game/carrier"
)

// Carriers gives the terms of carriage of the game.
func (t Terms) Carriers() carrier.Settings {
	if t.Carriage == nil {
		return carrier.Default()
	}
	return *t.Carriage
}

// carriage is a term of carriage.
func carriage(key string) term {
	set := func(t *Terms, value string) string {
		changed, refusal := t.Carriers().Set(key, value)
		if refusal == "" {
			t.Carriage, t.Medium = &changed, changed.Medium
			if slices.Equal(changed.Lines(), carrier.Default().Lines()) {
				t.Carriage = nil
			}
		}
		return refusal
	}
	return term{key, set, func(t Terms) string { return t.Carriers().Value(key) }}
}
