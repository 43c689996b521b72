package bolt

import (
	"path/filepath"
	"testing"

	"corrd/store"
	"corrd/store/storetest"
)

func TestFolded(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Folded(t, s, func(tx store.Tx, id int64, folded []byte) error {
		u := tx.(*update)
		old, err := u.begun(id)
		if err != nil {
			return err
		}
		h := old
		h.Folded = folded
		return games.put(u, id, &old, &h)
	})
}
