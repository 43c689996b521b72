package proof

import (
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want []string
	}{
		{"6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1", []string{
			"1. h5e8 g8h7 2. e8h5 h7g8 (as at the start)"}},
		{"8/q2p2Np/7k/8/4r3/6Rp/1K6/8 w - - 0 1", []string{
			"1. g7f5 h6h5 [1] 2. f5g7",
			"  2... h5h4 3. g7f5 h4h5 (as at [1])",
			"  2... h5h6 (as at the start)"}},
		{"7k/5K2/8/8/8/8/8/6R1 w - - 0 1", []string{
			"1. g1g8 h8h7",
			"  2. g8h8 h7h8 (no check left)",
			"  2. g8g7 h7h6",
			"    3. g7g6 h6h5",
			"      4. g6g5 h5g5 (no check left)",
			"      4. g6h6 h5h6 (no check left)",
			"    3. g7h7 h6h7 (no check left)",
			"1. g1h1 (mate)"}},
		{"k3N3/p7/2K5/5p2/8/8/4p1R1/8 w - - 0 1", []string{
			"1. e8c7 a8b8 [1] 2. c7a6",
			"  2... b8a8 3. a6c7 a8b8 (as at [1])",
			"  2... b8c8 3. g2g8 (mate)"}},
		{"3r2k1/5ppp/8/8/8/8/4QPPP/4R1K1 w - - 0 1", []string{
			"1. e2e8 d8e8 2. e1e8 (mate)"}},
		{"6k1/1p4p1/2pp2p1/1p2p3/1P2P1P1/2PPK3/1P5r/R7 b - - 5 35", []string{
			"35... h2e2 36. e3e2 (no check left)",
			"35... h2h3 36. e3f2",
			"  36... h3h2 37. f2g1",
			"    37... h2h1 38. g1h1 (no check left)",
			"    37... h2g2 38. g1g2 (no check left)",
			"  36... h3f3 37. f2f3 (no check left)"}},
		{"6k1/8/6K1/8/8/8/8/R7 b - - 0 1", nil},
	} {
		r := EndlessChecks(mustFEN(t, c.fen), Options{})
		if got := r.Lines(uci); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.fen, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestLinesOfStalemate(t *testing.T) {
	r := CannotBeWon(mustFEN(t, "7k/5K2/8/8/8/8/6p1/7B w - - 0 1"), Options{Ends: MateOrStalemate})
	if got := r.Lines(uci); len(got) == 0 || !strings.HasSuffix(got[len(got)-1], ")") {
		t.Errorf("%q", got)
	}
	leadsToTheEnd(t, r, Stale)
}

// TestLinesAreBounded: no evidence is too long to be printed in a letter.
func TestLinesAreBounded(t *testing.T) {
	for _, c := range readCases(t, "endless.txt") {
		r := EndlessChecks(mustFEN(t, c.fen), Options{})
		lines := r.Lines(uci)
		if len(lines) > mostLines {
			t.Errorf("%s: %d lines", c.fen, len(lines))
		}
		for _, l := range lines {
			if len(l) > mostColumns+2*mostDepth {
				t.Errorf("%s: %d columns: %s", c.fen, len(l), l)
			}
		}
	}
	long := EndlessChecks(mustFEN(t, "6k1/8/8/8/8/8/5Q2/7K w - - 0 1"), Options{}).Lines(uci)
	if last := long[len(long)-1]; !strings.HasPrefix(last, "... (") {
		t.Errorf("the last line says nothing of what is left out: %s", last)
	}
}
