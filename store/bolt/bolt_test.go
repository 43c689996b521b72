package bolt_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/storetest"
)

func TestMain(m *testing.M) {
	peertest.FilesInMemory()
	m.Run()
}

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

// faulty is a store whose check finds a fault.
type faulty struct {
	store.Store
	fault string
}

func (f faulty) Check(found func(store.Fault)) (store.Verified, error) {
	if f.fault != "" {
		found(store.Fault{Words: f.fault})
	}
	return store.Verified{}, nil
}

// TestMoveNamesTheStoreAtFault: a copy with a fault that the store copied has too is told apart
// from a copy that is not right, and neither counts as whole.
func TestMoveNamesTheStoreAtFault(t *testing.T) {
	for _, c := range []struct{ own, copied, want string }{
		{"", "game 1: a fault", "the copy is not right, do not use it: game 1: a fault"},
		{"game 1: a fault", "game 1: a fault", "the store that is copied has a fault itself: game 1: a fault"},
		{"game 1: a fault", "", ""},
	} {
		from := open(t, filepath.Join(t.TempDir(), "from"), bolt.Options{})
		err := from.Update(func(tx store.Tx) error {
			return tx.PutPlayer(&store.Player{Name: "Alice", Addresses: []string{"alice@a.example"}})
		})
		if err != nil {
			t.Fatal(err)
		}
		to := open(t, filepath.Join(t.TempDir(), "to"), bolt.Options{})
		_, err = store.Move(faulty{from, c.own}, faulty{to, c.copied}, func(store.Part, int) {})
		if whole := store.Whole(to) == nil; (err == nil) != (c.want == "") || whole != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, whole %v", c, err, whole)
		}
		from.Close()
		to.Close()
	}
}
