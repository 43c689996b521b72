package sim

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

// shard is a share of the seeds, in a process of its own: First, and every
// Step-th after it.
type shard struct{ First, Step uint64 }

// asShard is the variable that makes the test binary run a shard, and tallied
// begins the line in which it tells the tally.
const (
	asShard = "CORRD_SIM_SHARD"
	tallied = "tally "
)

func thisShard(t *testing.T) (s shard, isShard bool) {
	text, isShard := os.LookupEnv(asShard)
	if isShard {
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
	}
	return s, isShard
}

func tell(t *testing.T, tally map[string]int) {
	line, err := json.Marshal(tally)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(tallied + string(line))
}

// inShards runs the seeds from 1 to n, or one alone, in as many processes as
// there are processors, and adds up their tallies.
func inShards(t *testing.T, n, one uint64) map[string]int {
	step := min(n, uint64(runtime.GOMAXPROCS(0)))
	if one != 0 {
		n = 0
	}
	total := map[string]int{}
	var mu sync.Mutex
	var running sync.WaitGroup
	for first := uint64(1); first <= step; first++ {
		running.Go(func() {
			tally := shard{first, step}.start(t, n, one)
			mu.Lock()
			defer mu.Unlock()
			for name, count := range tally {
				total[name] += count
			}
		})
	}
	running.Wait()
	return total
}

// start runs a shard in a process of its own. One thread without preemption
// takes turns in the same order every time.
func (s shard) start(t *testing.T, n, one uint64) (tally map[string]int) {
	where, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestSimulator$", "-test.timeout=0", fmt.Sprint("-sim.seeds=", n), fmt.Sprint("-sim.seed=", one))
	cmd.Env = append(os.Environ(), asShard+"="+string(where), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	out, err := cmd.CombinedOutput()
	before, after, _ := bytes.Cut(out, []byte(tallied))
	line, after, _ := bytes.Cut(after, []byte("\n"))
	json.Unmarshal(line, &tally)
	if err != nil || one != 0 {
		t.Logf("%s%s", before, after)
	}
	if err != nil {
		t.Errorf("seeds %d, %d …: %v", s.First, s.First+s.Step, err)
	}
	return tally
}
