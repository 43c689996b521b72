package board

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

func TestArray(t *testing.T) {
	p := Array()
	if p.SideToMove() != White || p.MoveNumber() != 1 || p.EnPassant() != NoSquare {
		t.Errorf("%s to move, move %d, passed %s", p.SideToMove(), p.MoveNumber(), p.EnPassant())
	}
	for kind, want := range map[Kind]int{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1, NoKind: 0} {
		if w, b := p.Men(White, kind).Len(), p.Men(Black, kind).Len(); w != want || b != want {
			t.Errorf("kind %d: %d White, %d Black, not %d each", kind, w, b, want)
		}
	}
	if got := slices.Collect(p.Men(Black, Rook).All()); !slices.Equal(got, []Square{56, 63}) {
		t.Errorf("Black's Rooks on %v", got)
	}
	if man, ok := p.At(28); ok {
		t.Errorf("%v on e4", man)
	}
	if _, ok := p.At(NoSquare); ok {
		t.Error("a man on no square")
	}
	if n := unsafe.Sizeof(p); n > 100 {
		t.Errorf("a position takes %d bytes", n)
	}
}

func TestIdentical(t *testing.T) {
	// I.16(b): the men stand as after move 2 for the third time, though both
	// castling rights on those wings are lost.
	after2 := play(t, Array(), "e2e4 e7e5 g1f3 b8c6")
	p := play(t, after2, "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8")
	if !p.Identical(&after2) || p == after2 {
		t.Error("identical by I.16, though not the same position")
	}
	seen := map[Identity]int{}
	q := after2
	seen[q.Identity()]++
	for _, m := range []string{"h1g1", "a8b8", "g1h1", "b8a8", "h1g1", "a8b8", "g1h1", "b8a8"} {
		q = play(t, q, m)
		seen[q.Identity()]++
	}
	if seen[q.Identity()] != 3 {
		t.Errorf("occurred %d times, not three", seen[q.Identity()])
	}
}

func TestIdentityLooksAtMenOnly(t *testing.T) {
	base := mustFEN(t, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2")
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{"r3k2r/8/8/3pP3/8/8/8/R3K2R b - - 40 60", true},
		{"r3k2r/8/8/3pP3/8/8/8/R3K1R1 w - - 0 2", false}, // a man elsewhere
		{"r3k2r/8/8/3pP3/8/8/8/Q3K2R w - - 0 2", false},  // of another name
		{"r3k2r/8/8/3pP3/8/8/8/r3K2R w - - 0 2", false},  // of another colour
		{"r3k2r/8/8/3pP3/8/8/8/4K2R w - - 0 2", false},   // a man fewer
	} {
		p := mustFEN(t, c.fen)
		if base.Identical(&p) != c.want {
			t.Errorf("%s: identical %v", c.fen, !c.want)
		}
	}
	swapped := play(t, Array(), "g1f3 g8f6 f3d4 f6g8 d4b5 g8f6 b1c3 f6g8 c3e4 g8f6 e4g5 f6g8 g5f3 g8f6 b5c3 f6g8")
	other := play(t, Array(), "g1f3 g8f6 b1c3 f6g8")
	expectMan(t, swapped, "c3", Man{White, Knight, KingsWing})
	if !swapped.Identical(&other) {
		t.Error("origins do not enter into identity")
	}
}

func TestEdits(t *testing.T) {
	p := Array()
	odds := p.Remove(At(0, 0))
	if got := odds.FEN(); got != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1" {
		t.Errorf("odds of the Queen's Rook: %s", got)
	}
	back := odds.Put(At(0, 0), Man{White, Rook, QueensWing})
	if got := back.FEN(); got != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1" {
		t.Errorf("the Rook put back has lost its right: %s", got)
	}
	if p != Array() {
		t.Error("an edit changed what it was made from")
	}
	stepped := play(t, p, "e2e4")
	if q := stepped.WithSide(White); q.EnPassant() != NoSquare || q.SideToMove() != White {
		t.Errorf("the turn handed back: %s", q.FEN())
	}
	if q := stepped.WithSide(Black); q != stepped {
		t.Errorf("the turn left where it is: %s", q.FEN())
	}
	if q := stepped.Remove(At(4, 3)); q.EnPassant() != NoSquare {
		t.Errorf("no Pawn left to take in passing: %s", q.FEN())
	}
	for _, m := range []Man{{}, {White, NoKind, Unknown}, {White, King + 1, Unknown}} {
		if p.Put(At(4, 3), m) != p || p.Put(NoSquare, Man{White, Queen, Unknown}) != p || p.Remove(NoSquare) != p {
			t.Errorf("%v set on the board", m)
		}
	}
}

func TestSquares(t *testing.T) {
	for s := range NoSquare {
		back, ok := ParseSquare(s.String())
		if !ok || back != s || At(s.File(), s.Rank()) != s {
			t.Errorf("%s read back is %s", s, back)
		}
	}
	for _, text := range []string{"", "e", "e44", "i1", "a9", "a0", "E4", "4e", "é4"} {
		if s, ok := ParseSquare(text); ok || s != NoSquare {
			t.Errorf("%q read as %s", text, s)
		}
	}
	if NoSquare.String() != "-" || Squares(0).First() != NoSquare {
		t.Error("no square")
	}
	for first := range Squares(1<<8 | 1<<40).All() {
		if first != 8 {
			t.Errorf("first %s", first)
		}
		break
	}
}

