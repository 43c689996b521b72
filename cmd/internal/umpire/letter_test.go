package umpire

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
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
		"rule 12 annul fundamental, law II.9, reason x":                                        {Verb: game.RulesAnnulled, Fundamental: true, Reason: "x"},
		"rule 12 move e2e4, fundamental, law II.9, reason x":                                   {Verb: game.RulesPlayed, Move: board.NewMove(12, 28, 0), Fundamental: true, Reason: "x"},
		"rule 12 restore-turn 7b, dispute 3, law II.9, reason x":                               {Verb: game.RulesRestored, Number: 7, Side: game.Black, Reason: "x"},
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
		"rule 12 dismiss":                            "it names no law",
		"rule 12 dismiss, law II.9":                  "it gives no reason",
		"rule dismiss, law II.9, reason x":           "it names no game",
		"rule game restore-turn 7b":                  "it names no game",
		"rule 12 dismiss, law II.9, reason: ":        "it gives no reason",
		"rule 12 , law II.9, reason x":               "not in the form of a ruling",
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

// TestParseLetterAboutDispute reads what an umpire does about a dispute by letter.
func TestParseLetterAboutDispute(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]game.Fact{
		"dispute ask 3 black, within 7d, words Why did\nyou not ask?": game.Inquired{Dispute: 43, Side: board.Black, Words: "Why did you not ask?", Until: now.Add(7 * 24 * time.Hour)},
		"Dispute ask 3 White within 26h words: What came, and when?":  game.Inquired{Dispute: 43, Words: "What came, and when?", Until: now.Add(26 * time.Hour)},
		"Dear corrd,\ndispute note 3, words he has written twice":     game.Noted{Dispute: 43, Words: "he has written twice"},
		"dispute close 3, reason both have agreed, and play on":       game.Settled{Dispute: 43, Words: "both have agreed, and play on"},
	} {
		o, found := ParseLetter(text)
		if !found || !o.Handles() || o.Dispute != 3 {
			t.Errorf("%q: %v, %+v", text, found, o)
			continue
		}
		_, refusal := o.Rule()
		if f := o.about.fact(43, now); refusal != "" || f != want {
			t.Errorf("%q: %+v, %q; want %+v", text, f, refusal, want)
		}
	}
	for text, want := range map[string]string{
		"dispute ask 3, words why":                 "not in the form of an order about a dispute",
		"dispute ask 3 black, words why":           "not in the form of an order about a dispute",
		"dispute note 3 black, within 7d, words x": "not in the form of an order about a dispute",
		"dispute close, reason both have agreed":   "not in the form of an order about a dispute",
		"dispute 3 close, reason both have agreed": "not in the form of an order about a dispute",
		"dispute show":    "not in the form of an order about a dispute",
		"dispute close 3": "not in the form of an order about a dispute",
		"dispute ask 3 grey, within 7d, words why":      "white or black",
		"dispute ask 3 black, within a-week, words why": "90s, 15m, 26h or 3d",
	} {
		o, found := ParseLetter(text)
		_, refusal := o.Rule()
		if said := texts.InLetter(refusal); !found || !strings.Contains(said, want) {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
	}
}

// TestParseLetterShows reads the request for all that is known of a dispute, and takes no prose for
// an order.
func TestParseLetterShows(t *testing.T) {
	for _, text := range []string{"dispute show 3", "Dear corrd,\n\nDispute Show 3.\n\nYours"} {
		o, found := ParseLetter(text)
		if !found || !o.Shows() || o.Dispute != 3 || o.Misread() != "" {
			t.Errorf("%q: %v, %+v", text, found, o)
		}
	}
	for _, text := range []string{"rules of the game", "rule drawn up in May", "dispute notes follow", "the dispute show 3"} {
		if _, found := ParseLetter(text); found {
			t.Errorf("%q is taken for an order", text)
		}
	}
	if o, _ := ParseLetter("dispute close 3, reason x"); o.Shows() {
		t.Error("the end of a dispute is taken for a request to see the dispute")
	}
}

// TestLettersTellEveryVerb: what a letter tells an umpire names every verb of the command line, and
// each of its examples is read.
func TestLettersTellEveryVerb(t *testing.T) {
	parts, err := os.ReadFile(filepath.Join("..", "..", "..", "templates", "texts", "parts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, orders, _ := strings.Cut(string(parts), `{{define "orders"}}`)
	orders, _, _ = strings.Cut(orders, "{{end}}")
	told := map[game.Verb]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\S.*?) {2,}\S`).FindAllStringSubmatch(orders, -1) {
		o, _ := ParseLetter("rule 12 " + row[1] + ", law II.9, reason x")
		r, refusal := o.Rule()
		if refusal != "" {
			t.Errorf("%s: %s", row[1], texts.InLetter(refusal))
		}
		told[r.Verb] = true
	}
	for _, g := range NewCommand().given {
		if !told[g.Verb] {
			t.Errorf("no letter tells an umpire of the verb %s", g.Verb)
		}
	}
	if !told[game.RulesUndone] {
		t.Error("no letter tells an umpire how to undo a ruling")
	}
}

// TestEveryEventHasWords: an umpire reads of each kind of event in words, and the words name no
// kind that the log does not know.
func TestEveryEventHasWords(t *testing.T) {
	kinds := map[string]bool{"asked_umpire": true}
	golden, err := os.ReadDir("../../../store/testdata/events")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range golden {
		kinds[strings.TrimSuffix(f.Name(), ".json")] = true
	}
	for kind := range kinds {
		if !texts.Has("event " + kind) {
			t.Errorf("words.txt has no words for an event of the kind %q", kind)
		}
	}
	for _, kind := range texts.Keys("event ") {
		if !kinds[kind] {
			t.Errorf("words.txt has words for an event of the kind %q, which the log does not know", kind)
		}
	}
}

// TestHappened says of events what an umpire reads of them, in a preview and in what is known of a
// dispute.
func TestHappened(t *testing.T) {
	move := func(uci string) board.Move { m, _ := board.ParseMove(uci); return m }
	at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for want, e := range map[string]game.Event{
		`event 7: a ruling, by the umpire, II.9: George Walker dismiss`:                                      {At: at, By: game.Umpire, Law: "II.9", Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesDismissed, Umpire: "George Walker"}}},
		`event 7: a question to the umpire, by corrd, S-Corr VIII`:                                           {At: at, By: game.Black, Law: "S-Corr VIII", Fact: game.Claimed{Ground: game.Unstated, Words: "Kt-B3"}},
		`event 7: a claim, by Black, II.9 (letter 4)`:                                                        {At: at, By: game.Black, Law: "II.9", Letter: 4, Fact: game.Claimed{Ground: "II.9(c)", Words: "he has a book"}},
		`event 7: a move, by White, I.13.C (letter 3): "P-K4" read as e2e4`:                                  {At: at, By: game.White, Law: "I.13.C", Letter: 3, Fact: game.Played{Ply: 1, Move: move("e2e4"), Words: "P-K4"}},
		`event 7: a communication handed in, by White, terms:medium (letter 3): "P-K4" which came as "P-K3"`: {At: at, By: game.White, Law: "terms:medium", Letter: 3, Fact: game.HandedIn{Words: []string{"P-K4"}, With: []string{"P-K3"}}},
	} {
		if got := HappenedBy(7, e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
