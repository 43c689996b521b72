package umpire

import (
	"os"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/templates/texts"
)

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
