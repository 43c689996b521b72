package postgres

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"corrd/store"
	"corrd/store/bolt"
)

// Backup writes a store in one file of package bolt, as the database was at one instant: `corrctl
// check` reads the file, and `corrd migrate` brings the file back into a database. The file is
// first made in the folder for temporary files. For a large database pg_dump, or an archive of its
// log, is quicker. store.Store describes the result and the error.
func (d *db) Backup(w io.Writer) (n int64, err error) {
	dir, err := os.MkdirTemp("", "corrd-backup-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "store")
	copied, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return 0, err
	}
	err = store.Snapshot(d, copied)
	if err = errors.Join(err, copied.Close()); err != nil {
		return 0, err
	}
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, file)
}
