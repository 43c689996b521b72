// Package main is the table of figures of the README: `make bench` measures corrd
// on this machine and prints the table as Markdown, in about five minutes. Each
// figure stands beside another program that was measured in turn with corrd in the
// same run: Dovecot for taking letters, pgn-extract for reading moves. Where a
// program is missing, the command says so and leaves the cell empty.
//
// The package makes large stores, starts servers and benchmarks, and knows nothing
// of how corrd does what is measured.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/watch"
)

func main() {
	watch.SetHeap()
	rounds := flag.Int("rounds", 3, "how often each figure is measured; the median counts")
	sizes := flag.String("games", "1000,100000", "the sizes of the stores to make; 1000000 takes about ten minutes and 14 GB")
	dir := flag.String("dir", "", "where to make them; they are removed in the end (default the folder for temporary files)")
	only := flag.String("only", "", "one part of the table: read, worst, batch, letters, delay, site, store, postgres")
	keep := flag.String("keep", "", "where the stores beside PostgreSQL stay, to be measured again another time")
	alone := flag.Bool("alone", false, "PostgreSQL without a file of bbolt beside it, which halves what a large store takes to make")
	seed := flag.Uint64("seed", 1, "of the stores")
	inside := flag.String("inside", "", "measure this store, in this process (the table calls itself so)")
	flag.Parse()
	counts, err := numbers(*sizes)
	if err == nil && *dir != "" { // the benchmarks that are run beside the others lie on the same disk
		if *dir, err = filepath.Abs(*dir); err == nil {
			err = os.Setenv("TMPDIR", *dir)
		}
	}
	switch {
	case err != nil:
	case *inside != "":
		err = measure(*inside, counts[0])
	default:
		err = table(*only, *dir, *keep, *alone, counts, *rounds, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// table prints the whole table, or one part of it.
func table(only, dir, keep string, alone bool, sizes []int, rounds int, seed uint64) error {
	begun := time.Now()
	fmt.Printf("%s, %d processors, %s, load %s\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.Version(), load())
	fmt.Println("| what | corrd | beside it | ratio | bare floor |\n|---|---|---|---|---|")
	parts := []struct {
		name string
		run  func() error
	}{
		{"read", func() error { return reading(rounds) }},
		{"worst", func() error { return worst(seed) }},
		{"batch", func() error { return batch(rounds) }},
		{"letters", func() error { return letters(dir, rounds) }},
		{"delay", func() error { return delays(dir) }},
		{"site", func() error { return rooms(dir, seed) }},
		{"store", func() error { return stores(dir, sizes, rounds, seed) }},
		{"postgres", func() error { return databases(dir, keep, alone, sizes, rounds, seed) }},
	}
	for _, p := range parts {
		if only != "" && only != p.name {
			continue
		}
		if err := p.run(); err != nil {
			return err
		}
	}
	fmt.Printf("\nload at the end %s; taken in %v\n", load(), time.Since(begun).Round(time.Second))
	return nil
}

// load is how busy the machine has been in the last minute, as Linux says.
func load() string {
	b, _ := os.ReadFile("/proc/loadavg")
	first, _, ok := strings.Cut(string(b), " ")
	if !ok {
		return "unknown"
	}
	return first
}

// row prints one line of the table.
func row(what, ours, anchor, ratio, floor string) {
	fmt.Printf("| %s | %s | %s | %s | %s |\n", what, ours, anchor, ratio, floor)
}

// numbers reads numbers with commas between them.
func numbers(list string) (ns []int, err error) {
	for field := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-games %s: %q is no number of games", list, field)
		}
		ns = append(ns, n)
	}
	return ns, nil
}
