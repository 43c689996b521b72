package notation

import (
	"testing"

	"corrd/game/board"
)

// What stands behind a move and names a man of it is a remark, and no part of the record.
func TestExplained(t *testing.T) {
	p, err := board.ParseFEN("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"BxP (the pawn)":           "c4f7",
		"BxP (bishop)":             "c4f7",
		"BxP [bishop]":             "c4f7",
		`BxP "bishop"`:             "c4f7",
		"BxP with the bishop":      "c4f7",
		"BxP (P)":                  "c4f7",
		"Kt-Kt5 (the knight)":      "f3g5",
		"Kt x P (King's pawn)":     "f3e5",
		"BxP (rook)":               "",
		"P-Q9 (pawn)":              "",
		"Castles (queen side)":     "",
		"Q-KR5 (queen)":            "",
		"Kt-Kt5 (the green thing)": "",
	} {
		r := Move{Text: text}.Readings(&p, Rules{})
		got := ""
		if len(r.Moves) == 1 {
			got = r.Moves[0].String()
		}
		if got != want || len(r.Moves) > 1 {
			t.Errorf("%q reads as %v, want %q", text, r.Moves, want)
		}
	}
	for text, want := range map[string]string{"Ng5 (knight)": "f3g5", "Bxf7 (bishop)": "c4f7", "Nxe5 (Kt)": "f3e5", "Nxe5 (pawn)": "f3e5", "d3 - pawn": "d2d3"} {
		if r := (Move{Text: text}).Readings(&p, Rules{Notations: Descriptive | Algebraic}); len(r.Moves) != 1 || r.Moves[0].String() != want {
			t.Errorf("%q reads as %v, want %s", text, r.Moves, want)
		}
		if r := (Move{Text: text}).Readings(&p, Rules{}); r.Foreign != Algebraic {
			t.Errorf("%q is foreign %v", text, r.Foreign)
		}
	}
}
