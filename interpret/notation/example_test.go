package notation_test

import (
	"fmt"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// Words express every legal move whose full record they shorten.
func ExampleMove_Readings() {
	p := board.Array()
	for _, words := range []string{"P. to K's 4th.", "Kt-B3", "Q-R5", "good morning"} {
		r := notation.Move{Text: words}.Readings(&p, notation.Rules{})
		fmt.Println(words, "is", r.Verdict, r.Moves)
	}
	// Output:
	// P. to K's 4th. is one [e2e4]
	// Kt-B3 is several [b1c3 g1f3]
	// Q-R5 is illegal []
	// good morning is unintelligible []
}

// A move is written in every notation that is read.
func ExampleShort() {
	p := board.Array()
	m, _ := board.ParseMove("g1f3")
	fmt.Println(notation.Short(&p, m))
	fmt.Println(notation.Long(&p, m))
	fmt.Println(notation.Words(&p, m))
	fmt.Println(notation.Record(&p, m))
	fmt.Println(notation.SAN(&p, m), notation.German.Write(&p, m), notation.Numeric.Write(&p, m), notation.Gringmuth.Write(&p, m))
	// Output:
	// Kt-KB3
	// K. Kt. to K. B's 3d.
	// King's Knight to King's Bishop's third square
	// Kt(KKt1)-KB3
	// Nf3 Sf3 7163 KAHI
}
