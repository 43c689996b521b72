package templates

import (
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game/codes"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret"
)

// helpExamples are the examples of a help letter: what stands behind the bar of a
// row, up to the column that explains it.
func helpExamples(t *testing.T, about string) (examples []string) {
	t.Helper()
	page, err := OfficePage(OfficeLetter{Kind: "office", Data: Data{Topic: Help, Words: about},
		Reader: Reader{Address: "bob@away.example"}, Now: time.Unix(0, 0), Office: testOffice})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(page.Text) {
		row, isRow := strings.CutPrefix(line, "| ")
		example, _, _ := strings.Cut(strings.TrimSpace(row), "  ")
		if isRow && !strings.HasPrefix(row, " ") && !strings.Contains(example, "|") {
			examples = append(examples, example)
		}
	}
	return examples
}

// TestHelpIsUnderstood: whatever a help letter shows can be written as it stands.
func TestHelpIsUnderstood(t *testing.T) {
	for _, about := range []string{"", "all", "notation"} {
		for _, example := range helpExamples(t, about) {
			if len(interpret.Parse(example).Statements) != 1 && example != "adopt 2; P-Q4" {
				t.Errorf("help %s: %q is not one statement", about, example)
			}
		}
	}
}

// TestHelpTellsEveryStatement: the help letter has every kind of statement.
func TestHelpTellsEveryStatement(t *testing.T) {
	told := map[interpret.Kind]bool{
		interpret.KindHelp: true, interpret.KindYes: true, interpret.KindNo: true, interpret.KindDecline: true, interpret.KindDeclineDraw: true, // in words
		interpret.KindEnter: true, interpret.KindUnwatch: true, // in the explanation of another
		interpret.KindLeaveEverywhere: true, // in the words of a leave
	}
	for _, example := range helpExamples(t, "all") {
		for _, s := range interpret.Parse(example).Statements {
			told[s.Kind] = true
		}
	}
	for _, kind := range interpret.Kinds() {
		if !told[kind] {
			t.Errorf("a statement of the kind %s stands in no line of \"help all\" in texts/help.txt, which says how it is written and what it does", kind)
		}
	}
}

// TestHelpIsShort: help has ten lines, and the last of them names the letter that has the rest.
func TestHelpIsShort(t *testing.T) {
	page, err := OfficePage(OfficeLetter{Kind: "office", Data: Data{Topic: Help}, Reader: Reader{Address: "bob@away.example"}, Now: time.Unix(0, 0), Office: testOffice})
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(page.Text, "\n\n-- ")
	lines := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Please answer above") {
			lines++
		}
	}
	if lines != 10 || !strings.Contains(text, "help all") {
		t.Errorf("%d lines:\n%s", lines, text)
	}
}

// TestHelpNamesOdds: the odds that the help letter names beside its example can be agreed
// on, the queen among them.
func TestHelpNamesOdds(t *testing.T) {
	page, err := OfficePage(OfficeLetter{Kind: "office", Data: Data{Topic: Help, Words: "terms"},
		Reader: Reader{Address: "bob@away.example"}, Now: time.Unix(0, 0), Office: testOffice})
	if err != nil {
		t.Fatal(err)
	}
	const example = "| odds knight given by white"
	_, rest, _ := strings.Cut(page.Text, example)
	named, _, _ := strings.Cut(rest, "| odds")
	names := strings.Split(strings.TrimPrefix(strings.Join(strings.Fields(strings.ReplaceAll(named, "|", " ")), " "), "or "), ", ")
	for _, name := range names {
		if _, refusal := codes.ParseTerms([]interpret.Term{{Key: "odds", Value: name + " given by white"}}, terms.Default()); refusal != "" {
			t.Errorf("odds %q: %s", name, refusal)
		}
	}
	if !slices.Contains(names, "queen") || len(names) < 8 {
		t.Errorf("%q", names)
	}
}

// refusedByAll says why terms can be agreed on under none of the codes, or "".
func refusedByAll(written []interpret.Term) (refusal reason.Reason) {
	for _, code := range terms.Codes {
		defaults := terms.Default()
		defaults.Code = code
		if _, refusal = codes.ParseTerms(written, defaults); refusal == "" {
			return ""
		}
	}
	return refusal
}

// TestHelpTermsCanBeAgreedOn: every term that the help letter shows can be agreed on, and the help
// letter shows every term.
func TestHelpTermsCanBeAgreedOn(t *testing.T) {
	examples := append(helpExamples(t, "terms"), glossed()...)
	shown := map[string]bool{}
	for _, example := range examples {
		text := strings.TrimPrefix(example, "challenge bob@example.org, ")
		for _, s := range interpret.Parse("challenge bob@example.org, " + text).Statements {
			if len(s.Terms) == 0 {
				t.Errorf("%q is no term", text)
			}
			if refusal := refusedByAll(s.Terms); refusal != "" {
				t.Errorf("%q: %s", text, refusal)
			}
			for _, term := range s.Terms {
				shown[term.Key] = true
			}
		}
	}
	for _, line := range terms.Default().Lines() {
		known := func(key string) bool { return strings.HasPrefix(line, key+" ") && shown[key] }
		if key, _, _ := strings.Cut(line, " "); !known(key) && !known("first move") {
			t.Errorf("no word of the term %q", line)
		}
	}
}

// TestHelpAboutATopic: the letter about a topic has the rows of the other help letters that speak
// of it, and no others; of a topic of which none speaks the letter says so.
func TestHelpAboutATopic(t *testing.T) {
	all := append(append(helpExamples(t, "all"), helpExamples(t, "terms")...), helpExamples(t, "notation")...)
	for topic, want := range map[string][]string{
		"leave":        {"leave 10 days", "leave 14 days everywhere", "leave 10 days a year"},
		"protest":      {"protest: the board in your letter is not mine", "protest: mutilated"},
		"umpire":       {"claim forfeiture: II.9(c) looked it up", "protest: the board in your letter is not mine", "submit to umpire", "umpire carol@example.org"},
		"draw":         {"draw?", "accept draw", "claim draw: fifty moves"},
		"draws":        {"draw?"},
		"castling":     {"Castles KR"},
		"complaint":    {"protest: the board in your letter is not mine", "claim forfeiture: II.9(c) looked it up"},
		"resigning":    {"resign"},
		"conditionals": {"If P-K4, Kt-KB3"},
		"telegraph":    {"repeat form", "medium telegraph, telegraph.tariff foreign"},
		"challenge":    {"challenge bob@example.org"},
		"penalties":    {"exact penalty C", "waive"},
		"clock":        {"leave 10 days"},
		"promotion":    {"P-K8 (Q)"},
		"code":         {"code american-1897"},
	} {
		got := helpExamples(t, topic)
		for _, example := range want {
			if !slices.Contains(got, example) {
				t.Errorf("help %s has no %q: %q", topic, example, got)
			}
		}
		for _, example := range got {
			if !slices.Contains(all, example) {
				t.Errorf("help %s has %q, which no other help letter has", topic, example)
			}
		}
		if len(got) > 30 {
			t.Errorf("help %s has %d rows", topic, len(got))
		}
	}
	unknown, err := OfficePage(OfficeLetter{Kind: "office", Data: Data{Topic: Help, Words: "marmalade"}, Reader: Reader{Address: "bob@away.example"}, Now: time.Unix(0, 0), Office: testOffice})
	if err != nil || !strings.Contains(unknown.Text, `There is no help about "marmalade"`) || !slices.Contains(helpExamples(t, "marmalade"), "draw?") {
		t.Errorf("%v %s", err, unknown.Text)
	}
}
