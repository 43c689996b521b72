package proof

import (
	"math/rand/v2"
	"testing"

	"corrd/game/board"
)

// caged is a position of White's King and the Pawns of a cage, with other men
// set up at random.
func caged(r *rand.Rand, cage board.Position, men string) board.Position {
	for {
		p := someMen(r, "K"+men)
		p = p.Remove(p.Men(board.White, board.King).First())
		for s := range bonesOf(&cage).All() {
			man, _ := cage.At(s)
			p = p.Put(s, man)
		}
		if regular(&p) && !p.Checkmate() {
			return p
		}
	}
}

// TestSkeletonAgainstNaive: where the skeleton of a position rules a mate out,
// none is among the positions that arise, as far as they are written down.
func TestSkeletonAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 64))
	ruledOut := 0
	for _, cage := range []string{"8/8/7p/5p1P/5p1K/5Pp1/6P1/8", "8/8/p7/Pp5p/1p5P/1PpK4/2P5/8", "8/8/7p/5p1P/5p2/5PpK/6P1/8"} {
		for _, men := range []string{"kb", "kbb", "kn", "kr", "Bkb"} {
			for range 4 {
				p := caged(r, mustFEN(t, cage+" w - - 0 1"), men)
				if !boneless(&p, 5000) {
					continue
				}
				ruledOut++
				if !noneMated(p, 1000) {
					t.Errorf("%s: a mate was ruled out", p.FEN())
				}
			}
		}
	}
	if ruledOut < 5 {
		t.Errorf("only %d positions ruled out", ruledOut)
	}
}

// noneMated reports whether none is a mate of the first positions, up to most
// of them, that arise from one.
func noneMated(p board.Position, most int) bool {
	none := true
	naivePlaces(p, most, func(at *board.Position) []board.Position {
		none = none && !at.Checkmate()
		return children(at)
	})
	return none
}

// TestSkeletonOfTheCases: no position that can be won is ruled out.
func TestSkeletonOfTheCases(t *testing.T) {
	for _, c := range readCases(t, "cannot-be-won.txt") {
		p := mustFEN(t, c.fen)
		if c.want == Refuted.String() && boneless(&p, 1000) {
			t.Errorf("%s (%s): a mate was ruled out", c.fen, c.about)
		}
	}
}

// TestSkeletonLimit: a position that takes more arrangements than allowed is left open.
func TestSkeletonLimit(t *testing.T) {
	p := mustFEN(t, "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1")
	if !boneless(&p, mostBones) || boneless(&p, 3) {
		t.Error("want it ruled out, but not by three arrangements")
	}
}
