package proof

import (
	"os"
	"strings"
	"testing"
)

// vectors are the public test vectors of the Chess Unwinnability Analyzer, in
// the three parts of their file.
func vectors(t testing.TB) [][]string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/proof/unwinnability-vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := [][]string{nil}
	for line := range strings.Lines(string(text)) {
		switch line = strings.TrimSpace(line); {
		case line == "#":
			parts = append(parts, nil)
		case !strings.HasPrefix(line, "#"):
			parts[len(parts)-1] = append(parts[len(parts)-1], line)
		}
	}
	return parts
}

// toldRightly demands of each position that it is told dead or alive, and
// rightly.
func toldRightly(t testing.TB, positions []string) {
	t.Helper()
	for _, line := range positions {
		sign, fen, _ := strings.Cut(line, " ")
		want := map[string]Verdict{"-": Proved, "+": Refuted}[sign]
		r := CannotBeWon(mustFEN(t, fen+" 0 1"), Options{})
		if r.Verdict != want {
			t.Errorf("%s: %s after %d nodes, want %s", fen, r.Verdict, r.Nodes, want)
		}
	}
}

// TestVectors searches the easy positions and the hardest; with -short each fourth of the easy
// ones.
func TestVectors(t *testing.T) {
	parts := vectors(t)
	if testing.Short() {
		for i := 0; i < len(parts[0]); i += 4 {
			toldRightly(t, parts[0][i:i+1])
		}
	} else {
		toldRightly(t, parts[0])
		toldRightly(t, parts[1])
	}
	if n := len(parts[0]) + len(parts[1]) + len(parts[2]); n != 1802 {
		t.Errorf("%d positions, want 1802", n)
	}
}

// BenchmarkVectors goes through all of them, and fails where one is not told
// rightly.
func BenchmarkVectors(b *testing.B) {
	for b.Loop() {
		for _, positions := range vectors(b) {
			toldRightly(b, positions)
		}
	}
}
