package ruling

import (
	"regexp"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/reason"
)

// Ordered is a ruling as an umpire writes it in a letter.
type Ordered struct {
	Game    int64  // 0 where the words are no ruling as one is written
	Dispute int64  // that it names; 0: none
	Words   string // on one line

	order
	law, reason string
	refusal     reason.Reason // what is wrong with the words up to what the verb takes
}

var (
	// orderLine begins the statement of a ruling in a letter.
	orderLine = regexp.MustCompile(`(?i)^\s*rule\s+(?:game\s+)?\d`)
	// orderForm is the statement, on one line.
	orderForm = regexp.MustCompile(`(?i)^rule (?:game )?(\d{1,18}) ([a-z-]+)(?: (.*?))??(?: dispute (\d{1,18}))?\s?, ?law ([^,]+), ?reason:? (.+)$`)
)

// ParseLetter finds the ruling in the text of an umpire's letter: a line of its own and those
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

// Rule gives the ruling; refusal says what is wrong with its words.
func (o Ordered) Rule() (r play.Rule, refusal reason.Reason) {
	if o.refusal != "" {
		return r, o.refusal
	}
	return o.rule(o.law, o.reason)
}

// ordered reads the words of a ruling, on one line.
func ordered(words string) Ordered {
	o := Ordered{Words: words}
	m := orderForm.FindStringSubmatch(words)
	if m == nil {
		o.refusal = reason.Because("order form")
		return o
	}
	o.Game, _ = strconv.ParseInt(m[1], 10, 64)
	o.Dispute, _ = strconv.ParseInt(m[4], 10, 64)
	o.law, o.reason = strings.TrimSpace(m[5]), m[6]
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
