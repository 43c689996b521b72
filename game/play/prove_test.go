package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
)

// doubtful is a game in which White has just moved, and whether it can still be won
// is more than can be told at once.
func doubtful(t *testing.T) game.State {
	t.Helper()
	terms := terms.Default()
	terms.Position = "k1b5/1p1pB3/1P1P4/8/K7/8/8/8 w - - 0 1"
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms, Players: [2]int64{1, 2}}, begins)...)
	s = s.Apply(Decide(s, Notify{Side: board.White}, begins)...)
	s = s.Apply(Decide(s, letter("K-R5", board.White, begins), begins)...)
	s = s.Apply(Decide(s, Notify{Side: board.Black}, begins)...)
	at, due := s.Deadline()
	if side, runs := s.Running(); due != game.DueProof || at.After(begins) || !runs || side != board.Black {
		t.Fatalf("due %q at %v; %v runs: %v", due, at, side, runs)
	}
	return s
}

func TestLongerSearch(t *testing.T) {
	s, soon := doubtful(t), begins.Add(time.Second)
	found, _ := Prove(s)
	if events := Decide(s, found, soon); kindsOf(events) != "ProofFound Ended" || s.Apply(events...).Result.How != game.CannotBeWon {
		t.Errorf("told that nobody can win: %s", describe(events))
	}
	late := begins.Add(31 * clocks.Day)
	if r := s.Apply(Decide(s, letter("K-Kt1", board.Black, late), late)...).Result; r == nil || r.How != game.ByTime {
		t.Errorf("the flag waits for the search: %+v", r)
	}
	replied := s.Apply(Decide(s, letter("K-Kt1", board.Black, soon), soon)...)
	taken := s.Apply(Decide(s, letter("withdraw", board.White, soon), soon)...)
	taken = taken.Apply(Decide(taken, letter("agree", board.Black, soon), soon)...)
	for name, now := range map[string]game.State{"replied to": replied, "withdrawn": taken} {
		if events := Decide(now, found, soon); len(events) != 0 {
			t.Errorf("the move is %s, and what was found before acts: %s", name, describe(events))
		}
	}
	if found, ok := Prove(replied); !ok || replied.Apply(Decide(replied, found, soon)...).Result == nil {
		t.Error("the reply did not bring the question up again")
	}
	if _, ok := Prove(taken); ok {
		t.Error("what was asked about a move withdrawn is searched")
	}
}
