package notation

import (
	"testing"

	"corrd/game/board"
)

func TestGermanLetters(t *testing.T) {
	const open = "r1bqkbnr/pPpp1ppp/2n5/1B2p3/4P3/3P1N2/P1P2PPP/RNBQK2R w KQkq - 1 4"
	for _, c := range []struct{ text, want string }{
		{"Sd4", "f3d4"}, {"sd4", "f3d4"}, {"Sxe5", "f3e5"}, {"S:e5", "f3e5"}, {"Lxc6", "b5c6"}, {"Lc4", "b5c4"}, {"Dd2", "d1d2"}, {"De2", "d1e2"},
		{"Tg1", "h1g1"}, {"Kf1", "e1f1"}, {"d4", "d3d4"}, {"D4", "d3d4"}, {"0-0", "e1g1"}, {"bxa8D", "b7a8q"}, {"bxa8=S", "b7a8n"}, {"bxa8(T)", "b7a8r"},
		{"bxc8L", "b7c8b"}, {"♘d4", "f3d4"}, {"Sb1-c3", "b1c3"},
	} {
		p, err := board.ParseFEN(open)
		if err != nil {
			t.Fatal(err)
		}
		r := (Move{Text: c.text}).Readings(&p, Rules{Notations: German})
		if len(r.Moves) != 1 || r.Moves[0].String() != c.want {
			t.Errorf("%q reads as %v, not %s", c.text, r.Moves, c.want)
		}
	}
	p := board.Array()
	for _, in := range []Set{Descriptive, Algebraic} {
		if r := (Move{Text: "Sf3"}).Readings(&p, Rules{Notations: in}); len(r.Moves) != 0 || r.Foreign != German {
			t.Errorf("where %v is agreed Sf3 reads as %v, foreign %v", in, r.Moves, r.Foreign)
		}
	}
}
