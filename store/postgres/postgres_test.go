package postgres_test

import (
	"errors"
	"flag"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
	"corrd/store/storetest"
)

// TestMain has the test against the model make fewer stores than in bbolt, since each asks the
// database for all that it reads; -rapid.checks says another number.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err) // the flag is there: storetest has the package rapid register it
	}
	peertest.Main(m)
}

func TestStore(t *testing.T) {
	peertest.URL(t)
	if testing.Short() {
		if err := flag.Set("rapid.checks", "8"); err != nil {
			t.Fatal(err)
		}
	}
	storetest.Run(t, func(t *testing.T, now func() time.Time) store.Store {
		if testing.Short() && !peertest.Sampled(t.Name(), 3) {
			t.Skip("of the long run; bbolt is asked all")
		}
		return open(t, peertest.URL(t), postgres.Options{Now: now})
	})
}

// open opens a store that is closed when the test ends.
func open(t testing.TB, url string, o postgres.Options) store.Store {
	t.Helper()
	s, err := postgres.Open(url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestSerializationFailures has two daemons write while every second transaction fails at its
// commit, as the database has transactions fail in whose way others are. What fails by that is run
// again: each Update that succeeds has counted once, and one that gives up has left nothing and
// says why.
func TestSerializationFailures(t *testing.T) {
	url := peertest.URL(t)
	var commits, runs, done, gaveUp atomic.Int64
	o := postgres.Options{Failpoint: func(name string) error {
		if name == postgres.BeforeCommit && commits.Add(1)%2 == 0 {
			return &pgconn.PgError{Code: "40001", Message: "could not serialize access"}
		}
		return nil
	}}
	stores := []store.Store{open(t, url, o), open(t, url, o)}
	if err := stores[0].Update(func(tx store.Tx) error { return tx.AddCount("letters", 1) }); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for w := range 16 {
		all.Go(func() {
			for range 8 {
				err := stores[w%2].Update(func(tx store.Tx) error {
					runs.Add(1)
					_, err := tx.Count("letters")
					return errors.Join(err, tx.AddCount("letters", 1))
				})
				var said *pgconn.PgError
				switch {
				case err == nil:
					done.Add(1)
				case errors.As(err, &said) && said.Code == "40001":
					gaveUp.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	err := stores[1].View(func(v store.View) error {
		n, err := v.Count("letters")
		if int64(n) != done.Load()+1 {
			t.Errorf("%d Updates have counted %d times", done.Load(), n-1)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	again := runs.Load() - done.Load()
	if again == 0 || done.Load() < 40 {
		t.Errorf("of %d runs %d succeeded: nobody was in the way, or too much", runs.Load(), done.Load())
	}
	t.Logf("%d Updates took %d runs; %d gave up", done.Load(), runs.Load(), gaveUp.Load())
}
