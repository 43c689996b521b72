package scenario

import (
	"context"
	"runtime"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/watch"
	"corrd/store/peertest"
)

// together is how many scenarios are played at the same time on each processor. Each waits half of
// its time for letters to arrive.
const together = 2

func TestMain(m *testing.M) {
	watch.HeapForTests()
	watch.TestsAtOnce(together * runtime.GOMAXPROCS(0))
	peertest.Main(m)
}

// ofEach is how many scenarios of one code by one carrier are played over a database.
const ofEach = 4

// TestDaemonOnDatabase plays some scenarios of each code by each carrier through daemons whose
// stores are in PostgreSQL.
func TestDaemonOnDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon for each file")
	}
	peertest.Beside(t)
	for _, s := range sample(scenarios(t), ofEach) {
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			database := peertest.Beside(t) + "&pool_max_conns=4"
			out := daemonAnd(context.Background(), local.Options{Database: database}, s, ordered, func(ctx context.Context, ctl *control.Control) error { return provable(ctx, t, ctl) })
			if !out.OK() {
				t.Error(out)
			}
		})
	}
}

// sample chooses of scenarios of each code by each carrier, evenly spread over all.
func sample(all []Scenario, of int) (some []Scenario) {
	type kind struct{ code, medium string }
	kinds := map[kind][]Scenario{}
	var order []kind
	for _, s := range all {
		k := kind{s.Terms.Code, s.Terms.Medium}
		if kinds[k] == nil {
			order = append(order, k)
		}
		kinds[k] = append(kinds[k], s)
	}
	for _, k := range order {
		for n := range min(of, len(kinds[k])) {
			some = append(some, kinds[k][n*len(kinds[k])/min(of, len(kinds[k]))])
		}
	}
	return some
}
