package board_test

import (
	"fmt"

	"corrd/game/board"
)

// A position is a value: Play gives another one.
func ExamplePosition_Play() {
	p := board.Array()
	m, ok := board.ParseMove("e2e4")
	fmt.Println(ok, p.IsLegal(m), len(p.Moves(nil)))
	p = p.Play(m)
	fmt.Println(p.FEN())
	// Output:
	// true true 20
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
}
