package terms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/reason"
	"corrd/interpret"
)

// term is one term: its key, how it is set, and how it is written. set refuses a value that the term cannot have, or
// that corrd does not play yet.
type term struct {
	key   string
	set   func(t *Terms, value string) (refusal reason.Reason)
	write func(t Terms) string
}

// table lists the terms in the order in which they are printed.
var table = []term{
	{"code", setCode, func(t Terms) string { return t.Code }},
	{"annex", setAnnex, func(t Terms) string { return t.Annex }},
	{"time", setTime, func(t Terms) string { return t.Time.String() }},
	{"notation", setNotation, func(t Terms) string { return strings.Join(t.Notation, ", ") }},
	choice("errors", func(t *Terms) *string { return &t.Errors }, ErrorsLaw, CourteousFirst, Courteous),
	choice("assistance", func(t *Terms) *string { return &t.Assistance }, PerCode, AnyMeans, Bound),
	{"late", setLate, func(t Terms) string { return or(t.Late, lateForfeit) }},
	choice("first move", func(t *Terms) *string { return &t.First }, PerCode, "white", "black"),
	{"leave", setLeave, func(t Terms) string { return t.Leave }},
	choice("conditionals", func(t *Terms) *string { return &t.Conditionals }, shown, sealed),
	{"check", setCheck, func(t Terms) string { return or(t.Check, PerCode) }},
	{"odds", setOdds, func(t Terms) string { return t.Odds.String() }},
	choice("colour", func(t *Terms) *string { return &t.Colour }, "lot", "white", "black"),
	{"games", setGames, func(t Terms) string { return strconv.Itoa(t.Games) }},
	choice("board", func(t *Terms) *string { return &t.Board }, diagram, blindfold),
	{"publish", setPublish, func(t Terms) string { return or(t.Publish, never) }},
	{"observers", setObservers, func(t Terms) string { return or(t.Observers, no) }},
	{"umpire", setUmpire, func(t Terms) string { return or(t.Umpire, server) }},
	{"position", setPosition, func(t Terms) string { return or(t.Position, "array") }},
}

// init adds the terms of carriage to the table, before the odds.
func init() {
	at := slices.IndexFunc(table, func(known term) bool { return known.key == "odds" })
	for _, key := range slices.Backward(carrier.Keys()) {
		table = slices.Insert(table, at, carriage(key))
	}
}

// otherTerms are the terms of a challenge that are none of a game's, or that corrd
// does not know how to play, and why they are refused.
var otherTerms = map[string]reason.Reason{"side": reason.Because("refused side")}

// Parse returns the defaults with the terms written put in their place. The
// refusal is "", or says why the first term is refused that does not
// exist, has no such value, is not played yet, or cannot stand with another; the
// defaults then come back untouched.
func Parse(written []interpret.Term, defaults Terms) (t Terms, refusal reason.Reason) {
	t = defaults
	t.Notation = slices.Clone(defaults.Notation)
	for i, w := range written {
		if refusal := cmp.Or(t.put(w), twice(w, written[:i])); refusal != "" {
			return defaults, refusal
		}
	}
	if !slices.ContainsFunc(written, func(w interpret.Term) bool { return w.Key == "leave" }) && !t.Carriers().Carrier().Leave() {
		t.Leave = "none"
	}
	if refusal := t.clash(); refusal != "" {
		return defaults, refusal
	}
	return t, ""
}

// keyOf returns the key by which a term that is written is known.
func keyOf(w interpret.Term) string {
	switch key := strings.Join(strings.Fields(strings.ToLower(w.Key)), " "); key {
	case "color":
		return "colour"
	case "first_move", "first":
		return "first move"
	default:
		return key
	}
}

// twice refuses a term that stands before with another value.
func twice(w interpret.Term, before []interpret.Term) (refusal reason.Reason) {
	at := slices.IndexFunc(before, func(b interpret.Term) bool { return keyOf(b) == keyOf(w) })
	if at < 0 || strings.EqualFold(strings.Join(strings.Fields(before[at].Value), " "), strings.Join(strings.Fields(w.Value), " ")) {
		return ""
	}
	return reason.Because("refused twice", keyOf(w), before[at].Value, w.Value)
}

// put sets one term.
func (t *Terms) put(w interpret.Term) (refusal reason.Reason) {
	key, value := keyOf(w), strings.Join(strings.Fields(w.Value), " ")
	var keys []string
	for _, known := range table {
		if known.key == key {
			return known.set(t, value)
		}
		keys = append(keys, known.key)
	}
	if why, ok := otherTerms[key]; ok {
		return why
	}
	return reason.Because("refused unknown", w.Key, Nearest(key, keys))
}

// clash says which terms cannot stand together, or "".
func (t Terms) clash() reason.Reason {
	switch {
	case t.Odds.Grant().Moves > 0 && t.First != PerCode:
		return reason.Because("refused first at odds", t.Odds.Name, PerCode)
	case t.LeaveDays() > 0 && !t.Carriers().Carrier().Leave():
		return reason.Because("refused leave by medium", t.Medium)
	case t.Late != "" && t.Time.Until != "":
		return reason.Because("refused late in sessions")
	case t.Position == "":
		return ""
	case t.Blindfold():
		return reason.Because("refused position blindfold")
	}
	if p, err := board.ParseFEN(t.Position); err == nil && t.First != PerCode && t.First != p.SideToMove().String() {
		return reason.Because("refused position first", p.SideToMove(), t.First)
	}
	return ""
}

// refused says which values a term has.
func refused(key, value string, values ...string) reason.Reason {
	return reason.Because("refused value", key, value, strings.Join(values, ", "))
}

// notYet says that a value of a term is not played yet, and which are.
func notYet(key, value string, played ...string) reason.Reason {
	return reason.Because("refused not yet", key, value, strings.Join(played, ", "))
}

// choice returns a term whose value is one of some words.
func choice(key string, field func(*Terms) *string, values ...string) term {
	set := func(t *Terms, value string) reason.Reason {
		v := strings.ReplaceAll(strings.ToLower(value), "any means", AnyMeans)
		if !slices.Contains(values, v) {
			return refused(key, value, values...)
		}
		*field(t) = v
		return ""
	}
	return term{key, set, func(t Terms) string { return *field(&t) }}
}
