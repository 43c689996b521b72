package dossier

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/store/storetest"
)

var updateSights = flag.Bool("update", false, "write testdata/sights.txt anew")

// TestSights: of every kind of event, whoever brought it about, it is laid down in
// testdata/sights.txt what White may read while the game is played and after its end. A new kind is
// in none of its lines: whoever adds one decides here whether its words are for both sides.
func TestSights(t *testing.T) {
	var table []string
	storetest.EachKind(t, "../../../store/testdata", func(tag string, fact game.Fact) {
		for _, by := range []game.Party{game.PartyOf(board.White), game.PartyOf(board.Black), game.Corrd, game.Umpire} {
			var seen []string
			for _, over := range []bool{false, true} {
				one := newTeller(board.White, 1, nil)
				if over {
					one.state.Result = &game.Result{}
				}
				seen = append(seen, one.sees(game.Event{By: by, Fact: fact}).String())
			}
			table = append(table, fmt.Sprintf("%s by %v: %s; at the end %s", tag, by, seen[0], seen[1]))
		}
	})
	storetest.LaidDown(t, "testdata/sights.txt", table, *updateSights)
}

// String returns what may be read of an event: nothing, its line, or its line and what stands
// beside it.
func (s sight) String() string {
	switch {
	case !s.line:
		return "nothing"
	case s.parts && len(s.texts) == 0:
		return "its line and parts"
	case len(s.texts) == 0:
		return "its line"
	case s.parts:
		return "its line, parts and " + strings.Join(s.texts, ",")
	case slices.Contains(s.texts, store.RawText):
		return "all"
	}
	return "all but its letter"
}
