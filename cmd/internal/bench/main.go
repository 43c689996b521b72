// Package main is the table of figures: `go run ./cmd/internal/bench` measures
// corrd on this machine and prints Markdown, each figure beside its anchor, the
// thing it is compared with, measured in turn with it in the same run.
//
// It knows how to make large stores and how to start benchmarks; what is
// measured lies in the packages themselves.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/heap"
)

func main() {
	heap.Set()
	rounds := flag.Int("rounds", 5, "how often each figure is measured; the median counts")
	sizes := flag.String("games", "1000,100000", "the sizes of the stores to make; 1000000 takes about ten minutes and 14 GB")
	dir := flag.String("dir", "", "where to make them; they are removed in the end (default the folder for temporary files)")
	only := flag.String("only", "", "one part of the table: read, letters, store")
	seed := flag.Uint64("seed", 1, "of the stores")
	inside := flag.String("inside", "", "measure this store, in this process (the table calls itself so)")
	flag.Parse()
	counts, err := numbers(*sizes)
	switch {
	case err != nil:
	case *inside != "":
		err = measure(*inside, counts[0])
	default:
		err = table(*only, *dir, counts, *rounds, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// table prints the whole table, or one part of it.
func table(only, dir string, sizes []int, rounds int, seed uint64) error {
	fmt.Printf("%s, %d processors, %s, load %s\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.Version(), load())
	fmt.Println("| what | corrd | anchor | ratio |\n|---|---|---|---|")
	parts := []struct {
		name string
		run  func() error
	}{
		{"read", func() error { return reading(rounds) }},
		{"letters", func() error { return letters(rounds) }},
		{"store", func() error { return stores(dir, sizes, rounds, seed) }},
	}
	for _, p := range parts {
		if only != "" && only != p.name {
			continue
		}
		if err := p.run(); err != nil {
			return err
		}
	}
	fmt.Printf("\nload at the end %s\n", load())
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
func row(what, ours, anchor, ratio string) {
	fmt.Printf("| %s | %s | %s | %s |\n", what, ours, anchor, ratio)
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
