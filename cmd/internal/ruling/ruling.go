// Package ruling reads the umpire's rulings as the command line writes them:
// `--forfeit white --law II.9(c) --reason "…"`. The command corrctl rule and the
// scenario files share it.
//
// It knows the words of the command line and what they stand for; whether a
// ruling can be made where a game stands is game's to say.
package ruling

import (
	"fmt"
	"regexp"
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
	Exact           bool   `xor:"verb" help:"Record that the receiver exacts the penalty."`
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
		_, err = parser.Parse(args)
	}
	return c, err
}

// Rule gives the ruling. Its error says what is wrong with the words.
func (c Command) Rule() (game.Rule, error) {
	r := game.Rule{Law: game.Law(c.Law)}
	r.Appeal, r.Fundamental = c.Appeal, c.Fundamental
	err := c.read(&r.Ruling)
	r.Reason = strings.TrimSpace(c.Reason)
	return r, err
}

// read finds the verb and reads its value.
func (c Command) read(r *game.Ruling) (err error) {
	switch {
	case c.Undo != 0:
		return c.undo(r)
	case c.Fine != "":
		r.Verb = game.RulesFined
		r.Side, r.Text, err = fine(c.Fine)
	case c.Term != "":
		r.Verb, r.Text = game.RulesTerm, c.Term
	case c.Intention != "":
		r.Verb = game.RulesIntention
		r.Move, err = move(c.Intention)
	case c.Forfeit != "":
		r.Verb = game.RulesForfeit
		r.Side, err = side(c.Forfeit)
	case c.Award != "":
		r.Verb = game.RulesAward
		r.Side, err = side(c.Award)
	case c.RestoreTurn != "":
		r.Verb = game.RulesRestored
		r.Number, r.Side, err = turn(c.RestoreTurn)
	case c.Adopt != "":
		r.Verb = game.RulesAdopted
		r.Move, err = move(c.Adopt)
	case c.Move != "":
		r.Verb = game.RulesPlayed
		r.Move, err = move(c.Move)
	case c.CorrectTime != "":
		r.Verb = game.RulesTime
		r.Side, r.By, err = correction(c.CorrectTime)
	case c.Extend != "":
		r.Verb = game.RulesExtended
		r.By, err = ParseSpan(c.Extend)
	default:
		r.Verb, err = c.plain()
	}
	return err
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

// undo is the ruling that another counts as not made, which goes with no other verb.
func (c Command) undo(r *game.Ruling) error {
	r.Verb, r.Event = game.RulesUndone, c.Undo
	c.Undo = 0
	if c.read(&game.Ruling{}) == nil {
		return fmt.Errorf("undo goes with no other verb; rule again afterwards")
	}
	return nil
}

// plain is a verb that has no value.
func (c Command) plain() (game.Verb, error) {
	for _, v := range []struct {
		given bool
		verb  game.Verb
	}{
		{c.Annul, game.RulesAnnulled}, {c.Draw, game.RulesDrawn}, {c.Exact, game.RulesExacted}, {c.Waive, game.RulesWaived},
		{c.Dismiss, game.RulesDismissed}, {c.VoidRequirement, game.RulesVoid}, {c.Suspend, game.RulesSuspended}, {c.Resume, game.RulesResumed}, {c.Reopen, game.RulesReopened},
	} {
		if v.given {
			return v.verb, nil
		}
	}
	return "", fmt.Errorf("a ruling needs a verb, such as --dismiss or --forfeit white; corrctl rule --help lists them")
}

func side(text string) (game.Party, error) {
	switch strings.ToLower(text) {
	case "white":
		return game.White, nil
	case "black":
		return game.Black, nil
	}
	return 0, fmt.Errorf("%q is no side; it is white or black", text)
}

func move(uci string) (board.Move, error) {
	m, ok := board.ParseMove(uci)
	if !ok {
		return m, fmt.Errorf("%q is no move in UCI, such as e2e4", uci)
	}
	return m, nil
}

var turnForm = regexp.MustCompile(`(?i)^(\d{1,4})(?:\.?|(\.\.\.| ?b| ?black)|( ?w| ?white))$`)

// turn reads the turn of a move number: "7", "7w", "7b", "7...".
func turn(text string) (number int, side game.Party, err error) {
	m := turnForm.FindStringSubmatch(text)
	switch {
	case m == nil:
		return 0, 0, fmt.Errorf("%q is no turn; write its number, 7, or 7b for Black's", text)
	case m[2] != "":
		side = game.Black
	case m[3] != "":
		side = game.White
	}
	number, err = strconv.Atoi(m[1])
	return number, side, err
}

// fine reads "white=half a crown".
func fine(text string) (game.Party, string, error) {
	who, what, _ := strings.Cut(text, "=")
	s, err := side(who)
	what = strings.Join(strings.Fields(what), " ")
	if err == nil && what == "" {
		err = fmt.Errorf("%q does not say what the fine is: write, for instance, white=\"half a crown to the club\"", text)
	}
	return s, strings.TrimRight(what, "."), err
}

// correction reads "white=+2h".
func correction(text string) (game.Party, time.Duration, error) {
	who, by, _ := strings.Cut(text, "=")
	s, err := side(who)
	if err != nil {
		return 0, 0, err
	}
	sign, ok := map[byte]time.Duration{'+': 1, '-': -1}[(by + " ")[0]]
	if !ok {
		return 0, 0, fmt.Errorf("%q needs a sign, as in white=+2h or black=-3d", text)
	}
	d, err := ParseSpan(by[1:])
	return s, sign * d, err
}
