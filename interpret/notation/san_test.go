package notation

import (
	"testing"

	"github.com/corentings/chess/v2"
)

// BenchmarkSAN is the anchor of BenchmarkRead: a public reader reads the same
// moves in algebraic notation, the position known.
func BenchmarkSAN(b *testing.B) {
	type ply struct {
		position *chess.Position
		print    string
	}
	var plies []ply
	for _, g := range printedGames(b) {
		for _, p := range g.plies {
			fen, err := chess.FEN(p.position.FEN())
			if err != nil {
				continue // not every position of ours is one of theirs
			}
			position := chess.NewGame(fen).Position()
			m, err := chess.UCINotation{}.Decode(position, p.move.String())
			if err == nil {
				plies = append(plies, ply{position, chess.AlgebraicNotation{}.Encode(position, m)})
			}
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		p := &plies[i%len(plies)]
		if _, err := (chess.AlgebraicNotation{}).Decode(p.position, p.print); err != nil {
			b.Fatal(p.print, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
