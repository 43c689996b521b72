package postgres

import (
	"fmt"
	"io"
)

// Backup is not here yet.
func (d *db) Backup(w io.Writer) (n int64, err error) { return 0, fmt.Errorf("none") }
