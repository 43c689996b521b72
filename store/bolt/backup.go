package bolt

import (
	"io"

	"go.etcd.io/bbolt"
)

// Backup copies the file as the last commit left it. The copy is a store of its
// own. While it is written the pages of that commit are kept and the file grows
// by what others write, so w should be as fast as a disk. See store.Store.
func (d *db) Backup(w io.Writer) (n int64, err error) {
	err = d.bolt.View(func(tx *bbolt.Tx) error {
		n, err = tx.WriteTo(w)
		return err
	})
	return n, classify(err)
}