func TestMoveText(t *testing.T) {
	for _, text := range []string{"e2e4", "e7e8q", "a2a1n", "h7g8r", "b7b8b", "e1g1", "0000"} {
		if m, ok := ParseMove(text); !ok || m.String() != text {
			t.Errorf("%s read back is %s", text, m)
		}
	}
	for _, text := range []string{"", "e2", "e2e", "e2e9", "e9e2", "e2e2", "e7e8k", "e7e8p", "e7e8Q", "e7e8qq", "00000"} {
		if m, ok := ParseMove(text); ok {
			t.Errorf("%q read as %s", text, m)
		}
	}
	m := NewMove(At(6, 6), At(7, 7), Knight)
	if m.From().String() != "g7" || m.To().String() != "h8" || m.Promotion() != Knight {
		t.Error(m)
	}
	if p := Array(); p.IsLegal(Pass) {
		t.Error("a passed turn is no legal move")
	}
}

func TestSides(t *testing.T) {
	if White.Other() != Black || Black.Other() != White || White.String() != "white" || Black.String() != "black" {
		t.Errorf("the two sides are %s and %s, and the others of them %s and %s", White, Black, White.Other(), Black.Other())
	}
}

func mustFEN(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOriginsOfAFEN lists, for each position, the men of interest as
// "square:origin", an origin being K, Q, promoted or ? for Unknown.
func TestOriginsOfAFEN(t *testing.T) {
	names := map[string]Origin{"K": KingsWing, "Q": QueensWing, "promoted": Promoted, "?": Unknown}
	for _, c := range []struct{ what, fen, want string }{
		{"the array", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"a1:Q b1:Q c1:Q d1:? e1:? f1:K g1:K h1:K a8:Q b8:Q c8:Q f8:K g8:K h8:K e2:?"},
		{"odds of a Rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", "b1:Q g1:K h1:K"},
		{"odds of a Knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "g1:K a1:Q"},
		{"Bishops by colour", "2b1k3/8/8/8/2B5/5b2/3B4/4K3 w - - 0 1", "c4:K d2:Q c8:? f3:?"},
		{"Black's Bishops", "4k3/3bb3/8/8/8/8/8/4K3 w - - 0 1", "d7:Q e7:K"},
		{"two on one colour", "4k3/8/8/3B4/2B5/8/8/4K3 w - - 0 1", "c4:? d5:?"},
		{"shut in at home", "4k3/8/8/3B4/8/8/4P1P1/4KB2 w - - 0 1", "f1:K d5:promoted"},
		{"lost where it was shut in", "4k3/8/8/3B4/8/8/4P1P1/4K3 w - - 0 1", "d5:promoted"},
		{"Black's shut in", "2b1k3/1p1p4/8/5b2/8/8/8/4K3 w - - 0 1", "c8:Q f5:promoted"},
		{"a Rook that may castle, and its fellow", "4k3/8/8/8/3R4/8/8/4K2R w K - 0 1", "h1:K d4:Q"},
		{"a Queen's Rook that may", "r3k3/8/8/8/3r4/8/8/4K3 w q - 0 1", "a8:Q d4:K"},
		{"two others beside it", "4k3/8/8/3R4/3R4/8/8/4K2R w K - 0 1", "h1:K d4:? d5:?"},
		{"a third Rook", "r3k2r/8/8/8/3r4/8/8/4K3 w kq - 0 1", "a8:Q h8:K d4:promoted"},
		{"Rooks at home that may not castle", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1:Q h1:K"},
		{"a single Rook", "4k3/8/8/8/8/8/4K3/R7 w - - 0 1", "a1:?"},
		{"Knights at home", "4k3/8/8/8/8/8/4K3/1N4N1 w - - 0 1", "b1:Q g1:K"},
		{"Knights abroad", "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 4 4", "c3:? g1:? c6:? f6:?"},
		{"a third Knight", "4k3/8/8/8/4N3/8/4K3/1N4N1 w - - 0 1", "e4:promoted"},
	} {
		p := mustFEN(t, c.fen)
		for item := range strings.FieldsSeq(c.want) {
			square, origin, _ := strings.Cut(item, ":")
			s, _ := ParseSquare(square)
			if man, ok := p.At(s); !ok || man.Origin != names[origin] {
				t.Errorf("%s: %v on %s, not %s", c.what, man, square, origin)
			}
		}
	}
}

// texts is one of each type that is stored and printed as text.
type texts struct {
	Square Square
	Move   Move
	Side   Side
}

func TestTextRoundTrip(t *testing.T) {
	for _, c := range []struct {
		value texts
		want  string
	}{
		{texts{At(4, 3), NewMove(At(4, 6), At(4, 7), Queen), Black}, `{"Square":"e4","Move":"e7e8q","Side":"black"}`},
		{texts{NoSquare, Pass, White}, `{"Square":"","Move":"0000","Side":"white"}`},
	} {
		got, err := json.Marshal(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v, not %s", got, err, c.want)
		}
		var back texts
		if err := json.Unmarshal(got, &back); err != nil || back != c.value {
			t.Errorf("%s read back is %v, %v", got, back, err)
		}
	}
}

func TestTextThatIsNone(t *testing.T) {
	for _, bad := range []string{`{"Square":"e9"}`, `{"Move":"e2"}`, `{"Move":""}`, `{"Side":"red"}`} {
		if err := json.Unmarshal([]byte(bad), new(texts)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
