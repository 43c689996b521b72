package templates

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store/storetest"
)

// TestConcerns: of every kind of event it is laid down in testdata/concerns.txt whether White is
// told it: where White, Black, corrd and the umpire have brought it about, of an event that names
// White if it names a side. A new kind is in none of its lines: whoever adds one decides here whom
// it concerns.
func TestConcerns(t *testing.T) {
	var table []string
	storetest.EachKind(t, "../store/testdata", func(tag string, fact game.Fact) {
		var makers []string
		for _, by := range []game.Party{game.PartyOf(board.White), game.PartyOf(board.Black), game.Corrd, game.Umpire} {
			e, s := game.Event{By: by, Fact: fact}, game.State{Claim: &game.Claim{}}
			p := &gamePage{GameLetter: GameLetter{State: s, Events: []game.Event{e}, Reader: Reader{Side: board.White}}}
			one := told{gamePage: p, Event: e, Fact: fact, State: s, Mine: by == game.PartyOf(board.White)}
			if one.concerns() {
				makers = append(makers, fmt.Sprint(by))
			}
		}
		table = append(table, fmt.Sprintf("%s: told if by %s", tag, strings.Join(makers, ", ")))
	})
	storetest.LaidDown(t, "testdata/concerns.txt", table, *update)
}
