package ruling

import (
	"regexp"
	"strconv"
	"strings"

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

	order
	law, reason string
	fundamental bool
	about       *about        // what is to be done about the dispute; nil: the order is a ruling
	refusal     reason.Reason // what is wrong with the words up to what the verb takes
}

var (
	// orderLine begins the statement of an order in a letter.
	orderLine = regexp.MustCompile(`(?i)^\s*(?:rule\s+(?:game\s+)?\d|dispute\s+(?:ask|note|close)\s+\d)`)
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

// Rule gives the ruling, which is the zero Rule where the order is none; refusal says what is wrong
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
		o.refusal = reason.Because("order form")
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

// take finds the power of a verb, and what the verb takes in what stands beside it.
func (o *Ordered) take(verb, beside string) reason.Reason {
	var verbs reason.List
	for _, p := range game.Powers() {
		if !isWritten(p) {
			continue
		}
		name := word(p.Verb)
		if verbs = append(verbs, name); name == verb {
			o.power = p
		}
	}
	form, valued := forms[o.power.Takes]
	man, ofMan := strings.CutPrefix(beside, "man ")
	switch {
	case o.power.Verb == "":
		return reason.Because("order no verb", verb, verbs)
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
