package umpire

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/reason"
	"github.com/alecthomas/kong"
)

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
