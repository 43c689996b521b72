package ruling

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/templates/texts"
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
		o, found := ParseLetter(text)
		got, refusal := o.Rule()
		if !found || refusal != "" || got.Ruling != want || got.Law != "II.9" || o.Game != 12 {
			t.Errorf("%q: %+v of game %d, %v, %q", text, got, o.Game, found, refusal)
		}
		if named := strings.Contains(text, "dispute 3"); named != (o.Dispute == 3) {
			t.Errorf("%q: dispute %d", text, o.Dispute)
		}
	}
	for _, text := range []string{"", "the rule is clear", "rule of law"} {
		if _, found := ParseLetter(text); found {
			t.Errorf("%q is taken for a ruling", text)
		}
	}
	for text, want := range map[string]string{
		"rule 12 dismiss":                            "law CITATION",
		"rule 12 dismiss, law II.9":                  "reason TEXT",
		"rule 12 shout, law II.9, reason x":          `no verb "shout"; the verbs are forfeit, annul,`,
		"rule 12 forfeit, law II.9, reason x":        "as in forfeit SIDE",
		"rule 12 forfeit grey, law II.9, reason x":   "white or black",
		"rule 12 exact h2, law II.9, reason x":       "exact man h2",
		"rule 12 waive man h2, law II.9, reason x":   "a man is named with the verb exact",
		"rule 12 undo soon, law II.9, reason x":      "no number of an event, such as 43",
		"rule 12 dismiss --json, law II.9, reason x": "nothing stands",
	} {
		o, found := ParseLetter(text)
		_, refusal := o.Rule()
		if said := texts.InLetter(refusal); !found || !strings.Contains(said, want) || strings.Contains(said, "--") && !strings.Contains(text, "--") {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
	}
}
