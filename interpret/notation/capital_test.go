package notation

import (
	"testing"

	"corrd/game/board"
)

// TestCapitalsAreDescriptive: words that are descriptive notation, and cannot be played so, are not
// read as algebraic notation in capital letters, of which B is the one that both have.
func TestCapitalsAreDescriptive(t *testing.T) {
	open, err := board.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	both := Rules{Notations: Descriptive | Algebraic}
	for text, want := range map[string]string{
		"B-B5": "", "Bishop to B5": "", "B-B5 check": "", "B-B2": "", "BB5": "", "B-B4": "f1c4",
		"Bb5": "f1b5", "B-b5": "f1b5", "B-E2": "f1e2", "NF3": "g1f3", "QH5": "d1h5",
	} {
		got := ""
		for _, m := range (Move{Text: text}).Readings(&open, both).Moves {
			got += m.String()
		}
		if got != want {
			t.Errorf("%q expresses %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]Set{"B-B5": 0, "B-B2": 0, "Bb5": Algebraic, "B-E2": Algebraic} {
		if got := (Move{Text: text}).Readings(&open, Rules{Notations: Descriptive}).Foreign; got != want {
			t.Errorf("%q is foreign in %v, want %v", text, got, want)
		}
	}
}
