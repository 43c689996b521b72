package main

import (
	"fmt"
	"os"
)

// reading measures the parts that are pure, and the writing of a letter.
func reading(rounds int) error {
	pkgs := []string{"interpret", "interpret/notation", "game/board", "game/proof", "templates"}
	return withSuites(pkgs, func(s []suite) error {
		for _, one := range []struct {
			of                           suite
			what, benchmark, unit, wants string
		}{
			{s[1], "moves read, printed descriptive notation, position known", "^BenchmarkRead$", "moves/s", "wanted: 500,000/s"},
			{s[0], "the slowest line of 40,000 characters", "^BenchmarkLongestLine$", "ms", "none"},
			{s[2], "the 48 legal moves of Kiwipete", "^BenchmarkKiwipeteMoves$", "ns/op", "none"},
			{s[3], "endless checks, the slowest of the positions in testdata", "^BenchmarkSlowest$/^EndlessChecks$", "ms", "wanted: 2 s"},
			{s[3], "what cannot be won, the slowest of the positions in testdata", "^BenchmarkSlowest$/^CannotBeWon$", "ms", "wanted: 2 s"},
			{s[4], "letter rendered, with a board drawn", "^BenchmarkGame$/^diagram=on$", "ns/op", "none"},
		} {
			if err := single(one.of, one.what, one.benchmark, one.unit, one.wants, rounds); err != nil {
				return err
			}
		}
		return nil
	})
}

// letters measures letters by SMTP beside a server that only stores them, and the
// bare floor.
func letters(dir string, rounds int) error {
	d, why, err := startDovecot(dir)
	if err != nil {
		return err
	}
	if d == nil {
		fmt.Fprintln(os.Stderr, "bench: SKIPPED, NOT MEASURED BESIDE DOVECOT:", why)
	} else {
		defer d.stop()
		if _, err := flood(d.addr(), atOnce, strangers(100, 100), func(letter) {}); err != nil { // which makes the mailboxes
			return err
		}
	}
	return withSuites([]string{"cmd/internal/clerk"}, func(s []suite) error {
		for _, senders := range []struct {
			n, letters int
			mailboxes  []int // of Dovecot, beside whom corrd is measured
		}{{1, 500, nil}, {atOnce, 3000, []int{100, 1}}, {64, 4000, nil}} {
			if d == nil || senders.mailboxes == nil {
				senders.mailboxes = []int{0}
			}
			for _, mailboxes := range senders.mailboxes {
				if err := beside(s[0], d, senders.n, senders.letters, mailboxes, rounds); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// beside measures letters of some senders, beside Dovecot with some mailboxes, or
// with none beside the floor alone.
func beside(s suite, d *dovecot, senders, count, mailboxes, rounds int) error {
	var ours, floors, theirs, ratios, ofFloor []float64
	benchtime := fmt.Sprintf("%dx", count)
	for range rounds {
		our, err := s.figure(fmt.Sprintf("^BenchmarkLetter$/^senders=%d$", senders), benchtime, "letters/s")
		if err != nil {
			return err
		}
		bare, err := s.figure(fmt.Sprintf("^BenchmarkLetterFloor$/^senders=%d$", senders), benchtime, "letters/s")
		if err != nil {
			return err
		}
		ours, floors, ofFloor = append(ours, our), append(floors, bare), append(ofFloor, our/bare)
		if mailboxes == 0 {
			continue
		}
		their, err := flood(d.addr(), senders, strangers(stored, mailboxes), func(letter) {})
		if err != nil {
			return err
		}
		theirs, ratios = append(theirs, their), append(ratios, our/their)
	}
	anchor, ratio := "", ""
	if mailboxes > 0 {
		anchor = fmt.Sprintf("%s, Dovecot storing them by LMTP, mailboxes: %d", said(middle(theirs), "letters/s"), mailboxes)
		ratio = fmt.Sprintf("%.3g", middle(ratios))
		if mailboxes > 1 {
			ratio += " (wanted: 5)"
		}
	}
	row(fmt.Sprintf("letters taken by SMTP, judged, committed, answers queued, senders: %d", senders), said(middle(ours), "letters/s"), anchor, ratio,
		fmt.Sprintf("%s; %.2f of it", said(middle(floors), "letters/s"), middle(ofFloor)))
	return nil
}

// stored is how many letters Dovecot stores in a round, which takes about as long as corrd's round.
const stored = 1000

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
