package line

import (
	"fmt"
	"testing"

	"corrd/game/board"
)

// played returns the record of a game from the array.
func played(t testing.TB, uci ...string) Record {
	r := Record{Initial: board.Array(), Position: board.Array()}
	for _, text := range uci {
		m, ok := board.ParseMove(text)
		if !ok && text != "0000" {
			t.Fatalf("%s is no move", text)
		}
		r.AddTurn(Turn{Move: m})
	}
	return r
}

func ExampleRecord() {
	r := Record{Initial: board.Array(), Position: board.Array()}
	for _, text := range []string{"e2e4", "e7e5", "g1f3"} {
		m, _ := board.ParseMove(text)
		r.AddTurn(Turn{Move: m})
	}
	fmt.Println("ply", r.LastPly(), "is move", NumberOf(r.LastPly()), "of", SideAt(r.LastPly()))
	fmt.Println("taken back:", r.Unplay().Move, "and", r.Position.SideToMove(), "is to move")
	// Output:
	// ply 3 is move 2 of white
	// taken back: g1f3 and white is to move
}

// TestOlderRecord: a turn that is played after another was taken back does not stand in a copy
// of the record.
func TestOlderRecord(t *testing.T) {
	was := played(t, "e2e4", "e7e5")
	now := was
	now.Unplay()
	other := played(t, "e2e4", "c7c5")
	now.AddTurn(Turn{Move: other.Line[1].Move})
	if was.Line[1].Move == now.Line[1].Move || now.Position != other.Position {
		t.Errorf("the copy has %v, the record %v", was.Line, now.Line)
	}
}

// TestSince: a capture begins a quiet count again, and a turn that was passed is not a move.
func TestSince(t *testing.T) {
	r := played(t, "e2e4", "d7d5", "e4d5", "g8f6", "0000", "f6d5", "g1f3")
	if got := r.Since(0, 1, false); got != [2]int{3, 3} {
		t.Errorf("%v moves have been made, wanted 3 of each side", got)
	}
	if got := r.Since(0, 1, true); got != [2]int{1, 0} {
		t.Errorf("%v moves have been made since the last capture, wanted one of White's", got)
	}
}

// TestPersists: a side persists whose last turn brings about a position for the third time, unless
// each of the side's turns since the first time answered a check.
func TestPersists(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	twice := append(append([]string{}, shuffle...), shuffle...)
	if r := played(t, twice...); r.Persists(board.White) || r.Persists(board.Black) {
		t.Error("a side persists after two times")
	}
	if r := played(t, append(twice, shuffle...)...); !r.Persists(board.White) || !r.Persists(board.Black) {
		t.Error("no side persists after three times")
	}
}

// TestPairs: pairs of moves are the second moves held behind the first; of them remain, when a
// first move is played, those that begin with it, and an older list keeps its numbers.
func TestPairs(t *testing.T) {
	moves := func(uci ...string) (all []board.Move) {
		for _, text := range uci {
			m, _ := board.ParseMove(text)
			all = append(all, m)
		}
		return all
	}
	first := Turn{Move: moves("e2e4")[0], Words: "P-K4"}
	held := Undetermined{Moves: moves("b1c3", "g1f3"), Words: []string{"Kt moves"}}
	held.List(Notice{Seq: 4, Ply: 2})
	pairs := held.Behind(first)
	if !pairs.Pairs() || pairs.Words[0] != "P-K4; Kt moves" || held.Pairs() {
		t.Fatalf("behind %v: %+v", first.Move, pairs)
	}
	pairs.Moves, pairs.Then = moves("d2d4", "e2e4", "e2e4"), moves("c1f4", "b1c3", "g1f3")
	pairs.List(Notice{Seq: 6, Ply: 2})
	left := pairs.After(first.Move, Notice{Seq: 8, Ply: 2})
	if left.Pairs() || fmt.Sprint(left.Moves) != fmt.Sprint(moves("b1c3", "g1f3")) {
		t.Errorf("after %v there are held %v", first.Move, left.Moves)
	}
	if older := left.Lists[1].Moves; len(left.Lists) != 3 || len(older) != 3 || older[0] != board.Pass || older[2] != left.Moves[1] {
		t.Errorf("the lists are %v", left.Lists)
	}
}

// TestFire: of the conditionals of a side for one ply one fires and the others lapse; what
// follows in the series of the first waits, unless its words were erased.
func TestFire(t *testing.T) {
	next := []Branch{{If: []string{"P takes P"}, Then: "Kt takes P"}}
	for then, want := range map[string]Standing{"P-Q4": Waiting, "": Lapsed} {
		var all Conditionals
		all.Add(Conditional{Side: board.White, Ply: 2, Status: Waiting}, []Branch{{If: []string{"P-K4"}, Then: then, Next: next}, {If: []string{"P-QB4"}, Then: "P-QB3"}})
		was := fmt.Sprintf("%+v", all)
		fired := all
		fired.Fire(1, board.White, 2, nil)
		if fired[0].Status != Fired || fired[1].Status != Lapsed || len(fired) != 3 || fired[2].Status != want || fired[2].Ply != 4 || fired[2].Parent != 1 {
			t.Errorf("%q: the conditionals are %+v", then, fired)
		}
		if now := fmt.Sprintf("%+v", all); now != was {
			t.Errorf("%q: the older list was %s and is %s", then, was, now)
		}
	}
}
