package proof

import (
	"strings"
	"testing"
)

// BenchmarkEndlessChecks and BenchmarkCannotBeWon go through the cases one by
// one; a case whose answer is unknown shows what the limit costs.
func BenchmarkEndlessChecks(b *testing.B) {
	for _, c := range readCases(b, "endless.txt") {
		p := mustFEN(b, c.fen)
		b.Run(strings.ReplaceAll(c.about, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				EndlessChecks(p, Options{})
			}
		})
	}
}

func BenchmarkCannotBeWon(b *testing.B) {
	for _, c := range readCases(b, "cannot-be-won.txt") {
		p := mustFEN(b, c.fen)
		b.Run(strings.ReplaceAll(c.about, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				CannotBeWon(p, Options{})
			}
		})
	}
}
