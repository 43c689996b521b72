package proof

import (
	"fmt"
	"testing"
	"time"

	"corrd/game/board"
)

func TestScratch(t *testing.T) {
	for _, fen := range []string{
		"6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1",
		"6k1/1p4p1/2pp2p1/1p2p3/1P2P1P1/2PPK3/1P5r/R7 b - - 5 35",
		"5rk1/5ppp/8/8/3Q4/8/1q3PPP/6K1 w - - 0 1",
		"7k/8/8/3Q4/8/q7/8/K7 w - - 0 1",
		"8/8/8/3k4/8/1r1r4/8/3Q3K w - - 0 1",
		"8/8/8/3k4/8/r7/8/3Q3K w - - 0 1",
		"rnbq1bnr/pppp1ppp/4k3/8/8/8/PPPPQPPP/RNB1KBNR w KQ - 0 1",
		"r1bq1rk1/pppp1ppp/2n2n2/8/8/8/PPPPQPPP/RNB1KBNR w KQ - 0 1",
		"6k1/pp3ppp/8/8/8/8/PPP2qPP/R2Q3K b - - 0 1",
		"6k1/8/8/8/8/8/5Q2/7K w - - 0 1",
		"6k1/5ppp/8/8/8/8/5QQ1/r6K w - - 0 1",
		"3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1",
		"k7/8/8/8/8/8/8/1QK4r w - - 0 1",
		"r4rk1/pp3ppp/2p5/8/4Q3/8/PPq2PPP/6K1 w - - 0 1",
		"3r2k1/pp3p1p/2p3p1/8/4Q3/8/PPq2PPP/6K1 w - - 0 1",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		r := EndlessChecks(p, Options{})
		fmt.Println(fen, r.Verdict, r.Nodes, time.Since(start))
	}
}
