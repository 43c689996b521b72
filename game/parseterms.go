package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/interpret"
)

// The values of the term `errors` (house:10).
const (
	errorsLaw      = "law"
	courteousFirst = "courteous-first"
	courteous      = "courteous"
)

// The values of the terms `conditionals` and `board`.
const (
	shown     = "shown"
	sealed    = "sealed"
	diagram   = "diagram"
	blindfold = "blindfold"
)

// perCode is the value of a term that the code of laws settles.
const perCode = "law"

// term is one term of SPEC 3.3: its key, how it is set, and how it is written.
// A value corrd knows but does not play yet is refused in set.
type term struct {
	key   string
	set   func(t *Terms, value string) (refusal string)
	write func(t Terms) string
}

// termTable lists the terms in the order in which they are printed.
var termTable = []term{
	{"code", setCode, func(t Terms) string { return t.Code }},
	{"time", setTime, func(t Terms) string { return t.Time.String() }},
	{"notation", setNotation, func(t Terms) string { return strings.Join(t.Notation, ", ") }},
	{"errors", choice("errors", func(t *Terms) *string { return &t.Errors }, errorsLaw, courteousFirst, courteous), func(t Terms) string { return t.Errors }},
	{"assistance", choice("assistance", func(t *Terms) *string { return &t.Assistance }, perCode, string(AnyMeans), string(Bound)), func(t Terms) string { return t.Assistance }},
	{"late", setLate, func(t Terms) string { return orForfeit(t.Late) }},
	{"first move", choice("first move", func(t *Terms) *string { return &t.First }, perCode, "white", "black"), func(t Terms) string { return t.First }},
	{"leave", setLeave, func(t Terms) string { return t.Leave }},
	{"conditionals", choice("conditionals", func(t *Terms) *string { return &t.Conditionals }, shown, sealed), func(t Terms) string { return t.Conditionals }},
	{"check", fixed("check", perCode), constant(perCode)},
	{"medium", fixed("medium", "email", "post", "telegraph"), constant("email")},
	{"odds", setOdds, func(t Terms) string { return t.Odds.String() }},
	{"colour", choice("colour", func(t *Terms) *string { return &t.Colour }, "lot", "white", "black"), func(t Terms) string { return t.Colour }},
	{"games", setGames, func(t Terms) string { return strconv.Itoa(t.Games) }},
	{"board", choice("board", func(t *Terms) *string { return &t.Board }, diagram, blindfold), func(t Terms) string { return t.Board }},
	{"umpire", setUmpire, func(t Terms) string { return orServer(t.Umpire) }},
	{"position", setPosition, func(t Terms) string { return orArray(t.Position) }},
}

// otherTerms are the terms of a challenge that are none of a game's, or that corrd
// does not know how to play, and what is said of them.
var otherTerms = map[string]string{
	"side":  "The term \"side\" names the players of a side by their addresses, in a challenge or with \"accept\"; nowhere else.",
	"annex": "The term \"annex\" belongs to games under the code london-club, which corrd does not yet play.",
}

// DefaultTerms gives the terms of a game about which nothing is said.
func DefaultTerms() Terms {
	return Terms{
		Code: codes[0].ID, Time: TimeControl{Moves: 10, Per: 30 * day}, Notation: []string{"descriptive"},
		Errors: errorsLaw, Assistance: perCode, Conditionals: shown, Leave: "30 days a year", Colour: "lot",
		First: perCode, Board: diagram, Medium: "email", Games: 1,
	}
}

// ParseTerms gives the defaults with the terms written put in their place. The
// refusal is "", or a sentence for the players on the first term that is not
// one of SPEC 3.3, has no such value, or is not played yet; the defaults then
// come back untouched.
func ParseTerms(written []interpret.Term, defaults Terms) (t Terms, refusal string) {
	t = defaults
	t.Notation = slices.Clone(defaults.Notation)
	for _, w := range written {
		if refusal := t.put(w); refusal != "" {
			return defaults, refusal
		}
	}
	if refusal := t.clash(); refusal != "" {
		return defaults, refusal
	}
	return t, ""
}

// put sets one term.
func (t *Terms) put(w interpret.Term) (refusal string) {
	key := strings.Join(strings.Fields(strings.ToLower(w.Key)), " ")
	value := strings.Join(strings.Fields(w.Value), " ")
	switch key {
	case "color":
		key = "colour"
	case "first_move", "first":
		key = "first move"
	}
	for _, known := range termTable {
		if known.key == key {
			return known.set(t, value)
		}
	}
	if why, ok := otherTerms[key]; ok {
		return why
	}
	var keys []string
	for _, known := range termTable {
		keys = append(keys, known.key)
	}
	return fmt.Sprintf("There is no term %q; the nearest is %q.", w.Key, Nearest(key, keys))
}

// Lines gives the terms, each as "key value", so that written in a challenge
// they read back as the same terms.
func (t Terms) Lines() []string {
	var lines []string
	for _, known := range termTable {
		lines = append(lines, known.key+" "+known.write(t))
	}
	return lines
}

// refused says which values a term has.
func refused(key, value string, values ...string) string {
	return fmt.Sprintf("The term %q cannot be %q; it is one of: %s.", key, value, strings.Join(values, ", "))
}

// notYet says that a value of a term is not played yet, and which are.
func notYet(key, value string, played ...string) string {
	return fmt.Sprintf("corrd does not yet play games with the term %q set to %q; it can be: %s.", key, value, strings.Join(played, ", "))
}

// choice sets a term that is one of some words.
func choice(key string, field func(*Terms) *string, values ...string) func(*Terms, string) string {
	return func(t *Terms, value string) string {
		v := strings.ReplaceAll(strings.ToLower(value), "any means", string(AnyMeans))
		if !slices.Contains(values, v) {
			return refused(key, value, values...)
		}
		*field(t) = v
		return ""
	}
}

// fixed accepts the first of the values of a term, the only one played yet.
func fixed(key string, values ...string) func(*Terms, string) string {
	return func(_ *Terms, value string) string {
		switch i := slices.Index(values, strings.ToLower(value)); {
		case i < 0:
			return refused(key, value, values...)
		case i > 0:
			return notYet(key, value, values[0])
		}
		return ""
	}
}

func constant(value string) func(Terms) string { return func(Terms) string { return value } }

// day is the unit in which the time of a game by letters is counted.
const day = 24 * time.Hour
