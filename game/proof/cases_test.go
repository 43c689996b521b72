package proof

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"corrd/game/board"
)

// TestMain has the garbage collector wait until the heap has 256 MiB: searches make much, and
// little of it lives on.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	m.Run()
}

// testCase is a line of a file of cases.
type testCase struct{ want, fen, about string }

func readCases(t testing.TB, name string) []testCase {
	t.Helper()
	text, err := os.ReadFile("../../testdata/proof/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.SplitN(line, "|", 3)
		cases = append(cases, testCase{strings.TrimSpace(fields[0]), strings.TrimSpace(fields[1]), strings.TrimSpace(fields[2])})
	}
	return cases
}

func mustFEN(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func uci(_ *board.Position, m board.Move) string { return m.String() }

// numbered are the positions a Tree leads to, by the number of the Branch; the
// position asked about is 0.
func numbered(r Result) []board.Position {
	found := []board.Position{r.From}
	var visit func([]Branch, board.Position)
	visit = func(branches []Branch, from board.Position) {
		for _, b := range branches {
			p := from.Play(b.Move)
			found = append(found, p)
			visit(b.Then, p)
		}
	}
	visit(r.Tree, r.From)
	return found
}

// alike reports whether two positions have the same future; their FEN but for
// the counts is the measure.
func alike(p, q *board.Position) bool { return withoutCounts(p) == withoutCounts(q) }

func withoutCounts(p *board.Position) string {
	fields := strings.Fields(p.FEN())
	return strings.Join(fields[:4], " ")
}
