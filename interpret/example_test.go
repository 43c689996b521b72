package interpret_test

import (
	"fmt"

	"corrd/interpret"
)

// A statement has a line to itself; the rest is prose for the other side.
func ExampleParse() {
	page := interpret.Parse("Dear Bob,\n7. Kt-KB3; if P-Q4, 8. PxP\nI offer a draw\n\nIt rains here.")
	for _, s := range page.Statements {
		fmt.Println(s.Line, s.Kind, s.Moves)
	}
	fmt.Printf("%q\n", page.Note)
	// Output:
	// 2 move [{Kt-KB3 7 false 0 }]
	// 2 conditional []
	// 3 offer_draw []
	// "Dear Bob,\n\nIt rains here."
}
