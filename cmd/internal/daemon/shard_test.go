package daemon_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
)

// shard is a share of the seeds for one process: First, and every Step-th seed after First.
type shard struct{ First, Step uint64 }

// asShard is the environment variable that makes the test binary run a shard. tallied begins the
// line with the results of the shard.
const (
	asShard = "CORRD_SIM_SHARD"
	tallied = "tally "
)

// result holds the results of seeds: counts by name, and the sum of the digests of their
// histories.
type result struct {
	Tally   map[string]int
	History uint64
}

func (o *result) add(other result) {
	for name, n := range other.Tally {
		o.Tally[name] += n
	}
	o.History += other.History
}

func thisShard(t *testing.T) (s shard, isShard bool) {
	text, isShard := os.LookupEnv(asShard)
	if isShard {
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
	}
	return s, isShard
}

func (o result) tell(t *testing.T) {
	line, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(tallied + string(line))
}

// inShards runs the seeds from 1 to n, or only the seed one, in as many processes as there are
// processors, and adds up their results.
func inShards(t *testing.T, n, one uint64) result {
	step := min(n, uint64(runtime.GOMAXPROCS(0)))
	if one != 0 {
		n = 0
	}
	total := result{Tally: map[string]int{}}
	var mu sync.Mutex
	var running sync.WaitGroup
	for first := uint64(1); first <= step; first++ {
		running.Go(func() {
			of := shard{first, step}.start(t, n, one)
			mu.Lock()
			defer mu.Unlock()
			total.add(of)
		})
	}
	running.Wait()
	return total
}

// start runs a shard in a process of its own. The process has one thread and no preemption, so
// that goroutines run in the same order every time.
func (s shard) start(t *testing.T, n, one uint64) (of result) {
	where, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestSimulator$", "-test.timeout=0", fmt.Sprint("-sim.seeds=", n), fmt.Sprint("-sim.seed=", one))
	cmd.Env = append(os.Environ(), asShard+"="+string(where), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	out, err := cmd.CombinedOutput()
	before, after, _ := bytes.Cut(out, []byte(tallied))
	line, after, _ := bytes.Cut(after, []byte("\n"))
	json.Unmarshal(line, &of)
	if err != nil || one != 0 {
		t.Logf("%s%s", before, after)
	}
	if err != nil {
		t.Errorf("seeds %d, %d …: %v", s.First, s.First+s.Step, err)
	}
	return of
}
