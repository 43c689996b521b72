package clerk

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// backupPath is answered not with JSON but with the bytes of a store.
const backupPath = "/backup"

// sendBackup writes a consistent copy of the store. When it fails on the way
// the connection is cut, so that a part is never taken for the whole.
func (c *Clerk) sendBackup(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/octet-stream")
	n, err := c.db.Backup(w)
	if err != nil {
		c.log.Error("backup", "written", n, "error", err)
		panic(http.ErrAbortHandler)
	}
	c.log.Info("backup", "bytes", n)
}

// Backup has the daemon write a consistent copy of its store to w, while it
// goes on working, and returns the size. The copy is a store; without an error
// it is whole. The error wraps ErrUnreachable where no daemon answered or the
// daemon refused; any other is that of w, or of a connection that was cut.
func (c *Control) Backup(ctx context.Context, w io.Writer) (int64, error) {
	body, err := json.Marshal(Args{})
	if err != nil {
		return 0, err
	}
	resp, err := c.post(ctx, backupPath, body)
	if err != nil {
		return 0, unreachable(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, failure(resp.Status)
	}
	return io.Copy(w, resp.Body)
}

func (c *Clerk) check(context.Context, Args) (any, error) {
	f := Faults{Faults: []string{}}
	var err error
	f.Games, err = c.db.Check(func(fault string) { f.Faults = append(f.Faults, fault) })
	return f, err
}

// Faults is what `corrctl check` prints.
type Faults struct {
	Games  int      `json:"games"`
	Faults []string `json:"faults"`
}
