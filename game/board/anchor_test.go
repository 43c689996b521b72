package board

import (
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// BenchmarkLibraryMoves and BenchmarkLibraryPerft are the anchors of
// BenchmarkKiwipeteMoves and BenchmarkPerft/kiwipete: a public library counts
// the same.
func BenchmarkLibraryMoves(b *testing.B) {
	before := library(b, strings.Replace(kiwipete, " w ", " b ", 1))
	b.ReportAllocs()
	for b.Loop() {
		p := before.Update(nil) // a position keeps the moves it has found
		if moves := len(p.ValidMoves()); moves != 48 {
			b.Fatalf("%d moves, not 48", moves)
		}
	}
}

func BenchmarkLibraryPerft(b *testing.B) {
	theirs := library(b, kiwipete)
	leaves := 0
	for b.Loop() {
		leaves += libraryPerft(theirs, 3)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}

func library(b *testing.B, fen string) *chess.Position {
	b.Helper()
	setUp, err := chess.FEN(fen)
	if err != nil {
		b.Fatal(err)
	}
	return chess.NewGame(setUp).Position()
}

func libraryPerft(p *chess.Position, depth int) (leaves int) {
	moves := p.ValidMoves()
	if depth == 1 {
		return len(moves)
	}
	for _, m := range moves {
		leaves += libraryPerft(p.Update(&m), depth-1)
	}
	return leaves
}
