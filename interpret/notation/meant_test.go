package notation

import (
	"strings"
	"testing"

	"corrd/game/board"
)

func TestMeant(t *testing.T) {
	const middle = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1"
	array := board.Array()
	for _, tc := range []struct{ fen, words, want string }{
		{array.FEN(), "Kings pawn forward two", "e2e4"},
		{array.FEN(), "king's pawn two squares forward please", "e2e4"},
		{array.FEN(), "I move my queen's pawn two squares", "d2d4"},
		{array.FEN(), "pawn to e4", "e2e4"},
		{array.FEN(), "My pawn goes to d3", "d2d3"},
		{array.FEN(), "e2 to e4", "e2e4"},
		{array.FEN(), "e2e4", "e2e4"},
		{array.FEN(), "from g1 to f3", "g1f3"},
		{array.FEN(), "NF3", "g1f3"},
		{array.FEN(), "my move would be nc3", "b1c3"},
		{array.FEN(), "bb4", ""},
		{array.FEN(), "the horse to f3", "g1f3"},
		{array.FEN(), "knight on the right goes to f3", "g1f3"},
		{array.FEN(), "king pawn forward", "e2e3 e2e4"},
		{array.FEN(), "queen's bishop's pawn forward two", "c2c4"},
		{array.FEN(), "king's knight's pawn one forward", "g2g3"},
		{array.FEN(), "the e pawn up two", "e2e4"},
		{array.FEN(), "move a pawn", ""},
		{array.FEN(), "a pawn forward", ""},
		{array.FEN(), "how do I move the knight", ""},
		{array.FEN(), "not e2 to e4", ""},
		{array.FEN(), "Hi, I'd like to play", ""},
		{array.FEN(), "queen to h5", ""},
		{middle, "I castle", "e1g1"},
		{middle, "I castle kingside", "e1g1"},
		{middle, "my bishop takes on f7", "c4f7"},
		{middle, "knight takes e5", "f3e5"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "King's pawn forward two", "e7e5"},
	} {
		p, err := board.ParseFEN(tc.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(board.UCI(Meant(tc.words, &p)), " "); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.words, got, tc.want)
		}
	}
}
