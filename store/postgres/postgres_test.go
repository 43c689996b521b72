package postgres_test

import (
	"flag"
	"testing"
	"time"

	"corrd/store"
	"corrd/store/postgres"
	"corrd/store/postgres/pgtest"
	"corrd/store/storetest"
)

// TestMain has the test against the model make fewer stores than in bbolt, since each asks the
// database for all that it reads; -rapid.checks says another number.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "40"); err != nil {
		panic(err) // the flag is there: storetest has the package rapid register it
	}
	pgtest.Main(m)
}

func TestStore(t *testing.T) {
	pgtest.URL(t)
	storetest.Run(t, func(t *testing.T, now func() time.Time) store.Store {
		return open(t, pgtest.URL(t), postgres.Options{Now: now})
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
