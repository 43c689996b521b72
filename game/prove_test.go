package game

import (
	"testing"
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// doubtful is a game in which White has just moved, and whether it can still be won
// is more than can be told at once.
func doubtful(t *testing.T) State {
	t.Helper()
	terms := terms.Default()
	terms.Position = "k1b5/1p1pB3/1P1P4/8/K7/8/8/8 w - - 0 1"
	s := State{}.Apply(State{}.Decide(Start{Terms: terms, Players: [2]int64{1, 2}}, begins)...)
	s = s.Apply(s.Decide(Notify{Side: board.White}, begins)...)
	s = s.Apply(s.Decide(letter("K-R5", board.White, begins), begins)...)
	s = s.Apply(s.Decide(Notify{Side: board.Black}, begins)...)
	at, due := s.Deadline()
	if side, runs := s.Running(); due != DueProof || at.After(begins) || !runs || side != board.Black {
		t.Fatalf("due %q at %v; %v runs: %v", due, at, side, runs)
	}
	return s
}

func TestLongerSearch(t *testing.T) {
	s, soon := doubtful(t), begins.Add(time.Second)
	found, _ := s.Prove()
	if events := s.Decide(found, soon); kindsOf(events) != "ProofFound Ended" || s.Apply(events...).Result.How != CannotBeWon {
		t.Errorf("told that nobody can win: %s", describe(events))
	}
	late := begins.Add(31 * day)
	if r := s.Apply(s.Decide(letter("K-Kt1", board.Black, late), late)...).Result; r == nil || r.How != ByTime {
		t.Errorf("the flag waits for the search: %+v", r)
	}
	replied := s.Apply(s.Decide(letter("K-Kt1", board.Black, soon), soon)...)
	taken := s.Apply(s.Decide(letter("withdraw", board.White, soon), soon)...)
	taken = taken.Apply(taken.Decide(letter("agree", board.Black, soon), soon)...)
	for name, now := range map[string]State{"replied to": replied, "withdrawn": taken} {
		if events := now.Decide(found, soon); len(events) != 0 {
			t.Errorf("the move is %s, and what was found before acts: %s", name, describe(events))
		}
	}
	if found, ok := replied.Prove(); !ok || replied.Apply(replied.Decide(found, soon)...).Result == nil {
		t.Error("the reply did not bring the question up again")
	}
	if _, ok := taken.Prove(); ok {
		t.Error("what was asked about a move withdrawn is searched")
	}
}
