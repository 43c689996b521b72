package game_test

import (
	"fmt"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// from returns a game that stands in a position.
func from(t testing.TB, fen string) *game.State {
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := &game.State{Record: line.Record{Initial: p, Position: p}}
	s.Terms = terms.Default()
	return s
}

func ExampleRead() {
	p := board.Array()
	s := &game.State{Record: line.Record{Initial: p, Position: p}}
	s.Terms = terms.Default()
	for _, words := range []string{"P-K4", "Kt-B3", "P-K5"} {
		e := game.Read(s, &p, []notation.Move{{Text: words}})
		fmt.Println(words, board.UCI(e.Moves), "intelligible:", e.Intelligible)
	}
	// Output:
	// P-K4 [e2e4] intelligible: true
	// Kt-B3 [b1c3 g1f3] intelligible: true
	// P-K5 [] intelligible: true
}

// TestNumbered: where Black began, turns are numbered as printed or from Black's first.
func TestNumbered(t *testing.T) {
	s := from(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7")
	for _, c := range []struct {
		number int
		black  bool
		ply    int
		want   bool
	}{
		{0, false, 14, true},
		{7, true, 14, true},
		{8, false, 15, true},
		{8, true, 15, false},
		{9, false, 15, false},
		{8, true, 16, true},
		{7, false, 15, true}, // the reply to Black's first, counted from that move
	} {
		if got := game.Numbered(s, notation.Move{Number: c.number, Black: c.black}, c.ply); got != c.want {
			t.Errorf("number %d, black %v at ply %d: %v", c.number, c.black, c.ply, got)
		}
	}
}
