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
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"corrd/cmd/internal/clerk"
	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
)

func main() {
	watch.SetHeap(1)
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

const (
	atOnce    = 16   // letters in hand at the same time
	perRound  = 2000 // letters
	addressed = "club.example"
)

// taken is what one process has measured on one store.
type taken struct {
	Start   time.Duration // until it has the next alarm and the next row to send
	Letter  time.Duration // the time a letter took, of many taken at once
	RSSAnon int64         // bytes, at the end
}

// stores makes a store of each size below dir and measures each in processes of its own,
// in turn.
func stores(dir string, counts []int, rounds int, seed uint64) error {
	tmp, err := os.MkdirTemp(dir, "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, n := range counts {
		begun := time.Now()
		if err := generate(storePath(tmp, n), n, seed); err != nil {
			return err
		}
		info, err := os.Stat(storePath(tmp, n))
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "bench: a store of %d games, %d MB, made in %v\n", n, info.Size()>>20, time.Since(begun).Round(time.Second))
	}
	all := make([][]taken, len(counts))
	for range rounds {
		for i, n := range counts {
			t, err := measureApart(storePath(tmp, n), n)
			if err != nil {
				return err
			}
			all[i] = append(all[i], t)
		}
	}
	for i, n := range counts {
		printTaken(n, counts[0], all[i], all[0])
	}
	return nil
}

func storePath(dir string, games int) string { return filepath.Join(dir, fmt.Sprint(games, ".db")) }

// printTaken prints what was measured on a store, beside the smallest.
func printTaken(n, least int, of, small []taken) {
	cost := func(t taken) float64 { return float64(t.Letter.Microseconds()) }
	var ratios []float64
	for i := range of {
		ratios = append(ratios, cost(of[i])/cost(small[i]))
	}
	start := func(t taken) float64 { return float64(t.Start.Microseconds()) / 1000 }
	memory := func(t taken) float64 { return float64(t.RSSAnon) / (1 << 20) }
	row(fmt.Sprintf("a letter, %d games in the store", n), fmt.Sprintf("%.0f µs", median(of, cost)),
		fmt.Sprintf("%.0f µs, %d games", median(small, cost), least), fmt.Sprintf("%.2f (wanted: 1.3 at most)", middle(ratios)), "")
	row(fmt.Sprintf("start, %d games", n), fmt.Sprintf("%.0f ms", median(of, start)), "wanted: 2 s", "", "")
	row(fmt.Sprintf("anonymous memory, %d games", n), fmt.Sprintf("%.0f MiB", median(of, memory)), "wanted: 150 MiB", "", "")
}

// measureApart measures a store in a process of its own.
func measureApart(path string, games int) (t taken, err error) {
	self, err := os.Executable()
	if err != nil {
		return t, err
	}
	c := exec.Command(self, "-inside", path, "-games", fmt.Sprint(games))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return t, err
	}
	return t, json.Unmarshal(out, &t)
}

// measure opens a store of so many games as the daemon does, has it take
// letters, and prints what that took. The letters are written first, and the
// store is opened anew, so that it knows no game yet.
func measure(path string, games int) error {
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		return err
	}
	letters, err := answers(path, games, perRound, keys)
	if err != nil {
		return err
	}
	var t taken
	begun := time.Now()
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	err = db.View(func(v store.View) error {
		_, _, _, err := v.NextAlarm()
		_, _, err2 := v.NextDue()
		return errors.Join(err, err2)
	})
	if err != nil {
		return err
	}
	t.Start = time.Since(begun)
	begun = time.Now()
	if err := take(keys, letters, atOnce, "", db); err != nil {
		return err
	}
	t.Letter = time.Since(begun) / time.Duration(len(letters))
	if t.RSSAnon, err = anonymous(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(t)
}

var site = mailer.Site{Local: "corrd", Domain: addressed, Delimiter: '+'}

// take has clerks, each on one of the stores, take letters, some at the same time. node names
// the clerks where they are several daemons on one database.
func take(keys mailer.Keys, letters []letter, senders int, node string, stores ...store.Store) error {
	cfg := corrd.Config("corrd", site)
	cfg.Log = slog.New(slog.DiscardHandler)
	var clerks []*corrd.Daemon
	for i, db := range stores {
		if node != "" {
			cfg.Node = fmt.Sprint(node, i)
		}
		clerks = append(clerks, corrd.New(cfg, db, keys, watch.Real{}, nil, nil, nil))
	}
	return handIn(letters, senders, clerks...)
}

// handIn has daemons take letters, some at the same time.
func handIn(letters []letter, senders int, daemons ...*corrd.Daemon) error {
	var next atomic.Int64
	var all sync.WaitGroup
	failed := make(chan error, senders)
	for i := range senders {
		d := daemons[i%len(daemons)]
		all.Go(func() {
			for n := next.Add(1); int(n) <= len(letters); n = next.Add(1) {
				l := letters[n-1]
				in := clerk.Incoming{Raw: l.raw, Received: time.Now(), Source: "smtp", Envelope: mailer.Envelope{From: l.from, To: []string{l.to}}}
				state, err := d.Take(context.Background(), in)
				if err == nil && state != store.Acted {
					err = fmt.Errorf("a letter was %s", state)
				}
				if err != nil {
					failed <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failed)
	return <-failed
}

// anonymous is the memory of this process that is not a page of a file, in bytes.
func anonymous() (int64, error) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		if kb, ok := strings.CutPrefix(s.Text(), "RssAnon:"); ok {
			n, err := strconv.ParseInt(strings.Fields(kb)[0], 10, 64)
			return n << 10, err
		}
	}
	return 0, io.ErrUnexpectedEOF
}
