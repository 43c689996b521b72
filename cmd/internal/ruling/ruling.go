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

	Law     string `required:"" placeholder:"CITATION" help:"The provision it rests on, as corrctl law names them: II.9(c), house:9, terms:time."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why. Both sides read it."`
	Preview bool   `help:"Say what would come of it, and do nothing."`
}

// Parse reads the arguments that follow the number of the game.
func Parse(args []string) (Command, error) {
	var c Command
	parser, err := kong.New(&c, kong.Name("rule"), kong.NoDefaultHelp(), kong.Exit(func(int) {}))
	if err == nil {
		_, err = parser.Parse(args)
	}
	return c, err
}

// Rule gives the ruling. Its error says what is wrong with the words.
func (c Command) Rule() (game.Rule, error) {
	r := game.Rule{Law: game.Law(c.Law)}
	err := c.read(&r.Ruling)
	r.Reason = strings.TrimSpace(c.Reason)
	return r, err
}

// read finds the verb and reads its value.
func (c Command) read(r *game.Ruling) (err error) {
	switch {
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
		r.By, err = span(c.Extend)
	default:
		r.Verb, err = c.plain()
	}
	return err
}

// plain is a verb that has no value.
func (c Command) plain() (game.Verb, error) {
	for _, v := range []struct {
		given bool
		verb  game.Verb
	}{
		{c.Annul, game.RulesAnnulled}, {c.Draw, game.RulesDrawn}, {c.Exact, game.RulesExacted}, {c.Waive, game.RulesWaived},
		{c.Dismiss, game.RulesDismissed}, {c.VoidRequirement, game.RulesVoid}, {c.Suspend, game.RulesSuspended}, {c.Resume, game.RulesResumed},
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
	d, err := span(by[1:])
	return s, sign * d, err
}

var spanForm = regexp.MustCompile(`^(\d{1,6})([smhd])$`)

// span reads a time as the command line writes it: 90s, 15m, 26h or 3d.
func span(text string) (time.Duration, error) {
	m := spanForm.FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%q is no time: write it as 90s, 15m, 26h or 3d", text)
	}
	n, err := strconv.Atoi(m[1])
	unit := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[m[2]]
	return time.Duration(n) * unit, err
}
