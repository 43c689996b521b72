package proof_test

import (
	"fmt"

	"corrd/game/board"
	"corrd/game/proof"
)

// Two Kings and a Bishop make no mate.
func ExampleCannotBeWon() {
	p, err := board.ParseFEN("8/8/4k3/8/8/3KB3/8/8 w - - 0 1")
	fmt.Println(proof.CannotBeWon(p, proof.Options{}).Verdict, err)
	// Output: proved <nil>
}
