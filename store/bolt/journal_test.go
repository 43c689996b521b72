package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// A store reads the same whether a group lies in the journal or in the buckets,
// and a file whose journal has not been emptied, as a crash leaves it, is read
// and written on.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(filepath.Join(dir, "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n := range 2*journalGroups + 3 {
		if err := s.Update(func(tx store.Tx) error { return countTo(tx, n) }); err != nil {
			t.Fatal(err)
		}
		wantCounted(t, s, n)
	}
	p := s.(*db).pending.Load()
	if p.generation == 0 || len(p.over) == 0 {
		t.Errorf("the journal has been emptied %d times and holds %d groups", p.generation, len(p.over))
	}
	var image bytes.Buffer
	if _, err := s.Backup(&image); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "copy")
	if err := os.WriteFile(path, image.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{ReadOnly: true}, {}, {ReadOnly: true}} {
		c, err := Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		wantCounted(t, c, 2*journalGroups+2)
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// countTo sets a setting and one of five players to a number.
func countTo(tx store.Tx, n int) error {
	p := store.Player{Name: fmt.Sprint(n), Addresses: []string{fmt.Sprint(n % 5)}}
	if n >= 5 {
		p.ID = int64(n%5) + 1
	}
	return errors.Join(tx.SetSetting("last", fmt.Sprint(n)), tx.PutPlayer(&p))
}

func wantCounted(t *testing.T, s store.Store, n int) {
	t.Helper()
	err := s.View(func(v store.View) error {
		last, _, err := v.Setting("last")
		if last != fmt.Sprint(n) {
			t.Errorf("the last is %s, not %d", last, n)
		}
		players, err2 := v.Players()
		if len(players) != min(n+1, 5) || players[n%5].Name != last {
			t.Errorf("after %d the players are %v", n, players)
		}
		return errors.Join(err, err2)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is read from a journal is what was written; what is no journal is
// corrupt.
func TestJournalBytes(t *testing.T) {
	o := newOverlay()
	for in := range nBuckets {
		for _, value := range [][]byte{nil, {}, {0}, bytes.Repeat([]byte("v"), 300)} {
			if err := o.put(in, fmt.Appendf(nil, "%d %d", in, len(value)), value); err != nil {
				t.Fatal(err)
			}
		}
		o.put(in, []byte("gone"), nil)
	}
	o.settle()
	written, read := o.encode(), newOverlay()
	if err := read.decode(written); err != nil {
		t.Fatal(err)
	}
	for in := range nBuckets {
		if !maps.EqualFunc(o.layers[in].values, read.layers[in].values, func(a, b []byte) bool {
			return bytes.Equal(a, b) && (a == nil) == (b == nil)
		}) {
			t.Errorf("%s: %q was read as %q", bucketNames[in], o.layers[in].values, read.layers[in].values)
		}
	}
	for n := range written {
		newOverlay().decode(written[:n]) // panics on none
	}
	if err := newOverlay().decode([]byte("\x05meta\x01")); err == nil {
		t.Error("a journal that is cut off was read")
	}
}

// A store whose journal cannot be read is refused.
func TestJournalIsCorrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	file, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = file.Update(func(tx *bbolt.Tx) error {
		group, err := tx.Bucket([]byte("journal")).CreateBucket(num(1))
		return errors.Join(err, group.Put(keyGroup, []byte("\x07nothing")))
	})
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {ReadOnly: true}} {
		if s, err := Open(path, o); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("opened %v: %v", s, err)
		}
	}
}
