package postgres

import (
	"testing"

	"corrd/store"
	"corrd/store/postgres/pgtest"
	"corrd/store/storetest"
)

func TestFolded(t *testing.T) {
	s, err := Open(pgtest.URL(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Folded(t, s, func(tx store.Tx, id int64, folded []byte) error {
		u := tx.(*update)
		h, err := u.begun(id)
		h.Folded = folded
		u.putHead(&h, false)
		return err
	})
}
