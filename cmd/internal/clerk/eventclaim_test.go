package clerk

import (
	"fmt"
	"slices"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// TestAdjudicationIsOfEvents: who claims a win or a draw of an adjudicated game is told so where
// the game belongs to no event, and is asked why where no words stand behind a colon; neither is a
// dispute. With words the claim comes before the director.
func TestAdjudicationIsOfEvents(t *testing.T) {
	b := newTable(t)
	id := b.event("players = [\"alice\", \"bob\"]\nterms = \"code british-1899, time 10 moves in 30 days\"")
	for n, who := range []string{"alice", "bob"} {
		b.letter(who, "corrd@club.example", fmt.Sprint("enter", n), "enter 1")
	}
	ofEvent := b.start(id).Pairings[0]
	disputes := func() int {
		t.Helper()
		all, err := b.room().DisputeList(t.Context(), control.Which{})
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	last := func(who string) string {
		t.Helper()
		b.sendAll()
		for _, l := range slices.Backward(b.sent) {
			if l.to == who+"@example.org" {
				return parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText
			}
		}
		return ""
	}
	b.inGame(1, board.White, "a", "P-K4\nadjudicate win: a Pawn more")
	wants(t, last("alice"), "adjudicate win: a Pawn more", "belongs to an event")
	if b.game().LastPly() != 1 {
		t.Error("the move beside it is not played")
	}
	b.inGame(1, board.White, "b", "adjudicate win")
	wants(t, last("alice"), "belongs to an event")
	for n, words := range []string{"adjudicate win", "Please adjudicate draw, neither side can win", "adjudicate draw:"} {
		b.inGame(ofEvent.Game, board.White, fmt.Sprint("w", n), words)
		wants(t, last(ofEvent.White), "Why?", "with a colon and your words behind it")
	}
	if n := disputes(); n != 0 {
		t.Errorf("%d disputes", n)
	}
	b.inGame(ofEvent.Game, board.White, "claim", "adjudicate draw: neither side can win")
	if n := disputes(); n != 1 {
		t.Errorf("%d disputes after a claim with words", n)
	}
}
