package game_test

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/terms"
	"corrd/store/storetest"
)

// TestApplyCannotFail: an event of any kind, and a ruling of any verb, in a game without what the
// event names comes to something: a log may have been written by nobody who knew the laws.
func TestApplyCannotFail(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	apply := func(what string, s game.State, e game.Event) (after game.State) {
		defer func() {
			if said := recover(); said != nil {
				t.Errorf("%s: %v", what, said)
			}
		}()
		return s.Apply(e)
	}
	begun := apply("begins", game.State{ID: 1}, game.Event{At: at, Fact: game.Started{Players: [2]int64{1, 2}, Terms: terms.Default(), Rules: game.NewestRules()}})
	over := apply("ends", begun, game.Event{At: at, Fact: game.Ended{Score: game.WhiteWins, How: "resignation"}})
	for name, s := range map[string]game.State{"a game": begun, "a game that is over": over} {
		storetest.EachKind(t, "../store/testdata", func(tag string, fact game.Fact) {
			apply(tag+" in "+name, s, game.Event{At: at, By: game.Umpire, Fact: fact})
		})
		for _, power := range game.Powers() {
			apply(string(power.Verb)+" in "+name, s, game.Event{At: at, By: game.Umpire, Fact: game.Ruled{Ruling: game.Ruling{Verb: power.Verb}}})
		}
	}
}
