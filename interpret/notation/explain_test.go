package notation

import (
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/templates/texts"
)

// waysOf writes what Explain tells in a line for each way.
func waysOf(t *testing.T, position, text string, rules Rules) (lines []string) {
	p := positionOf(t, position)
	for _, w := range (Move{Text: text}).Explain(&p, rules) {
		line := strings.Join(texts.Each(w.Says), " ")
		for _, m := range w.Leaves {
			line += " " + m.String()
		}
		if w.Fault != NoFault {
			line += " ! " + texts.Because(w.Fault.Why())
		}
		lines = append(lines, line)
	}
	return lines
}

func TestExplain(t *testing.T) {
	const (
		pinned   = "rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4"
		passing  = "rnbqkbnr/ppp1pppp/8/3pP3/2P5/8/PP1P1PPP/RNBQKBNR w KQkq - 0 3"
		eighth   = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
		open     = "rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3"
		attacked = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"
	)
	for _, c := range []struct {
		position, text string
		want           []string
	}{
		{"array", "Kt-B3", []string{"Knight goes to QB3 or KB3 b1c3 g1f3"}},
		{"array", "7. P-K4", []string{"Pawn goes to K4 e2e4"}},
		{open, "B-Kt5 ch", []string{"Bishop goes to QKt5 or KKt5 c1g5 f1b5", "check is announced f1b5"}},
		{open, "B-KKt5 ch", []string{"Bishop goes to KKt5 c1g5", "check is announced ! that is true of no such move, and is read past"}},
		{"array", "B-Z9", []string{`"B-Z9" is no word of the notation ! `}},
		{"array", "to to", []string{"words of the notation that do not make a move ! "}},
		{"array", "first KBP-B4", []string{"first King's Bishop's Pawn goes to QB4 or KB4 f2f4"}},
		{"array", "second KBP-B4", []string{"second King's Bishop's Pawn goes to QB4 or KB4 ! no such man stands there"}},
		{"array", "R-R2", []string{"Rook goes to QR2 or KR2 ! a man of the same side stands there"}},
		{"array", "R-R3", []string{"Rook goes to QR3 or KR3 ! no such man can get there"}},
		{"array", "PxP", []string{"Pawn takes Pawn ! no such man can get there"}},
		{"array", "PxP(K4)", []string{"Pawn takes Pawn on K4 ! no such man can be taken there"}},
		{"array", "Castles", []string{"castling with either Rook ! castling is not open on that side"}},
		{pinned, "Kt(QB3)-K2", []string{"Knight on QB3 goes to K2 ! the King would be left in check"}},
		{attacked, "K-Q2", []string{"King goes to Q2 ! the King would be left in check"}},
		{attacked, "KxR", []string{"King takes Rook e1e2"}},
		{attacked, "Castles KR", []string{"castling with the King's Rook ! castling is not open on that side"}},
		{passing, "P×P ip", []string{"Pawn takes Pawn ! no Pawn can be taken in passing"}},
		{eighth, "P-R8(K)", []string{"Pawn goes to QR8 or KR8 becomes a King ! no Pawn becomes that"}},
		{eighth, "P-R8, becomes a Black Queen", []string{"Pawn goes to QR8 or KR8 becomes a Black Queen ! no Pawn becomes that"}},
	} {
		if got := waysOf(t, c.position, c.text, Rules{}); !slices.Equal(got, c.want) {
			t.Errorf("%q is explained as %q, not %q", c.text, got, c.want)
		}
	}
}

func TestExplainOtherNotations(t *testing.T) {
	got := waysOf(t, "array", "e4", Rules{Notations: Descriptive | Algebraic | Numeric})
	if want := []string{"a move in algebraic notation e2e4"}; !slices.Equal(got, want) {
		t.Errorf("explained as %q", got)
	}
	if got := waysOf(t, "array", "P-K4", Rules{Notations: Algebraic}); !slices.Equal(got, []string{"not a move in algebraic notation ! "}) {
		t.Errorf("a notation that is not agreed is explained as %q", got)
	}
}

// TestAim: words that express no legal move still name the man that they would have
// moved, and the man that they would have taken.
func TestAim(t *testing.T) {
	const after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	for _, c := range []struct {
		what, fen, text string
		men, takes      board.Squares
		castles         bool
	}{
		{"onto a square that is held", after, "KKt-K5", 1 << 6, 0, false},
		{"of two men either", after, "Kt-K5", 1<<6 | 1<<1, 0, false},
		{"a capture out of reach", after, "B×QP", 1<<2 | 1<<5, 1 << 51, false},
		{"castling over a man", after, "Castles KR", 1<<4 | 1<<7, 0, true},
		{"in passing where nothing passed", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "P×P ip", 1 << 36, 1 << 35, false},
		{"no man named", after, "KB7", 1 << 13, 1 << 53, false},
		{"gibberish", after, "B-Z9", 0, 0, false},
	} {
		p := positionOf(t, c.fen)
		a := Move{Text: c.text}.Aim(&p, Rules{})
		if a.Men != c.men || a.Takes != c.takes || a.Castles != c.castles {
			t.Errorf("%s: %q aims with %#x at %#x, castles %v", c.what, c.text, uint64(a.Men), uint64(a.Takes), a.Castles)
		}
	}
}
