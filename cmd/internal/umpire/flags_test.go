package umpire

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/templates/texts"
	"github.com/alecthomas/kong"
)

// read reads a ruling's words, with a law and a reason.
func read(words string) (play.Rule, error) {
	c := NewCommand()
	parser, err := kong.New(&c, kong.Name("rule"), kong.NoDefaultHelp(), kong.Exit(func(int) {}))
	if err == nil {
		_, err = parser.Parse(Joined(append(strings.Fields(words), "--law", "II.9", "--reason", "two letters")))
	}
	if err != nil {
		return play.Rule{}, err
	}
	r, refusal := c.Rule()
	if refusal != "" {
		return play.Rule{}, errors.New(texts.Because(refusal))
	}
	return r, nil
}

func TestWords(t *testing.T) {
	e4 := board.NewMove(12, 28, 0)
	for words, want := range map[string]game.Ruling{
		"--forfeit white":           {Verb: game.RulesForfeit, Side: game.White},
		"--award black":             {Verb: game.RulesAward, Side: game.Black},
		"--annul":                   {Verb: game.RulesAnnulled},
		"--draw":                    {Verb: game.RulesDrawn},
		"--restore-turn 7":          {Verb: game.RulesRestored, Number: 7},
		"--restore-turn 7b":         {Verb: game.RulesRestored, Number: 7, Side: game.Black},
		"--restore-turn 7...":       {Verb: game.RulesRestored, Number: 7, Side: game.Black},
		"--restore-turn 7White":     {Verb: game.RulesRestored, Number: 7, Side: game.White},
		"--restore-event 7":         {Verb: game.RulesReturned, Event: 7},
		"--search 500":              {Verb: game.RulesSearched, Number: 500},
		"--adopt e2e4":              {Verb: game.RulesAdopted, Move: e4},
		"--move e2e4":               {Verb: game.RulesPlayed, Move: e4},
		"--exact":                   {Verb: game.RulesExacted},
		"--exact --man h2":          {Verb: game.RulesExacted, Text: "h2"},
		"--waive":                   {Verb: game.RulesWaived},
		"--void-requirement":        {Verb: game.RulesVoid},
		"--dismiss":                 {Verb: game.RulesDismissed},
		"--suspend":                 {Verb: game.RulesSuspended},
		"--reopen":                  {Verb: game.RulesReopened},
		"--fine white=guineas.":     {Verb: game.RulesFined, Side: game.White, Text: "guineas"},
		"--term assistance=bound":   {Verb: game.RulesTerm, Text: "assistance=bound"},
		"--intention e2e4":          {Verb: game.RulesIntention, Move: e4},
		"--dismiss --appeal 9":      {Verb: game.RulesDismissed, Appeal: 9},
		"--annul --fundamental":     {Verb: game.RulesAnnulled, Fundamental: true},
		"--resume":                  {Verb: game.RulesResumed},
		"--extend 3d":               {Verb: game.RulesExtended, By: 72 * time.Hour},
		"--correct-time white=+90s": {Verb: game.RulesTime, Side: game.White, By: 90 * time.Second},
		"--correct-time white +90s": {Verb: game.RulesTime, Side: game.White, By: 90 * time.Second},
		"--correct-time black -90s": {Verb: game.RulesTime, Side: game.Black, By: -90 * time.Second},
		"--fine black guineas.":     {Verb: game.RulesFined, Side: game.Black, Text: "guineas"},
		"--correct-time black=-2h":  {Verb: game.RulesTime, Side: game.Black, By: -2 * time.Hour},
	} {
		want.Reason = "two letters"
		if got, err := read(words); err != nil || got.Ruling != want || got.Law != "II.9" {
			t.Errorf("%s: %+v, %v", words, got, err)
		}
	}
}

func TestSlips(t *testing.T) {
	for words, want := range map[string]string{
		"":                                "needs a verb",
		"--forfeit grey":                  "white or black",
		"--adopt K-K2":                    "UCI",
		"--restore-turn soon":             "no turn",
		"--correct-time white=2h":         "needs a sign",
		"--correct-time white":            "needs a sign",
		"--extend never":                  "no time",
		"--draw --annul":                  "--annul and --draw",
		"--shout":                         "unknown flag",
		"--fine white":                    "does not say",
		"--fine grey=pounds":              "no side",
		"--exact --man KRP":               "no square",
		"--waive --man h2":                "--man goes with --exact alone",
		"--draw --appeal 7 --fundamental": "--appeal and --fundamental",
		"--correct-time grey=+2h":         "no side",
		"--correct-time white=+2y":        "no time",
	} {
		if _, err := read(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", words, err, want)
		}
	}
}

func TestUndo(t *testing.T) {
	got, refusal := Command{Undo: 7, Law: "II.9", Reason: " two letters "}.Rule()
	if want := (play.Rule{Ruling: game.Ruling{Verb: game.RulesUndone, Event: 7, Reason: "two letters"}, Law: "II.9"}); refusal != "" || got != want {
		t.Errorf("%+v, %q; want %+v", got, refusal, want)
	}
}

// TestFlagsThatTheLawsName: a flag that an objection or the help on a power names is one
// that a ruling has, and so is a verb that an objection names in a letter.
func TestFlagsThatTheLawsName(t *testing.T) {
	c := NewCommand()
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, f := range parser.Model.Flags {
		known["--"+f.Name] = true
	}
	for name, lines := range map[string]string{"game/powers.go": `(?m)^.*Says:.*$`, "templates/texts/words.txt": `(?m)^(?:objection|order) .*$`} {
		source, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(regexp.MustCompile(lines).FindAllString(string(source), -1), "\n")
		named := regexp.MustCompile(`--[a-z][a-z-]+|\bverb [a-z-]+[a-z]\b`).FindAllString(said, -1)
		if len(named) == 0 {
			t.Errorf("%s names no flag", name)
		}
		for _, flag := range named {
			flag = strings.Replace(flag, "verb ", "--", 1)
			if elsewhere := []string{"--coverage", "--within"}; !known[flag] && !slices.Contains(elsewhere, flag) {
				t.Errorf("%s names %s, which is no flag of a ruling", name, flag)
			}
		}
	}
}

// TestEveryArgumentIsWritten: what a power takes has a form, unless the power has a command
// of its own, and what is tried of the power in a game that has just begun can be read.
func TestEveryArgumentIsWritten(t *testing.T) {
	begins := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	s := game.State{}.Apply(play.Decide(game.State{}, play.Start{Terms: terms.Default()}, begins)...)
	for _, p := range game.Powers() {
		if isWritten(p) == (p.Takes == game.TakesSeat) { // corrctl player replace
			t.Errorf("%s: what it takes has no row in forms", p.Verb)
		}
		tried := tries(p, s)
		if none := !hasFlag(p) || p.Takes == game.TakesMove || p.Takes == game.TakesPoint; (len(tried) == 0) != none {
			t.Errorf("%s: %d rulings to be tried: %+v", p.Verb, len(tried), tried)
		}
		for _, r := range tried {
			if r.Verb != p.Verb || p.Takes != game.TakesNothing && p.Takes != game.TakesMan && r.Ruling == (game.Ruling{Verb: p.Verb}) {
				t.Errorf("%s: %+v", r.Flag, r.Ruling)
			}
		}
	}
}
