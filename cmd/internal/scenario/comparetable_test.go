package scenario

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/store"
	"corrd/store/storetest"
)

// compared are two accounts of one script that differ in the second step.
func compared() []Account {
	first := Became{Line: 4, Step: "white: P-K4", Sayings: []Saying{{"played", "I.13.C", "P-K4 is played"}}}
	return []Account{
		{Code: "one-1800", Terms: []string{"without late fine"}, Steps: []Became{first,
			{Line: 6, Step: "black: P|K4", Sayings: []Saying{{"offended", "III.3", "no legal move is expressed"}, {"open", "", "White may exact the penalty or waive it"}}}}},
		{Code: "two-1801", Steps: []Became{first, {Line: 6, Step: "black: P|K4", Sayings: []Saying{{"played", "L8", "P-K4 is played"}}}}},
	}
}

func TestColumns(t *testing.T) {
	text := AccountText(Script{"A script", compared()}, 120)
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 120 {
			t.Errorf("%d characters: %q", len(line), line)
		}
	}
	want := "no legal move is expressed (III.3)" + strings.Repeat(" ", 27) + "P-K4 is played (L8)\n"
	for _, want := range []string{want, "  one-1800: without late fine\n", "\n> black: P|K4\n", "\nWhite may exact the penalty or waive it\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}

func TestStackedCodesThatAgreeStandTogether(t *testing.T) {
	text := AccountText(Script{"A script", compared()}, 60)
	if n := strings.Count(text, "one-1800, two-1801\n    P-K4 is played (I.13.C)\n"); n != 1 {
		t.Errorf("%d times:\n%s", n, text)
	}
	if !strings.Contains(text, "  one-1800\n    no legal move is expressed (III.3)\n") {
		t.Error(text)
	}
}

func TestMarkdown(t *testing.T) {
	text := AccountMarkdown([]Script{{"A script", compared()}, {"Another", compared()}})
	rows := "| white: P-K4 | P-K4 is played (I.13.C) | P-K4 is played (I.13.C) |\n" +
		"| black: P\\|K4 | no legal move is expressed (III.3)<br>White may exact the penalty or waive it | P-K4 is played (L8) |\n"
	want := "| a letter | `one-1800` | `two-1801` |\n|---|---|---|\n| **A script** | | |\n" + rows + "| **Another** | | |\n" + rows
	if text != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
	same := compared()
	same[1].Steps = same[0].Steps
	if text := AccountMarkdown([]Script{{"A script", same}}); !strings.HasPrefix(text, "| a letter | `one-1800`, `two-1801` |\n|---|---|\n| **A script** | |\n| white") {
		t.Error(text)
	}
	if text := AccountMarkdown([]Script{{"A script", same}, {"Another", compared()}}); !strings.HasPrefix(text, "| a letter | `one-1800` | `two-1801` |\n") {
		t.Error(text)
	}
}

// TestWordsAreOfEvents: every row of words belongs to a kind of event.
func TestWordsAreOfEvents(t *testing.T) {
	kinds := slices.AppendSeq(slices.Clone(silent), maps.Keys(simply))
	for _, kind := range kinds {
		if _, err := store.ReadFact(kind, []byte("{}")); err != nil {
			t.Error(err)
		}
	}
}

// TestEveryEventIsTold: every kind of event has words, or nobody is told of it, and not both.
func TestEveryEventIsTold(t *testing.T) {
	storetest.EachKind(t, "../../../store/testdata", func(tag string, fact game.Fact) {
		told := tell(game.State{}, game.Event{Fact: fact}) != "" || simply[tag] != ""
		if told == slices.Contains(silent, tag) {
			t.Errorf("an event %s must either have a case or a row of simply in comparewords.go or be silent there", tag)
		}
	})
}
