package notation

import (
	"testing"

	"corrd/game/board"
)

// TestAnnouncedCheck: words announce check or mate whether the announcement is true or
// false, in print and in algebraic notation.
func TestAnnouncedCheck(t *testing.T) {
	p, err := board.ParseFEN("rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]bool{
		"B-QKt5": false, "B-QKt5 ch": true, "B-KKt5 ch": true, "B-KKt5": false, "B to Q Kt's 5th, check": true,
		"P-KR3 mate": true, "Bb5": false, "Bb5+": true, "Bg5#": true, "P×P": false, "B-QKt5 (dis. ch.)": true,
	} {
		got := Move{Text: words}.Readings(&p, Rules{Notations: All})
		if got.Check != want || len(got.Moves) != 1 {
			t.Errorf("%q announces check: %v, %d readings", words, got.Check, len(got.Moves))
		}
	}
}
