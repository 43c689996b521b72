package notation

import "testing"

// A move as it is written in an agreed notation reads back as that move, whatever
// second notation is agreed. The two telegraph codes alone name some moves by the
// words of others.
func TestWrittenFormsUnderPairsOfNotations(t *testing.T) {
	codes := Gringmuth | Uedemann
	n := 0
	for i, g := range printedGames(t) {
		for j, ply := range g.plies {
			if (i+j)%41 != 0 {
				continue
			}
			for _, m := range ply.position.Moves(nil) {
				for a := Descriptive; a <= German; a <<= 1 {
					text := a.Write(&ply.position, m)
					for b := Descriptive; b <= German; b <<= 1 {
						r := Move{Text: text}.Readings(&ply.position, Rules{Notations: a | b})
						if n++; (len(r.Moves) != 1 || r.Moves[0] != m) && a|b != codes {
							t.Errorf("%q, %v in %s, reads as %v in %v and %v", text, m, ply.position.FEN(), r.Moves, a, b)
						}
					}
				}
			}
		}
	}
	if n < 50_000 {
		t.Errorf("only %d forms were read", n)
	}
}
