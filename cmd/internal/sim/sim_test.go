package sim

import (
	"flag"
	"log/slog"
	"maps"
	"runtime"
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
	if *oneSeed != 0 {
		log := slog.New(slog.NewTextHandler(t.Output(), nil))
		t.Log(inBubble(t, *oneSeed, log))
		return
	}
	n := *seeds
	switch {
	case n == 0 && testing.Short():
		n = 20
	case n == 0:
		n = 200
	}
	total := map[string]int{}
	var mu sync.Mutex
	var next atomic.Uint64
	var workers sync.WaitGroup
	began := time.Now()
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
	t.Logf("%d seeds in %v", n, time.Since(began).Round(time.Millisecond))
	for _, name := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%8d %s", total[name], name)
	}
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
