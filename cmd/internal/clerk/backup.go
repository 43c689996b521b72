package clerk

import (
	"context"
	"encoding/json"
	"net/http"

	"corrd/store"
)

// backupPath is answered not with JSON but with the bytes of a store.
const backupPath = "/backup"

// sendBackup writes a consistent copy of the store. When it fails on the way
// the connection is cut, so that a part is never taken for the whole.
func (c *Clerk) sendBackup(rw http.ResponseWriter, r *http.Request) {
	var a Args
	if err := json.NewDecoder(r.Body).Decode(&a); err == nil {
		if err := c.noteBackup(a.Name); err != nil {
			c.log.Error("backup", "error", err)
		}
	}
	w := hastenedBy(rw, c.patience) // a backup keeps the store from using its space again
	w.Header().Set("Content-Type", "application/octet-stream")
	n, err := c.db.Backup(w)
	if err != nil {
		c.log.Error("backup", "written", n, "error", err)
		panic(http.ErrAbortHandler)
	}
	c.log.Info("backup", "bytes", n)
}

func (c *Clerk) check(context.Context, Args) (any, error) {
	f := Faults{Faults: []string{}}
	var err error
	f.Verified, err = c.db.Check(func(fault string) { f.Faults = append(f.Faults, fault) })
	return f, err
}

// Faults is what `corrctl check` prints.
type Faults struct {
	store.Verified
	Faults []string `json:"faults"`
}
