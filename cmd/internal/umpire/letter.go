package umpire

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/reason"
)

// Ordered is what an umpire orders in a letter: a ruling, or something to be done about a
// dispute that decides nothing.
type Ordered struct {
	Game    int64  // of a ruling, or 0 if the words are not a ruling as one is written
	Dispute int64  // that the order names; 0: none
	Words   string // on one line

	phrase
	law, reason string
	fundamental bool
	about       *About        // what is to be done about the dispute; nil: the order is a ruling
	refusal     reason.Reason // what is wrong with the words up to what the verb takes
}

var (
	// orderLine begins the statement of an order in a letter, also of one that names no game or no
	// dispute.
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

// Order returns the order of an umpire in the letter with a number; refusal says what is wrong with
// the words of the order.
func (o Ordered) Order(u ledger.Umpire, letter, written int64) (order Order, refusal reason.Reason) {
	order = Order{Game: o.Game, Dispute: o.Dispute, About: o.about, Umpire: &u, Letter: letter, Written: written}
	rule, refusal := o.Rule()
	if o.about == nil {
		order.Rule = &rule
	}
	return order, refusal
}

// Rule returns the ruling, which is the zero Rule where the order is none; refusal says what is
// wrong with the words of the order.
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

// Misread says what is wrong with the words of the order up to what the verb takes, or "" if the
// words can be read.
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

// Command is a ruling on the command line: one verb, its law and its reason. NewCommand
// makes one.
type Command struct {
	Verbs kong.Plugins `embed:""`
	Man   string       `placeholder:"SQUARE" help:"Of --exact: the man that the receiver selects, by its square, such as h2."`
	Undo  int64        `kong:"-"` // the event whose ruling counts as not made: corrctl rule undo

	Law     string `required:"" placeholder:"CITATION" help:"The provision it rests on, as corrctl law names them: II.9(c), house:9, terms:time."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why. Both sides read it."`
	Dispute int64  `xor:"appeal" placeholder:"ID" help:"The dispute it decides: corrctl dispute list numbers them."`
	Appeal  int64  `xor:"appeal" hidden:"" help:"The old name of --dispute, which takes the number of the event that opened the dispute."`

	Fundamental bool `xor:"appeal" help:"It is made without an appeal, because the fundamental laws are violated."`

	As string `placeholder:"UMPIRE" help:"Who rules, by name, address or number; else the umpire of the game."`

	Preview bool `help:"Say what would come of it, and do nothing."`

	given []given
}

// given is a power with the field of its flag.
type given struct {
	game.Power
	value reflect.Value // a string, or a bool where the power takes nothing
}

// NewCommand makes a command with a flag for each power.
func NewCommand() Command {
	var fields []reflect.StructField
	var c Command
	for _, p := range game.Powers() {
		if !hasFlag(p) {
			continue
		}
		form, valued := forms[p.Takes]
		field := reflect.StructField{Name: "F" + strconv.Itoa(len(fields)), Type: reflect.TypeFor[bool](),
			Tag: reflect.StructTag(fmt.Sprintf(`name:%q xor:"verb" placeholder:%q help:%q`, word(p.Verb), form.placeholder, p.Says))}
		if valued {
			field.Type = reflect.TypeFor[string]()
		}
		fields, c.given = append(fields, field), append(c.given, given{Power: p})
	}
	flags := reflect.New(reflect.StructOf(fields))
	for i := range c.given {
		c.given[i].value = flags.Elem().Field(i)
	}
	c.Verbs = kong.Plugins{flags.Interface()}
	return c
}

// word is a verb as it is written: restore-turn.
func word(v game.Verb) string { return strings.ReplaceAll(string(v), "_", "-") }

// flag is the flag of a power on the command line: --restore-turn.
func flag(p game.Power) string { return "--" + word(p.Verb) }

// Joined returns the arguments with the two values of a flag, as in
// `--correct-time white +2h`, written as the one that it takes: `white=+2h`.
func Joined(args []string) []string {
	var all []string
	for i, a := range args {
		if n := len(all); i > 1 && takesPair(args[i-2]) && !strings.Contains(args[i-1], "=") && !strings.HasPrefix(a, "--") {
			all[n-1] += "=" + a
			continue
		}
		all = append(all, a)
	}
	return all
}

// takesPair reports whether an argument is a flag that takes a side and a value.
func takesPair(argument string) bool {
	return slices.ContainsFunc(game.Powers(), func(p game.Power) bool { return argument == flag(p) && forms[p.Takes].pair })
}

// Rule returns the ruling; refusal says what is wrong with its words.
func (c Command) Rule() (r play.Rule, refusal reason.Reason) {
	o := phrase{man: c.Man}
	if c.Undo != 0 {
		o.power, o.value = game.RulesUndone.Power(), strconv.FormatInt(c.Undo, 10)
	}
	for _, g := range c.given {
		if !g.value.IsZero() {
			o.power, o.value = g.Power, g.value.String()
		}
	}
	r, refusal = o.rule(c.Law, c.Reason)
	r.Appeal, r.Fundamental = c.Appeal, c.Fundamental
	return r, refusal
}

// phrase is a verb with what stands beside it, however it is written.
type phrase struct {
	power game.Power
	value string // what the verb takes
	man   string // the square of a man
}

// rule reads what the verb takes.
func (o phrase) rule(law, why string) (r play.Rule, refusal reason.Reason) {
	r.Law, r.Reason = game.Law(law), strings.TrimSpace(why)
	switch _, square := board.ParseSquare(o.man); {
	case o.power.Verb == "":
		return r, reason.Because("order verb")
	case o.man != "" && o.power.Takes != game.TakesMan:
		return r, reason.Because("order man")
	case o.man != "" && !square:
		return r, reason.Because("order square", o.man)
	}
	r.Verb, r.Text = o.power.Verb, o.man
	if form, valued := forms[o.power.Takes]; valued {
		return r, form.read(o.value, &r.Ruling)
	}
	return r, ""
}
