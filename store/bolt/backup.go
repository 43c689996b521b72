package bolt

import "io"

// Backup copies the file as the last commit left it. The copy is a store of its
// own. While it is written the pages of that commit are kept and the file grows
// by what others write, so w should be as fast as a disk. See store.Store.
func (d *db) Backup(w io.Writer) (n int64, err error) {
	tx, err := d.begin()
	if err == nil {
		n, err = tx.WriteTo(w)
		tx.Rollback()
	}
	return n, classify(err)
}
