package clerk

import (
	"encoding/json"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/board"
)

// TestWhoseConditionalFiredIsNotAskedToMove: one letter tells the player of the move, of the words
// beside the move and of the player's answer, and none says that it is the player's turn.
func TestWhoseConditionalFiredIsNotAskedToMove(t *testing.T) {
	b := newTable(t)
	b.letter("bob", b.key(board.Black), "1", "If P-K4, P-QB4")
	b.sendAll()
	before := len(b.told("bob", "move"))
	b.letter("alice", b.key(board.White), "2", "P-K4\nGreetings from the seaside.")
	b.sendAll()
	if now := len(b.told("bob", "move")); now != before {
		t.Errorf("Black is asked for a move that is made: %d letters, then %d", before, now)
	}
	told := b.lastTold("bob", "adopted")
	wants(t, told, "White has played 1. P-K4", "Your conditional move", "Greetings from the seaside.")
	if strings.Contains(told, "2@example.org") {
		t.Errorf("White's Message-ID is shown to Black:\n%s", told)
	}
}

// TestConditionalsAreTrees: what follows a hypothesis stands below it alone, with
// a standing of its own.
func TestConditionalsAreTrees(t *testing.T) {
	b := newTable(t)
	shown := func() []control.ConditionalView {
		t.Helper()
		g, err := b.room().GameShow(t.Context(), control.Numbered{ID: 1})
		if err != nil {
			t.Fatal(err)
		}
		return g.Conditionals
	}
	seen := func(want string) {
		t.Helper()
		got, err := json.Marshal(shown())
		if err != nil || string(got) != want {
			t.Errorf("%s, %v\nwant %s", got, err, want)
		}
	}
	seen(`[]`)
	b.answer(board.White, "1", "", "1. P-K4; if P-K4 2. Kt-KB3; if then Kt-QB3 3. B-Kt5")
	seen(`[{"side":"white","if":"P-K4","then":"Kt-KB3","children":[{"side":"white","if":"Kt-QB3","then":"B-Kt5","children":[],"status":"waiting"}],"status":"waiting"}]`)
	b.answer(board.Black, "2", "", "P-K4")
	seen(`[{"side":"white","if":"P-K4","then":"Kt-KB3","children":[{"side":"white","if":"Kt-QB3","then":"B-Kt5","children":[],"status":"waiting"}],"status":"fired"}]`)
	b.answer(board.Black, "3", "", "P-Q3")
	seen(`[{"side":"white","if":"P-K4","then":"Kt-KB3","children":[{"side":"white","if":"Kt-QB3","then":"B-Kt5","children":[],"status":"lapsed"}],"status":"fired"}]`)
	b.answer(board.White, "4", "", "P-Q4; if any, I resign")
	if last := shown()[1]; last.If != "any" || last.Then != "resign" || last.Status != "waiting" {
		t.Errorf("%+v", last)
	}
}
