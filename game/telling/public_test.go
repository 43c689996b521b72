package telling

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
)

// TestPublicRulings lays down for every set of values that an umpire's verb takes which of them the
// public is told. A new set has no line here until that is decided.
func TestPublicRulings(t *testing.T) {
	told := map[game.Takes][]string{
		game.TakesNothing: nil, game.TakesSide: nil, game.TakesSideText: nil, game.TakesTerm: nil, game.TakesMove: nil, game.TakesMan: nil,
		game.TakesEvent: nil, game.TakesPoint: nil, game.TakesNumber: nil, game.TakesSeat: nil,
		game.TakesSideBy: {"By"}, game.TakesBy: {"By"}, game.TakesTurn: {"Number"},
	}
	for _, p := range game.Powers() {
		shown, decided := told[p.Takes]
		if !decided {
			t.Errorf("%s takes values of which it is not decided what the public is told", p.Verb)
			continue
		}
		ruling := game.Ruling{Verb: p.Verb, Side: game.PartyOf(board.White), Number: 3, By: 72 * time.Hour, Text: "his wife told him", Event: 5, Reason: "see my letter"}
		got := reflect.ValueOf(publicRuling(ruling))
		for i := range got.NumField() {
			name := got.Type().Field(i).Name
			want := name == "Verb" || name == "Side" || slices.Contains(shown, name)
			if set := !got.Field(i).IsZero(); set != want {
				t.Errorf("%s: %s is told to the public: %t, want %t", p.Verb, name, set, want)
			}
		}
	}
}
