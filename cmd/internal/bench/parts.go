package main

import (
	"fmt"
	"os"
)

// reading measures the parts that are pure, and the writing of a letter.
func reading(rounds int) error {
	pkgs := []string{"interpret/notation", "game/board", "game/proof", "templates", "cmd/corrctl", "interpret"}
	return withSuites(pkgs, func(s []suite) error {
		read := pair{what: "moves read, printed descriptive notation, position known", unit: "moves/s",
			ours: "^BenchmarkRead$", anchor: "^BenchmarkSAN$", of: s[0], anchorOf: s[0], benchtime: "500ms",
			anchorIs: "corentings/chess reading the same moves in SAN", wants: " (wanted: 500,000/s)"}
		batch := pair{what: "the same by `corrctl read --batch`, from JSON to JSON", unit: "moves/s",
			ours: "^BenchmarkBatch$", anchor: "^BenchmarkSAN$", of: s[4], anchorOf: s[0], benchtime: "500ms",
			anchorIs: "corentings/chess, without the JSON", wants: " (wanted: 500,000/s)"}
		moves := pair{what: "the 48 legal moves of Kiwipete", unit: "ns/op",
			ours: "^BenchmarkKiwipeteMoves$", anchor: "^BenchmarkLibraryMoves$", of: s[1], anchorOf: s[1], benchtime: "300ms", anchorIs: "corentings/chess"}
		perft := pair{what: "perft of Kiwipete", unit: "leaves/s",
			ours: "^BenchmarkPerft$/^kiwipete$", anchor: "^BenchmarkLibraryPerft$", of: s[1], anchorOf: s[1], benchtime: "500ms", anchorIs: "corentings/chess"}
		drawn := pair{what: "letter rendered, with a board drawn", unit: "ns/op",
			ours: "^BenchmarkGame$/^diagram=on$", anchor: "^BenchmarkGame$/^diagram=off$", of: s[3], anchorOf: s[3], benchtime: "300ms",
			anchorIs: "the same without"}
		for _, one := range []func() error{
			func() error { return read.print(rounds) },
			func() error { return batch.print(rounds) },
			func() error { return moves.print(rounds) },
			func() error { return perft.print(rounds) },
			func() error {
				return single(s[5], "the slowest line of 40,000 characters", "^BenchmarkLongestLine$", "ms", "none", rounds)
			},
			func() error {
				return single(s[2], "endless checks of London and Edinburgh", "^BenchmarkCase$/^EndlessChecks$/London", "ns/op", "none", rounds)
			},
			func() error {
				return single(s[2], "a position that cannot be won: Bishops of one colour", "^BenchmarkCase$/^CannotBeWon$/^Bishops_of_one", "ns/op", "none", rounds)
			},
			func() error {
				return single(s[2], "whether a game can still be won, asked after each move of London and Edinburgh", "^BenchmarkEachMove$/^game$", "ns/move", "none", rounds)
			},
			func() error { return searched(s[2], "endless checks", "EndlessChecks", rounds) },
			func() error { return searched(s[2], "what cannot be won", "CannotBeWon", rounds) },
			func() error { return drawn.print(rounds) },
		} {
			if err := one(); err != nil {
				return err
			}
		}
		return nil
	})
}

// searched measures a search over the positions of testdata.
func searched(s suite, what, name string, rounds int) error {
	if err := single(s, what+", the slowest of the positions in testdata", "^BenchmarkSlowest$/^"+name+"$", "ms", "wanted: 2 s", rounds); err != nil {
		return err
	}
	return single(s, what+", all that was allocated for one of them", "^BenchmarkSlowest$/^"+name+"$", "MiB", "wanted: 256 MiB", 1)
}

// letters measures letters by SMTP beside the floor.
func letters(rounds int) error {
	return withSuites([]string{"cmd/internal/clerk"}, func(s []suite) error {
		for _, senders := range []struct {
			n, letters int
			wants      string
		}{{1, 1000, ""}, {16, 3000, " (wanted: 0.70)"}, {64, 4000, ""}} {
			p := pair{what: fmt.Sprintf("letters taken by SMTP, committed and queued, %d senders", senders.n), unit: "letters/s",
				ours: fmt.Sprintf("^BenchmarkLetter$/^senders=%d$", senders.n), anchor: fmt.Sprintf("^BenchmarkLetterFloor$/^senders=%d$", senders.n),
				of: s[0], anchorOf: s[0], benchtime: fmt.Sprintf("%dx", senders.letters),
				anchorIs: "a bare go-smtp server with group commits", wants: senders.wants}
			if err := p.print(rounds); err != nil {
				return err
			}
		}
		return nil
	})
}

// withSuites compiles the tests of some packages and runs f with them.
func withSuites(pkgs []string, f func([]suite) error) error {
	tmp, err := os.MkdirTemp("", "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	var all []suite
	for _, pkg := range pkgs {
		s, err := compile(tmp, pkg)
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	return f(all)
}
