package terms

import (
	"slices"
	"strings"

	"corrd/game/carrier"
	"corrd/game/reason"
	"corrd/interpret"
)

// unsaid is the carriage of games about whose carriage nothing is said.
var unsaid = carrier.Default()

// Carriers returns the terms of carriage of the game.
func (t Terms) Carriers() carrier.Settings {
	if t.Carriage == nil {
		return unsaid
	}
	return *t.Carriage
}

// WithoutIdle returns the terms without what the defaults of a server say of carriers that
// the game does not have and the written terms do not speak of.
func (t Terms) WithoutIdle(written []interpret.Term) Terms {
	if t.Carriage == nil {
		return t
	}
	s := t.Carriage.WithoutIdle(func(key string) bool {
		return slices.ContainsFunc(written, func(w interpret.Term) bool { return strings.EqualFold(strings.TrimSpace(w.Key), key) })
	})
	if t.Carriage = &s; slices.Equal(s.Lines(), carrier.Default().Lines()) {
		t.Carriage = nil
	}
	return t
}

// carriage is a term of carriage.
func carriage(key string) term {
	set := func(t *Terms, value string) reason.Reason {
		changed, refusal := t.Carriers().Set(key, value)
		if refusal == "" {
			t.Carriage, t.Medium = &changed, changed.Medium
			if changed.Zone == "" && slices.Equal(changed.Lines(), carrier.Default().Lines()) {
				t.Carriage = nil
			}
		}
		return refusal
	}
	return term{key, set, func(t Terms) string { return t.Carriers().Value(key) }}
}

// ByCard says why no side can play by real cards on the terms; "" where one can.
func (t Terms) ByCard() reason.Reason {
	if c := t.Carriers().Carrier(); !c.AtOnce() && !c.Dates() {
		return reason.Because("refused medium by card")
	}
	if !t.Time.Daily() {
		return reason.Because("refused time by card")
	}
	return ""
}
