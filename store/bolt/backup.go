package bolt

import "io"

// Backup copies the file as the last commit left the file, and the copy is a store. While Backup
// writes, the pages of the last commit are kept and the file grows by what others write, so w
// should be as fast as a disk. store.Store describes the result and the error.
func (d *db) Backup(w io.Writer) (n int64, err error) {
	tx, err := d.begin()
	if err == nil {
		n, err = tx.WriteTo(w)
		tx.Rollback()
	}
	return n, classify(err)
}
