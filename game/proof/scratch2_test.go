package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"corrd/game/board"
)

func randomPosition(r *rand.Rand, men []board.Man) board.Position {
	for {
		var p board.Position
		for _, m := range men {
			for {
				s := board.Square(r.IntN(64))
				if m.Kind == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
					continue
				}
				if _, ok := p.At(s); ok {
					continue
				}
				p = p.Put(s, m)
				break
			}
		}
		if regular(&p) {
			return p
		}
	}
}

func TestScratchRandom(t *testing.T) {
	sets := []string{"KQkqppp", "KQPPPkqrppp", "KQPPPkrrppppb", "KRkrbppp", "KNNkrppp", "KRRkqpppn", "KQBPPPkqrnppp"}
	for _, set := range sets {
		var men []board.Man
		for _, c := range set {
			side := board.White
			if c >= 'a' {
				side = board.Black
				c -= 32
			}
			men = append(men, board.Man{Side: side, Kind: map[rune]board.Kind{'P': board.Pawn, 'N': board.Knight, 'B': board.Bishop, 'R': board.Rook, 'Q': board.Queen, 'K': board.King}[c]})
		}
		r := rand.New(rand.NewPCG(1, 2))
		var count [3]int
		var nodes [3][]int
		start := time.Now()
		for range 60 {
			p := randomPosition(r, men)
			x := EndlessChecks(p, Options{Nodes: 20000})
			count[x.Verdict]++
			nodes[x.Verdict] = append(nodes[x.Verdict], x.Nodes)
			if x.Verdict==Unknown { fmt.Println(p.FEN()) }
		}
		fmt.Print(set, " ", time.Since(start))
		for v := range nodes {
			slices.Sort(nodes[v])
			if n := len(nodes[v]); n > 0 {
				fmt.Printf("  %v: %d median %d max %d", Verdict(v), n, nodes[v][n/2], nodes[v][n-1])
			}
		}
		fmt.Println()
	}
}
