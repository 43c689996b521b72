package desk

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"corrd/store"
	"corrd/store/bolt"
)

func TestBudgetOfAnAddressHoweverSpelt(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{InitialMmapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx store.Tx) error {
		d := New(Tools{}, tx, &store.Letter{}, time.Time{})
		var tallies []string
		for _, who := range []string{"dan", "Dan", "DAN"} {
			tallies = append(tallies, d.allowances(who + "@example.org")[0].tally)
		}
		if len(slices.Compact(tallies)) != 1 {
			t.Errorf("one address has the tallies %q", tallies)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
