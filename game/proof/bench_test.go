package proof

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"corrd/game/board"
)

// searches are both searches, each with the file of its cases.
var searches = []struct {
	name, cases string
	search      func(board.Position, Options) Result
}{
	{"EndlessChecks", "endless.txt", EndlessChecks},
	{"CannotBeWon", "cannot-be-won.txt", CannotBeWon},
}

// BenchmarkCase goes through the cases one by one; a case whose answer is
// unknown shows what the limit costs.
func BenchmarkCase(b *testing.B) {
	for _, s := range searches {
		for _, c := range readCases(b, s.cases) {
			p := mustFEN(b, c.fen)
			b.Run(s.name+"/"+strings.ReplaceAll(c.about, " ", "_"), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.search(p, Options{})
				}
			})
		}
	}
}

// BenchmarkSlowest goes through all cases of a search: it reports the time of
// the slowest, and how much the one allocated that allocated most.
func BenchmarkSlowest(b *testing.B) {
	for _, s := range searches {
		b.Run(s.name, func(b *testing.B) {
			var slowest time.Duration
			var most uint64
			for b.Loop() {
				for _, c := range readCases(b, s.cases) {
					took, allocated := cost(func() { s.search(mustFEN(b, c.fen), Options{}) })
					slowest, most = max(slowest, took), max(most, allocated)
				}
			}
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms")
			b.ReportMetric(float64(most)/(1<<20), "MiB")
		})
	}
}

// BenchmarkEachMove asks after each move of a game, as corrd does, whether it can
// still be won; once with all the men of 1824 on the board, once with the few of
// an ending; by mates alone, and where stalemates win and checks may be left standing.
func BenchmarkEachMove(b *testing.B) {
	for name, played := range map[string][]board.Position{"game": publishedGame(b), "ending": ending(b)} {
		for ends, o := range map[string]Options{"mates": {}, "stalemates": {Ends: MateOrStalemate, Unannounced: true}} {
			o.Nodes, o.Hasty = 5000, true
			b.Run(name+"/"+ends, func(b *testing.B) {
				for b.Loop() {
					for i := range played {
						CannotBeWon(played[i], o)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(played)), "ns/move")
			})
		}
	}
}

// ending plays on at random with few men.
func ending(b *testing.B) []board.Position {
	r := rand.New(rand.NewPCG(5, 1000))
	p := mustFEN(b, "8/5k2/3p4/8/2P1K3/8/5RN1/2b1r3 w - - 0 1")
	var played []board.Position
	for len(played) < 200 {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p = p.Play(moves[r.IntN(len(moves))])
		played = append(played, p)
	}
	return played
}

// cost is how long f takes and how many bytes it allocates in all, freed or not.
func cost(f func()) (time.Duration, uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	f()
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	return took, after.TotalAlloc - before.TotalAlloc
}
