package clerk

import (
	"fmt"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// TestKeyOfAnotherSpendsNothing: whoever has the key of a seat, or had the seat before, writes with
// it in the name of another player. The letters spend nothing that is kept for the other's own
// letters with a key.
func TestKeyOfAnotherSpendsNothing(t *testing.T) {
	for name, had := range map[string]bool{"the opponent": false, "who had the seat before": true} {
		b := newTable(t)
		b.desk.Budgets.PerAddressDay = 8
		b.join("carol", "dan")
		b.letter("dan", office, "c", "challenge alice@example.org, colour black")
		b.replies("alice", "challenge", "a", "accept")
		victim, game, key := "bob", int64(1), b.key(board.White)
		if had {
			victim, game = "dan", 2
			if err := b.replace(control.Seat{Game: 1, Side: board.White, Member: 0}, "carol"); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 14 {
			b.brings(mailer.AuthNone, victim, key, fmt.Sprint("forged", i), fmt.Sprintf("P-K4 and the letter %d", i))
		}
		s := ledger.Seat{Game: b.gameNumber(game), Side: board.Black}
		own := b.desk.Keys.Address(s.Token(), s.Generation(), b.Ledger().Site)
		b.letter(victim, own, "own", "history 77")
		if l := b.newest(); l.State != store.Returned {
			t.Errorf("%s: %s's own letter with the key is not answered: %s, %s", name, victim, l.State, l.Verdict)
		}
		b.letter(victim, own, "own2", "games")
		if l := b.newest(); l.State != store.Answered {
			t.Errorf("%s: %s's own question with the key is not answered: %s, %s", name, victim, l.State, l.Verdict)
		}
	}
}
