package board

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// perftCase is one line of testdata/perft/positions.txt.
type perftCase struct {
	name, fen string
	leaves    map[int]int // by depth
}

func readPerft(t testing.TB) []perftCase {
	t.Helper()
	text, err := os.ReadFile("../../testdata/perft/positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []perftCase
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(line, "|")
		if len(fields) != 3 || line[0] == '#' {
			continue
		}
		c := perftCase{strings.TrimSpace(fields[0]), strings.TrimSpace(fields[1]), map[int]int{}}
		for _, count := range strings.Fields(fields[2]) {
			depth, leaves, _ := strings.Cut(count, "=")
			c.leaves[atoi(t, depth)] = atoi(t, leaves)
		}
		cases = append(cases, c)
	}
	return cases
}

func atoi(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// perft counts the leaves of the tree of legal moves; the last ply is counted
// without being played.
func perft(p Position, depth int) int {
	var room [256]Move
	moves := p.Moves(room[:0])
	if depth == 1 {
		return len(moves)
	}
	leaves := 0
	for _, m := range moves {
		leaves += perft(p.Play(m), depth-1)
	}
	return leaves
}

func TestPerft(t *testing.T) {
	cases := readPerft(t)
	if len(cases) != 6 {
		t.Fatalf("%d positions, not six", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := mustFEN(t, c.fen)
			for depth, want := range c.leaves {
				if got := perft(p, depth); got != want {
					t.Errorf("depth %d: %d leaves, not %d", depth, got, want)
				}
			}
		})
	}
}

func BenchmarkKiwipeteMoves(b *testing.B) {
	p := mustFEN(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	buf := make([]Move, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		buf = p.Moves(buf[:0])
	}
	if len(buf) != 48 {
		b.Fatalf("%d moves, not 48", len(buf))
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range readPerft(b) {
		b.Run(c.name, func(b *testing.B) {
			p := mustFEN(b, c.fen)
			leaves := 0
			for b.Loop() {
				leaves += perft(p, 4)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
