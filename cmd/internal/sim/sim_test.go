package sim

import (
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

var (
	oneSeed = flag.Uint64("sim.seed", 0, "run this seed alone, and log what corrd does")
	seeds   = flag.Uint64("sim.seeds", 0, "how many seeds to run; 0: forty, or with -short a few")
)

// TestSimulator runs seeds. Each seed is a world in a bubble of its own, and each process has one
// thread, so that a seed does the same every time.
func TestSimulator(t *testing.T) {
	s, isShard := thisShard(t)
	switch {
	case isShard:
		s.run(t)
		return
	case *oneSeed != 0:
		one := inShards(t, 1, *oneSeed)
		t.Logf("history %x; %v", one.History, one.Tally)
		return
	}
	n := *seeds
	switch {
	case n == 0 && testing.Short():
		n = 7 // an event is played in the last one
	case n == 0:
		n = 40 // make proof runs a thousand and more
	}
	began := time.Now()
	all := inShards(t, n, 0)
	t.Logf("%d seeds in %v, history %x", n, time.Since(began).Round(time.Second), all.History)
	total := all.Tally
	for _, name := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%9d %s", total[name], name)
	}
	if !t.Failed() {
		t.Logf("%d seeds, %d faults, of which %d kills; %d letters acknowledged: 0 lost, 0 doubled, 0 unanswered",
			n, faultsIn(total), killsIn(total), total[lettersAcknowledged])
	}
}

// run runs the seeds of a shard, one after the other, and prints their counts.
func (s shard) run(t *testing.T) {
	from := &beginnings{T: t}
	log, total := slog.New(slog.DiscardHandler), result{Tally: map[string]int{}}
	if *oneSeed != 0 {
		log = slog.New(slog.NewTextHandler(os.Stdout, nil))
		total = inBubble(t, from.of(*oneSeed), *oneSeed, log, nil)
	}
	for seed := s.First; seed <= *seeds; seed += s.Step {
		total.add(inBubble(t, from.of(seed), seed, log, nil))
	}
	total.tell(t)
}

// stuck is how long a seed may take in real time. Without this limit a seed would run for ever if
// a goroutine waited in a way that stops the time of the bubble.
const stuck = 2 * time.Minute

// stuckInDatabase is the limit for a world whose store is in a database, to which the world sends
// many queries.
const stuckInDatabase = 15 * time.Minute

// inBubble runs one seed in a bubble of its own. The message of a failed seed says how to run the
// seed again.
func inBubble(t *testing.T, from *beginning, seed uint64, log *slog.Logger, database func() string) (of result) {
	var inner *testing.T
	done := make(chan struct{})
	again := fmt.Sprintf("again: go test ./cmd/internal/sim -run TestSimulator -sim.seed=%d -v", seed)
	most := stuck
	if database != nil {
		most, again = stuckInDatabase, again+" (in a database: -run TestSimulatorOnDatabase)"
	}
	defer time.AfterFunc(most, func() { panic(fmt.Sprintf("seed %d stands still; %s", seed, again)) }).Stop()
	go func() { // a fatal failure ends this goroutine
		defer func() {
			if r := recover(); r != nil {
				panic(fmt.Sprintf("seed %d: %v; %s", seed, r, again))
			}
			close(done)
		}()
		synctest.Test(t, func(t *testing.T) {
			inner = t
			of = run(t, from, seed, log, database)
		})
	}()
	<-done
	if inner.Failed() {
		t.Errorf("seed %d fails; %s", seed, again)
	}
	return of
}
