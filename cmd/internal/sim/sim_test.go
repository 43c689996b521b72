package sim

import (
	"flag"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	oneSeed = flag.Uint64("sim.seed", 0, "run this seed alone, and log what corrd does")
	seeds   = flag.Uint64("sim.seeds", 0, "how many seeds to run; 0: a few hundred, or with -short a few")
)

// TestSimulator runs seeds, each a world of its own in a bubble of its own.
func TestSimulator(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // many short worlds, little of which lives on
	if *oneSeed != 0 {
		t.Log(inBubble(t, *oneSeed, slog.New(slog.NewTextHandler(t.Output(), nil))))
		return
	}
	n := *seeds
	switch {
	case n == 0 && testing.Short():
		n = 15
	case n == 0:
		n = 100
	}
	began := time.Now()
	total := allSeeds(t, n)
	t.Logf("%d seeds in %v", n, time.Since(began).Round(time.Second))
	for _, name := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%9d %s", total[name], name)
	}
	if !t.Failed() {
		t.Logf("%d seeds, %d faults, of which %d kills; %d letters acknowledged: 0 lost, 0 doubled, 0 unanswered",
			n, faultsIn(total), killsIn(total), total[lettersAcknowledged])
	}
}

// allSeeds runs the seeds from 1 to n, some at a time, and adds up their tallies.
func allSeeds(t *testing.T, n uint64) map[string]int {
	total := map[string]int{}
	var mu sync.Mutex
	var next atomic.Uint64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for seed := next.Add(1); seed <= n; seed = next.Add(1) {
				tally := inBubble(t, seed, slog.New(slog.DiscardHandler))
				mu.Lock()
				for name, n := range tally {
					total[name] += n
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return total
}

// inBubble runs one seed in a bubble of its own. A seed that fails says how it
// is run again.
func inBubble(t *testing.T, seed uint64, log *slog.Logger) (tally map[string]int) {
	var inner *testing.T
	done := make(chan struct{})
	go func() { // which a failure that is fatal ends
		defer close(done)
		synctest.Test(t, func(t *testing.T) {
			inner = t
			tally = run(t, seed, log)
		})
	}()
	<-done
	if inner.Failed() {
		t.Errorf("seed %d fails; again: go test ./cmd/internal/sim -run TestSimulator -sim.seed=%d -v", seed, seed)
	}
	return tally
}
