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

// A man who is named beside a move that several men can make is the man of the move.
func TestNearer(t *testing.T) {
	knights := positionOf(t, "array e2e4 e7e5 g1f3 b8c6 f1c4")
	queens, err := board.ParseFEN("8/4P2k/8/8/8/8/8/4K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	rooks, err := board.ParseFEN("4k3/8/8/8/8/3K4/8/R6R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p           *board.Position
		text, prose string
		want        string
	}{
		{&knights, "Kt-K2", "the king's knight", "g8e7"},
		{&knights, "Kt-K2", "Kt-K2 with the king's knight", "g8e7"},
		{&knights, "Kt-K2", "KKt", "g8e7"},
		{&knights, "Kt-K2", "Kt-K2. The one from g8.", "g8e7"},
		{&knights, "Kt-K2", "I mean the king's knight", "g8e7"},
		{&knights, "Kt-K2", "Kt-K2. The knight from g8, of course.", "g8e7"},
		{&knights, "Kt-K2", "Good luck, Bob!\n\nthe queen's knight, I mean", "c6e7"},
		{&knights, "Kt-K2", "your king's knight was strong", ""},
		{&knights, "Kt-K2", "not the king's knight", ""},
		{&knights, "Kt-K2", "The king's knight or the queen's knight", ""},
		{&knights, "Kt-K2", "king's knight. queen's knight.", ""},
		{&knights, "Kt-K2", "Our knights are fine", ""},
		{&rooks, "R-K1", "R-K1. The rook from a1.", "a1e1"},
		{&queens, "P-K8", "Queen!", "e7e8q"},
		{&queens, "P-K8", "A queen of course.", "e7e8q"},
		{&queens, "P-K8", "P-K8 and I get a new queen!", "e7e8q"},
		{&queens, "P-K8", "P-K8 and I take a queen", "e7e8q"},
		{&queens, "P-K8", "Please give me a rook.", "e7e8r"},
		{&queens, "P-K8", "not a queen", ""},
		{&queens, "P-K8", "a queen or a rook", ""},
	} {
		m := Move{Text: c.text}
		got := ""
		if text := m.Nearer(c.prose, c.p, Rules{}); text != "" {
			m.Text = text
			got = m.Readings(c.p, Rules{}).Moves[0].String()
		}
		if got != c.want {
			t.Errorf("%q beside %q is %q, want %q", c.text, c.prose, got, c.want)
		}
	}
}
