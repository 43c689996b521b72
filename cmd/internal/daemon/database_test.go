package daemon_test

import (
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"

	"corrd/cmd/internal/watch"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

func TestMain(m *testing.M) {
	watch.HeapForTests()
	peertest.Main(m)
}

// TestSimulatorOnDatabase runs seeds whose worlds keep their stores in PostgreSQL. Every second
// seed has two daemons, each of which is killed now and then. Time stands still in a bubble while
// somebody waits for the database, and the database decides whom it answers first; therefore a
// seed need not have the same history twice.
func TestSimulatorOnDatabase(t *testing.T) {
	peertest.Beside(t)
	inDatabases := uint64(16 / peertest.Share(2, 2))
	from := &beginnings{T: t}
	total := result{Tally: map[string]int{}}
	for seed := uint64(1); seed <= inDatabases; seed++ {
		total.add(inBubble(t, from.of(seed), seed, slog.New(slog.DiscardHandler), func() string { return peertest.Beside(t) + "&pool_max_conns=6" }))
	}
	for _, name := range slices.Sorted(maps.Keys(total.Tally)) {
		t.Logf("%9d %s", total.Tally[name], name)
	}
	if !t.Failed() {
		t.Logf("%d seeds in PostgreSQL, %d faults, of which %d kills; %d letters acknowledged: 0 lost, 0 doubled, 0 unanswered",
			inDatabases, faultsIn(total.Tally), killsIn(total.Tally), total.Tally[lettersAcknowledged])
	}
}

// openStore opens the store of the house. If the house has a file and no database yet, the
// database is made from the file.
func (h *house) openStore(fail func(string) error) (store.Store, error) {
	if h.database == nil {
		return bolt.Open(h.storePath(), bolt.Options{Now: h.clock.Now, Random: zeros{}, Failpoint: fail, InitialMmapSize: reserve, NoSync: true})
	}
	if err := h.makeDatabase(); err != nil {
		return nil, err
	}
	return postgres.Open(h.url, postgres.Options{Now: h.clock.Now, Failpoint: fail})
}

// makeDatabase makes the database of the house, from its file if there is one, unless the house
// has a database.
func (h *house) makeDatabase() error {
	if h.url != "" {
		return nil
	}
	h.url = h.database()
	if _, err := os.Stat(h.storePath()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	file, err := bolt.Open(h.storePath(), bolt.Options{Now: h.clock.Now, InitialMmapSize: reserve, NoSync: true})
	if err != nil {
		return err
	}
	to, err := postgres.Open(h.url, postgres.Options{Now: h.clock.Now})
	if err != nil {
		return errors.Join(err, file.Close())
	}
	_, err = store.Move(file, to, func(store.Part, int) {})
	return errors.Join(err, to.Close(), file.Close(), os.Remove(h.storePath()))
}
