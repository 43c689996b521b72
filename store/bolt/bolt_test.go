package bolt_test

import (
	"path/filepath"
	"testing"
	"time"

	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, now func() time.Time) store.Store {
		return open(t, filepath.Join(t.TempDir(), "store"), bolt.Options{Now: now})
	})
}

// open opens a store that is closed when the test ends.
func open(t testing.TB, path string, o bolt.Options) store.Store {
	t.Helper()
	s, err := bolt.Open(path, o)
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
