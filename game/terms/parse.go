package terms

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/reason"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// term is one term: its key, how it is set, and how it is written. set refuses a value that the
// term cannot have, or that corrd does not play yet.
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

// otherTerms are terms of a challenge that belong to no game, or that corrd does not
// know how to play, with the reason why each is refused.
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
	if nearest := Nearest(key, keys); near(key, nearest) {
		return reason.Because("refused unknown", w.Key, nearest)
	}
	if named := named(w); named != "" {
		return reason.Because("refused unnamed", strings.TrimSpace(w.Key+" "+value), named)
	}
	return reason.Because("refused no term", w.Key, strings.Join(keys, ", "))
}

// saidAlone are the terms of which a value is often written without the name of the term.
var saidAlone = []string{"colour", "notation", "medium", "code", "board", "odds"}

// ofOther begin words about the side of who is challenged.
var ofOther = []string{"you", "you'll", "he", "he'll", "she", "she'll", "they", "they'll", "your", "his", "her"}

// named returns the term that is meant where a word is a value of one and its name is missing:
// "colour white" for "white", for "I would like to be white" and for "you have Black"; "" where no
// word is such a value.
func named(w interpret.Term) string {
	words := strings.Fields(strings.ToLower(w.Key + " " + w.Value))
	for _, word := range words {
		for _, key := range saidAlone {
			at := slices.IndexFunc(table, func(known term) bool { return known.key == key })
			if word != key && word != "none" && table[at].set(new(Terms), word) == "" {
				if key == "colour" && slices.Contains(ofOther, words[0]) {
					word = cmp.Or(map[string]string{"white": "black", "black": "white"}[word], word)
				}
				return key + " " + word
			}
		}
	}
	return ""
}

// near reports whether a key may be another one misspelt.
func near(key, other string) bool {
	d := Distance(key, other)
	return d <= 1+len(key)/4 || d <= 3 && alike(key, other) > 0
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

// setCode sets the code of laws.
func setCode(t *Terms, value string) reason.Reason {
	id := strings.ToLower(value)
	switch {
	case slices.Contains(Codes, id):
		t.Code = id
		return ""
	}
	return refused("code", value, Codes...)
}

// setNotation sets the notations agreed on, in the order of their names.
func setNotation(t *Terms, value string) reason.Reason {
	var all notation.Set
	names := strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r == ',' || r == ' ' })
	for _, name := range names {
		n, ok := notation.Parse(name)
		switch {
		case name == "and":
			continue
		case name == "rutherford":
			return notYet("notation", name, strings.Split(notation.All.String(), ", ")...)
		case !ok:
			return refused("notation", name, strings.Split(notation.All.String(), ", ")...)
		}
		all |= n
	}
	if all == 0 {
		return refused("notation", value, strings.Split(notation.All.String(), ", ")...)
	}
	t.Notation = strings.Split(all.String(), ", ")
	return ""
}

var leaveForm = regexp.MustCompile(`^(\d{1,3}) days?(?: (?:a|per|each) year)?$`)

// setLeave sets the leave each side may take.
func setLeave(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	m := leaveForm.FindStringSubmatch(v)
	switch {
	case v == "none":
		t.Leave = v
	case m != nil:
		n, _ := strconv.Atoi(m[1])
		t.Leave = plural(n, "day") + " a year"
	default:
		return refused("leave", value, "30 days a year", "none")
	}
	return ""
}

// maxGames is the longest match of simultaneous games one challenge makes.
const maxGames = 20

// setGames sets how many games the match has.
func setGames(t *Terms, value string) reason.Reason {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxGames {
		return reason.Because("refused games", value, maxGames)
	}
	refusal := t.Odds.inMatch(n)
	if refusal == "" {
		t.Games = n
	}
	return refusal
}

// setPosition sets the position a game begins in: one King on each side, none
// of them to be taken, and a legal move for the side to begin.
func setPosition(t *Terms, value string) reason.Reason {
	if slices.Contains([]string{"", "array", "the array"}, strings.ToLower(value)) {
		t.Position = ""
		return ""
	}
	p, err := board.ParseFEN(value)
	if none := (board.NoFEN{}); errors.As(err, &none) {
		return reason.Because("refused position", none.Why)
	}
	switch flaws := p.Flaws(); {
	case flaws&(board.NoKing|board.SeveralKings) != 0:
		return reason.Because("refused position kings")
	case flaws&board.KingEnPrise != 0:
		return reason.Because("refused position check")
	}
	t.Position = p.FEN()
	return ""
}

// server is the umpire of a game that names none: whoever keeps the server.
const server = "server"

// addressForm is an address as letters can be written to it: runs of the characters of an atom of
// RFC 5322, 3.2.3, with single dots between them, on both sides of the @. Package mailer, which
// reads the addresses of letters, reads each of these.
var addressForm = regexp.MustCompile("^" + dotAtom + "@" + dotAtom + "$")

const dotAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"

// longestAddress is how many characters an address has at most (RFC 5321, 4.5.3.1).
const longestAddress = 320

// setUmpire sets who is told of what the umpire must know.
func setUmpire(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	switch {
	case v == server || v == "none":
		t.Umpire = ""
	case len(value) <= longestAddress && addressForm.MatchString(value):
		t.Umpire = value
	default:
		return reason.Because("refused umpire", value)
	}
	return ""
}

// setLate sets the term `late`; "" stands for a forfeit.
func setLate(t *Terms, value string) reason.Reason {
	switch v := strings.ToLower(value); v {
	case lateForfeit:
		t.Late = ""
	case LateFine, LateUmpire:
		t.Late = v
	default:
		return refused("late", value, lateForfeit, LateFine, LateUmpire)
	}
	return ""
}

// setAnnex sets the code whose rules of correspondence are annexed.
func setAnnex(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	switch {
	case v == "none":
		t.Annex = ""
	case slices.Contains(Annexes, v):
		t.Annex = v
	default:
		return refused("annex", value, Annexes...)
	}
	return ""
}

// setCheck sets whether a check must be announced; "" stands for what the code says.
func setCheck(t *Terms, value string) reason.Reason {
	switch v := strings.ToLower(value); v {
	case PerCode:
		t.Check = ""
	case Announced, Unannounced:
		t.Check = v
	case "not announced":
		t.Check = Unannounced
	default:
		return refused("check", value, PerCode, Announced, Unannounced)
	}
	return ""
}

var delayForm = regexp.MustCompile(`^delay (\d{1,3})(?: moves?)?$`)

// setPublish sets when the game is shown to the public; "" stands for never.
func setPublish(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	m := delayForm.FindStringSubmatch(v)
	switch {
	case v == never:
		t.Publish = ""
	case v == finished:
		t.Publish = v
	case m != nil && strings.Trim(m[1], "0") != "":
		n, _ := strconv.Atoi(m[1])
		t.Publish = "delay " + strconv.Itoa(n)
	default:
		return refused("publish", value, finished, "delay 3", never)
	}
	return ""
}

// setObservers sets whether others may have the moves of the game by letter; "" stands for no.
func setObservers(t *Terms, value string) reason.Reason {
	switch v := strings.ToLower(value); v {
	case no:
		t.Observers = ""
	case yes:
		t.Observers = v
	default:
		return refused("observers", value, no, yes)
	}
	return ""
}

// setOdds sets the odds that one side gives.
func setOdds(t *Terms, value string) reason.Reason {
	o, refusal := readOdds(value)
	if refusal == "" {
		refusal = o.inMatch(t.Games)
	}
	if refusal == "" {
		t.Odds = o
	}
	return refusal
}
