// Package ruling reads the umpire's rulings as the command line writes them:
// `--forfeit white --law II.9(c) --reason "…"`, and the spans and instants of
// its flags. The commands and the scenario files share it.
//
// It knows the words of the command line and what they stand for; whether a
// ruling can be made where a game stands is game's to say.
package ruling

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"corrd/game"
	"corrd/game/board"
)

// Command is a ruling on the command line: one verb, its law and its reason.
type Command struct {
	Forfeit         string `xor:"verb" placeholder:"SIDE" help:"The side has forfeited the game."`
	Annul           bool   `xor:"verb" help:"The game counts for nobody."`
	RestoreTurn     string `xor:"verb" placeholder:"N" help:"Restore the position at the beginning of turn N: 7, or 7b for Black's."`
	Draw            bool   `xor:"verb" help:"The game is drawn."`
	Award           string `xor:"verb" placeholder:"SIDE" help:"The side has won the game."`
	Adopt           string `xor:"verb" placeholder:"UCI" help:"Record which of the moves held the receiver adopts."`
	Exact           bool   `xor:"verb" help:"Record that the receiver exacts the penalty; with --man where the King cannot be moved."`
	Man             string `placeholder:"SQUARE" help:"Of --exact: the man that the receiver selects, by its square, such as h2."`
	Waive           bool   `xor:"verb" help:"Record that the receiver waives the penalty."`
	CorrectTime     string `xor:"verb" placeholder:"SIDE=±DUR" help:"Correct the time recorded against a side (II.10.D): white=+2h adds two hours to it."`
	Extend          string `xor:"verb" placeholder:"DUR" help:"Add to the time allowed for the turn that runs."`
	Dismiss         bool   `xor:"verb" help:"Dismiss the claim, or the protests, before the umpire."`
	VoidRequirement bool   `xor:"verb" help:"The penalty required is not due."`
	Suspend         bool   `xor:"verb" help:"Stop both clocks; no move is taken."`
	Resume          bool   `xor:"verb" help:"Let a suspended game go on."`
	Move            string `xor:"verb" placeholder:"UCI" help:"Play a move for the side whose turn it is."`
	Fine            string `xor:"verb" placeholder:"SIDE=TEXT" help:"Fine a side: white=\"half a crown to the club\". Both sides read it; corrd collects nothing."`
	Term            string `xor:"verb" placeholder:"TERM" help:"Put a term in force, written as in a challenge: \"time reply in 5 days\"."`
	Reopen          bool   `xor:"verb" help:"Let a game that is over go on as it stood before its end."`
	Intention       string `xor:"verb" placeholder:"UCI" help:"State the intention of the sender of doubtful words, under a code that asks for it."`
	Undo            int64  `kong:"-"` // the event whose ruling counts as not made: corrctl rule undo

	Law    string `required:"" placeholder:"CITATION" help:"The provision it rests on, as corrctl law names them: II.9(c), house:9, terms:time."`
	Reason string `required:"" placeholder:"TEXT" help:"Why. Both sides read it."`
	Appeal int64  `xor:"appeal" placeholder:"EVENT" help:"The claim or the protest it decides, by the number of its event."`

	Fundamental bool `xor:"appeal" help:"It is made without an appeal, because the fundamental laws are violated."`

	Preview bool `help:"Say what would come of it, and do nothing."`
}

// Parse reads the arguments that follow the number of the game.
func Parse(args []string) (Command, error) {
	var c Command
	var err error
	if len(args) > 1 && args[0] == "undo" {
		if c.Undo, err = strconv.ParseInt(args[1], 10, 64); err != nil {
			return c, fmt.Errorf("%q is no event; corrctl game events numbers them", args[1])
		}
		args = args[2:]
	}
	parser, err := kong.New(&c, kong.Name("rule"), kong.NoDefaultHelp(), kong.Exit(func(int) {}))
	if err == nil {
		_, err = parser.Parse(Joined(args))
	}
	return c, err
}

// Joined gives the arguments with the two values of a flag, as in
// `--correct-time white +2h`, written as the one that it takes: `white=+2h`.
func Joined(args []string) []string {
	var all []string
	for i, a := range args {
		if n := len(all); i > 1 && (args[i-2] == "--correct-time" || args[i-2] == "--fine") && !strings.Contains(args[i-1], "=") && !strings.HasPrefix(a, "--") {
			all[n-1] += "=" + a
			continue
		}
		all = append(all, a)
	}
	return all
}

// Rule gives the ruling. Its error says what is wrong with the words.
func (c Command) Rule() (game.Rule, error) {
	r := game.Rule{Law: game.Law(c.Law)}
	r.Appeal, r.Fundamental = c.Appeal, c.Fundamental
	err := c.read(&r.Ruling)
	r.Reason = strings.TrimSpace(c.Reason)
	return r, err
}

// Event reads the number of a game and that of one of its events: "12.7".
func Event(text string) (id, event int64, err error) {
	number, seq, _ := strings.Cut(text, ".")
	id, err = strconv.ParseInt(number, 10, 64)
	if err == nil {
		event, err = strconv.ParseInt(seq, 10, 64)
	}
	if err != nil || event < 1 {
		return 0, 0, fmt.Errorf("%q is no event: write the number of the game and that of the event, as in 12.7", text)
	}
	return id, event, nil
}

