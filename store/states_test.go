package store

import (
	"testing"

	"corrd/game"
)

// The cache holds the games last used, and no more than its bound.
func TestStatesAreBounded(t *testing.T) {
	c := NewStates()
	put := func(id, seq int64) { c.Put(id, End{Seq: seq}, game.State{Seq: seq}) }
	for id := range int64(3000) {
		put(id, 100)
		if _, ok := c.Get(0, End{Seq: 100}); !ok {
			t.Fatalf("after %d games, game 0, which is used all the time, is gone", id)
		}
	}
	if c.weight > maxFolded || len(c.byGame) != maxFolded/100 || c.order.Len() != len(c.byGame) {
		t.Errorf("%d games of %d events are kept", len(c.byGame), c.weight)
	}
	if _, ok := c.Get(1, End{Seq: 100}); ok {
		t.Error("the game longest unused is still there")
	}
	if _, ok := c.Get(0, End{Seq: 101}); ok {
		t.Error("a state was given for another head")
	}
	put(0, 200)
	if s, ok := c.Get(0, End{Seq: 200}); !ok || s.Seq != 200 {
		t.Error("the newer state of a game is not given")
	}
}
