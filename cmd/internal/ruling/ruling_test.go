package ruling

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
)

// read reads a ruling's words, with a law and a reason.
func read(words string) (game.Rule, error) {
	c, err := Parse(append(strings.Fields(words), "--law", "II.9", "--reason", "two letters"))
	if err != nil {
		return game.Rule{}, err
	}
	return c.Rule()
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
		"undo 7":                    {Verb: game.RulesUndone, Event: 7},
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
		"undo 7 --draw":                   "no other verb",
		"--exact --man KRP":               "no square",
		"--waive --man h2":                "--man goes with --exact alone",
		"undo 7 --forfeit grey":           "no other verb",
		"undo it":                         "no event",
		"--draw --appeal 7 --fundamental": "--appeal and --fundamental",
		"--correct-time grey=+2h":         "no side",
		"--correct-time white=+2y":        "no time",
	} {
		if _, err := read(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", words, err, want)
		}
	}
}