// verb is a verb of the command line: the value given with it, "" where the verb
// is not given; what it stands for; and what puts the value into a ruling.
type verb struct {
	value string
	is    game.Verb
	read  func(value string, r *game.Ruling) error
}

// verbs lists every verb but undo.
func (c Command) verbs() []verb {
	return []verb{
		{c.Forfeit, game.RulesForfeit, side},
		{c.Award, game.RulesAward, side},
		{c.RestoreTurn, game.RulesRestored, turn},
		{c.Adopt, game.RulesAdopted, move},
		{c.Move, game.RulesPlayed, move},
		{c.Intention, game.RulesIntention, move},
		{c.CorrectTime, game.RulesTime, correction},
		{c.Extend, game.RulesExtended, extension},
		{c.Fine, game.RulesFined, fine},
		{c.Term, game.RulesTerm, term},
		{given(c.Annul), game.RulesAnnulled, nothing},
		{given(c.Draw), game.RulesDrawn, nothing},
		{given(c.Exact), game.RulesExacted, c.man},
		{given(c.Waive), game.RulesWaived, nothing},
		{given(c.Dismiss), game.RulesDismissed, nothing},
		{given(c.VoidRequirement), game.RulesVoid, nothing},
		{given(c.Suspend), game.RulesSuspended, nothing},
		{given(c.Resume), game.RulesResumed, nothing},
		{given(c.Reopen), game.RulesReopened, nothing},
	}
}

// given is the value of a verb that takes none.
func given(flag bool) string {
	if flag {
		return "given"
	}
	return ""
}

// read finds the verb and reads its value.
func (c Command) read(r *game.Ruling) error {
	verbs := slices.DeleteFunc(c.verbs(), func(v verb) bool { return v.value == "" })
	switch {
	case c.Undo != 0 && len(verbs) > 0:
		return fmt.Errorf("undo goes with no other verb; rule again afterwards")
	case c.Undo != 0:
		r.Verb, r.Event = game.RulesUndone, c.Undo
		return nil
	case len(verbs) == 0:
		return fmt.Errorf("a ruling needs a verb, such as --dismiss or --forfeit white; corrctl rule game --help lists them")
	}
	r.Verb = verbs[0].is
	if c.Man != "" && r.Verb != game.RulesExacted {
		return fmt.Errorf("--man goes with --exact alone")
	}
	return verbs[0].read(verbs[0].value, r)
}

func nothing(string, *game.Ruling) error { return nil }

// man reads the square of the man that the receiver of an offence selects.
func (c Command) man(_ string, r *game.Ruling) error {
	if _, ok := board.ParseSquare(c.Man); c.Man != "" && !ok {
		return fmt.Errorf("%q is no square, such as h2", c.Man)
	}
	r.Text = c.Man
	return nil
}

func term(text string, r *game.Ruling) error {
	r.Text = text
	return nil
}

func side(text string, r *game.Ruling) error {
	switch strings.ToLower(text) {
	case "white":
		r.Side = game.White
	case "black":
		r.Side = game.Black
	default:
		return fmt.Errorf("%q is no side; it is white or black", text)
	}
	return nil
}

func move(uci string, r *game.Ruling) error {
	m, ok := board.ParseMove(uci)
	if !ok {
		return fmt.Errorf("%q is no move in UCI, such as e2e4", uci)
	}
	r.Move = m
	return nil
}

func extension(text string, r *game.Ruling) (err error) {
	r.By, err = ParseSpan(text)
	return err
}

var turnForm = regexp.MustCompile(`(?i)^(\d{1,4})(?:\.?|(\.\.\.| ?b| ?black)|( ?w| ?white))$`)

// turn reads the turn of a move number: "7", "7w", "7b", "7...".
func turn(text string, r *game.Ruling) (err error) {
	m := turnForm.FindStringSubmatch(text)
	switch {
	case m == nil:
		return fmt.Errorf("%q is no turn; write its number, 7, or 7b for Black's", text)
	case m[2] != "":
		r.Side = game.Black
	case m[3] != "":
		r.Side = game.White
	}
	r.Number, err = strconv.Atoi(m[1])
	return err
}

// fine reads "white=half a crown".
func fine(text string, r *game.Ruling) error {
	who, what, _ := strings.Cut(text, "=")
	what = strings.Join(strings.Fields(what), " ")
	if err := side(who, r); err != nil {
		return err
	}
	if what == "" {
		return fmt.Errorf("%q does not say what the fine is: write, for instance, white=\"half a crown to the club\"", text)
	}
	r.Text = strings.TrimRight(what, ".")
	return nil
}

// correction reads "white=+2h".
func correction(text string, r *game.Ruling) error {
	who, by, _ := strings.Cut(text, "=")
	if err := side(who, r); err != nil {
		return err
	}
	sign, ok := map[byte]time.Duration{'+': 1, '-': -1}[(by + " ")[0]]
	if !ok {
		return fmt.Errorf("%q needs a sign, as in white=+2h or black=-3d", text)
	}
	span, err := ParseSpan(by[1:])
	r.By = sign * span
	return err
}
