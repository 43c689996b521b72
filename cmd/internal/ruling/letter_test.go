package ruling

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
)

func TestParseLetter(t *testing.T) {
	for text, want := range map[string]game.Ruling{
		"rule 12 dismiss, law II.9, reason no proof was given":                                 {Verb: game.RulesDismissed, Reason: "no proof was given"},
		"Dear corrd,\n\nRule 12 Forfeit white, law II.9, reason their letter\nof May\n\nYours": {Verb: game.RulesForfeit, Side: game.White, Reason: "their letter of May"},
		"rule 12 correct-time white +2h, law II.9, reason x":                                   {Verb: game.RulesTime, Side: game.White, By: 2 * time.Hour, Reason: "x"},
		"rule 12 correct-time white=-2h, law II.9, reason x":                                   {Verb: game.RulesTime, Side: game.White, By: -2 * time.Hour, Reason: "x"},
		"rule 12 fine black a guinea, law II.9, reason x, y and z":                             {Verb: game.RulesFined, Side: game.Black, Text: "a guinea", Reason: "x, y and z"},
		"rule 12 restore-turn 7b dispute 3, law II.9, reason x":                                {Verb: game.RulesRestored, Number: 7, Side: game.Black, Reason: "x"},
		"rule 12 exact man h2, law II.9, reason x":                                             {Verb: game.RulesExacted, Text: "h2", Reason: "x"},
		"rule 12 term time reply in 5 days, law II.9, reason x":                                {Verb: game.RulesTerm, Text: "time reply in 5 days", Reason: "x"},
		"rule 12 undo 43, law II.9, reason x":                                                  {Verb: game.RulesUndone, Event: 43, Reason: "x"},
	} {
		o, found, err := ParseLetter(text)
		got, err2 := o.Command.Rule()
		if !found || err != nil || err2 != nil || got.Ruling != want || got.Law != "II.9" || o.Game != 12 {
			t.Errorf("%q: %+v of game %d, %v, %v, %v", text, got, o.Game, found, err, err2)
		}
		if named := strings.Contains(text, "dispute 3"); named != (o.Command.Dispute == 3) {
			t.Errorf("%q: dispute %d", text, o.Command.Dispute)
		}
	}
	for _, text := range []string{"", "the rule is clear", "rule of law"} {
		if _, found, err := ParseLetter(text); found || err != nil {
			t.Errorf("%q is taken for a ruling: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"rule 12 dismiss":                            "law CITATION",
		"rule 12 dismiss, law II.9":                  "reason TEXT",
		"rule 12 shout, law II.9, reason x":          "unknown flag",
		"rule 12 undo soon, law II.9, reason x":      "number of the event",
		"rule 12 dismiss --json, law II.9, reason x": "unknown flag",
	} {
		if _, found, err := ParseLetter(text); !found || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
