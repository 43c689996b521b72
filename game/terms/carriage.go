package terms

import (
	"slices"
	"strings"

	"corrd/game/carrier"
	"corrd/interpret"
)

// Carriers gives the terms of carriage of the game.
func (t Terms) Carriers() carrier.Settings {
	if t.Carriage == nil {
		return carrier.Default()
	}
	return *t.Carriage
}

// WithoutIdle gives the terms without what the defaults of a server say of carriers that
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

// ByCard says, in a sentence, why no side can play by real cards on the terms; "" where one can.
func (t Terms) ByCard() string {
	if c := t.Carriers().Carrier(); !c.AtOnce() && !c.Dates() {
		return "A player without a mailbox can play by e-mail or by post, and not by a carrier whose charges and hours no card knows: leave out the term \"medium\", or write \"medium post\"."
	}
	if !t.Time.Daily() {
		return "A player without a mailbox needs a time that is counted in days, as in \"time 10 moves in 30 days\", or none."
	}
	return ""
}
