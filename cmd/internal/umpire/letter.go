package umpire

import (
	"regexp"
	"strconv"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/game/reason"
)

// Ordered is what an umpire orders in a letter: a ruling, or something to be done about a
// dispute that decides nothing.
type Ordered struct {
	Game    int64  // of a ruling; 0 where the words are no ruling as one is written
	Dispute int64  // that the order names; 0: none
	Words   string // on one line

	phrase
	law, reason string
	fundamental bool
	about       *About        // what is to be done about the dispute; nil: the order is a ruling
	refusal     reason.Reason // what is wrong with the words up to what the verb takes
}

var (
	// orderLine begins the statement of an order in a letter, also of one that names no game or no dispute.
	orderLine = regexp.MustCompile(`(?i)^\s*(?:rule\s+(?:game\s+)?(?:\d|(?:` + strings.Join(verbs(), "|") +
		`)\b)|dispute\s+(?:\d+\s+)?(?:show|ask|note|close)\b)`)
	// orderForm is the statement of a ruling, on one line.
	orderForm = regexp.MustCompile(`(?i)^rule (?:game )?(\d{1,18}) ([a-z-]+)(?: (.*?))??(?:\s?,? dispute (\d{1,18})|\s?,? (fundamental))?\s?, ?law ([^,]+), ?reason:? (.+)$`)
)

// ParseLetter finds the order in the text of an umpire's letter: a line of its own and those
// after it, up to one that is blank. found is false where there is none.
func ParseLetter(text string) (o Ordered, found bool) {
	var words []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(words) > 0 && line == "" {
			break
		}
		if len(words) > 0 || orderLine.MatchString(line) {
			words = append(words, line)
		}
	}
	if len(words) == 0 {
		return o, false
	}
	return ordered(strings.Join(strings.Fields(strings.Join(words, " ")), " ")), true
}

// Order returns the order of an umpire in the letter with a number; refusal says what is wrong with the
// words of the order.
func (o Ordered) Order(u ledger.Umpire, letter, written int64) (order Order, refusal reason.Reason) {
	order = Order{Game: o.Game, Dispute: o.Dispute, About: o.about, Umpire: &u, Letter: letter, Written: written}
	rule, refusal := o.Rule()
	if o.about == nil {
		order.Rule = &rule
	}
	return order, refusal
}

// Rule returns the ruling, which is the zero Rule where the order is none; refusal says what is wrong
// with the words of the order.
func (o Ordered) Rule() (r play.Rule, refusal reason.Reason) {
	if o.refusal != "" || o.Handles() {
		return r, o.refusal
	}
	r, refusal = o.rule(o.law, o.reason)
	r.Fundamental = o.fundamental
	return r, refusal
}

// ordered reads the words of an order, on one line.
func ordered(words string) Ordered {
	if strings.EqualFold(words[:1], "d") {
		return handled(words)
	}
	o := Ordered{Words: words}
	m := orderForm.FindStringSubmatch(words)
	if m == nil {
		o.refusal = lacking(words)
		return o
	}
	o.Game, _ = strconv.ParseInt(m[1], 10, 64)
	o.Dispute, _ = strconv.ParseInt(m[4], 10, 64)
	o.fundamental = m[5] != ""
	o.law, o.reason = strings.TrimSpace(m[6]), m[7]
	verb, beside := strings.ToLower(m[2]), m[3]
	o.refusal = o.take(verb, beside)
	return o
}

// parts are what the words of a ruling must hold, by what is missing where they do not.
var parts = []struct {
	missing string
	form    *regexp.Regexp
}{
	{"order without game", regexp.MustCompile(`(?i)^rule (?:game )?\d`)},
	{"order without law", regexp.MustCompile(`(?i), ?law [^,]`)},
	{"order without reason", regexp.MustCompile(`(?i), ?reason:? .`)},
}

// lacking says which part is missing in words that are not in the form of a ruling.
func lacking(words string) reason.Reason {
	for _, p := range parts {
		if !p.form.MatchString(words) {
			return reason.Because(p.missing)
		}
	}
	return reason.Because("order form")
}

// verbs are the verbs that can be ordered in a letter, as they are written.
func verbs() (all []string) {
	for _, p := range game.Powers() {
		if isWritten(p) {
			all = append(all, word(p.Verb))
		}
	}
	return all
}

// Misread says what is wrong with the words of the order up to what the verb takes; "" where the words can be read.
func (o Ordered) Misread() reason.Reason {
	_, refusal := o.Rule()
	return refusal
}

// take finds the power of a verb, and what the verb takes in what stands beside it.
func (o *Ordered) take(verb, beside string) reason.Reason {
	for _, p := range game.Powers() {
		if isWritten(p) && word(p.Verb) == verb {
			o.power = p
		}
	}
	form, valued := forms[o.power.Takes]
	man, ofMan := strings.CutPrefix(beside, "man ")
	switch {
	case o.power.Verb == "":
		return reason.Because("order no verb", verb, reason.List(verbs()))
	case ofMan:
		o.man = man
	case valued && beside == "":
		return reason.Because("order incomplete", verb, verb+" "+form.placeholder)
	case !valued && beside != "" && o.power.Takes == game.TakesMan:
		return reason.Because("order man alone", verb, beside)
	case !valued && beside != "":
		return reason.Because("order takes nothing", verb, beside)
	case form.pair:
		o.value = withSign(beside)
	default:
		o.value = beside
	}
	return ""
}

// withSign has a side and its value parted by a sign of equality, where a space parts them.
func withSign(beside string) string {
	if strings.Contains(beside, "=") {
		return beside
	}
	return strings.Replace(beside, " ", "=", 1)
}
