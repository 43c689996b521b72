package bolt_test

import (
	"path/filepath"
	"strings"
	"testing"

	"corrd/store"
	"corrd/store/bolt"
)

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
