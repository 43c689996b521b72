package postgres_test

import (
	"testing"
	"time"

	"corrd/store"
	"corrd/store/postgres"
	"corrd/store/postgres/pgtest"
	"corrd/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

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
