package control

import (
	"context"
	"errors"
	"testing"
	"time"

	"corrd/store"
)

// TestOutboxTellsWhoHoldsARow: a row that one of several daemons has claimed is listed with the
// daemon, and without when the daemon's lease has run out or no daemon has claimed the row.
func TestOutboxTellsWhoHoldsARow(t *testing.T) {
	r := newRoom(t)
	err := r.Store.Update(func(tx store.Tx) error {
		return errors.Join(tx.Enqueue(&store.Row{To: "a@a.example"}), tx.Enqueue(&store.Row{To: "a@a.example"}))
	})
	if err != nil {
		t.Fatal(err)
	}
	wants := func(when, first string) {
		t.Helper()
		rows, err := r.OutboxList(context.Background(), None{})
		if err != nil || len(rows) != 2 {
			t.Fatalf("%s: %v, %v", when, rows, err)
		}
		if got := rows[0].Daemon; (got == nil) != (first == "") || got != nil && *got != first {
			t.Errorf("%s the daemon is %v, not %q", when, got, first)
		}
		if rows[1].Daemon != nil {
			t.Errorf("%s the row behind it is held by %s", when, *rows[1].Daemon)
		}
	}
	lease := func(term time.Duration) {
		t.Helper()
		if _, err := r.Store.Lease(store.NodeLease("one"), "one", "", term); err != nil {
			t.Fatal(err)
		}
	}
	wants("before a claim", "")
	lease(time.Minute)
	if ids, _, err := r.Store.Claim("one", 16); err != nil || len(ids) != 1 {
		t.Fatalf("claimed %v, %v", ids, err)
	}
	wants("after a claim", "one")
	lease(0)
	wants("after the lease", "")
}
