package bolt_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"corrd/game"
	"corrd/store"
	"corrd/store/bolt"
)

// asOfFormat1 makes the indexes of people in a file what they were in format 1:
// one number under an address as it was spelt.
func asOfFormat1(t *testing.T, path string, players, registrations map[string]uint64) {
	t.Helper()
	edit(t, path, func(tx *bbolt.Tx) error {
		var errs []error
		for bucket, ids := range map[string]map[string]uint64{"player-by-address": players, "registration-by-address": registrations} {
			errs = append(errs, tx.DeleteBucket([]byte(bucket)))
			b, err := tx.CreateBucket([]byte(bucket))
			errs = append(errs, err)
			for address, id := range ids {
				errs = append(errs, b.Put([]byte(address), binary.BigEndian.AppendUint64(nil, id)))
			}
		}
		return errors.Join(errs...)
	})
	setFormat(t, path, 1)
}

// asOfFormat2 unpacks a store that the last program of format 2 wrote: two players, and two
// games of four moves each, of which the first is over.
func asOfFormat2(t *testing.T, path string) {
	t.Helper()
	packed, err := gzip.NewReader(bytes.NewReader(read(t, filepath.Join("testdata", "format2.db.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, b)
}

// linesIn returns what lies in a file under the events of a game.
func linesIn(t *testing.T, path string, game byte) (lines []string) {
	t.Helper()
	edit(t, path, func(tx *bbolt.Tx) error {
		prefix := []byte{0, 0, 0, 0, 0, 0, 0, game, 1}
		c := tx.Bucket([]byte("games")).Cursor()
		for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			lines = append(lines, string(v))
		}
		return nil
	})
	return lines
}

// TestMigrate: a store of format 1 or 2 is copied. Of format 1 the newest registration of an
// address is found, in whatever spelling. The logs stay byte for byte, and go on from their
// last hash with events of format 2.
func TestMigrate(t *testing.T) {
	for _, format := range []byte{1, 2} {
		t.Run(fmt.Sprint("format ", format), func(t *testing.T) {
			old, copied := filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "new")
			asOfFormat2(t, old)
			if format == 1 {
				asOfFormat1(t, old, map[string]uint64{"alice@wonder.example": 1, "Liddell@work.example": 1, "bob@b.example": 2},
					map[string]uint64{"alice@wonder.example": 1, "ALICE@wonder.example": 2})
			}
			lines := linesIn(t, old, 2)
			was := read(t, old)
			if err := bolt.Migrate(old, copied); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(read(t, old), was) {
				t.Error("the old file has been changed")
			}
			if now := linesIn(t, copied, 2); len(now) != 5 || !slices.Equal(now, lines) {
				t.Errorf("a log has been changed: %q was %q", now, lines)
			}
			migrated(t, open(t, copied, bolt.Options{}), lines)
		})
	}
}

// migrated wants the people, and a log of some lines of format 1 that goes on.
func migrated(t *testing.T, s store.Store, lines []string) {
	t.Helper()
	if games := sound(t, s); games != 2 {
		t.Errorf("%d games in the copy", games)
	}
	update(t, s, func(tx store.Tx) error {
		for address, want := range map[string]int64{"Alice@wonder.example": 1, "liddell@work.example": 1, "BOB@b.example": 2} {
			if p, err := tx.PlayerAt(address); p.ID != want {
				t.Errorf("%s is player %d (%v), not %d", address, p.ID, err, want)
			}
		}
		if r, err := tx.RegistrationAt("Alice@wonder.example"); r.ID != 2 {
			t.Errorf("registration %d (%v), not the newest", r.ID, err)
		}
		l := store.Letter{Game: 2}
		err := tx.PutLetter(&l, []byte("I protest"))
		_, err2 := tx.Append(2, game.Event{At: noon, By: game.White, Letter: l.ID, Fact: game.Protested{Words: "I protest"}})
		return errors.Join(err, err2)
	})
	if games := sound(t, s); games != 2 {
		t.Errorf("%d games in the copy", games)
	}
	s.View(func(v store.View) error {
		log, err := v.Events(2)
		if err != nil || len(log) != 6 {
			t.Fatal(len(log), err)
		}
		var hash [32]byte
		for i, e := range log {
			hash = sha256.Sum256(append(hash[:], e.Line...))
			if i < 5 && (string(e.Line) != lines[i] || e.Format != 1 || e.Beside != nil) || i == 5 && (e.Format != 2 || len(e.Beside) != 2) || hash != e.Hash {
				t.Errorf("event %d is of format %d: %s, %+v, hash %x", e.Seq, e.Format, e.Line, e.Beside, e.Hash)
			}
		}
		return nil
	})
}

// TestMigrateRefuses leaves no file behind, and none changed.
func TestMigrateRefuses(t *testing.T) {
	dir := t.TempDir()
	path, to := filepath.Join(dir, "store"), filepath.Join(dir, "new")
	s := open(t, path, bolt.Options{})
	begin(t, s)
	s.Close()
	for name, c := range map[string]struct {
		format byte
		want   error
	}{"of this format": {store.Format, nil}, "newer": {store.Format + 1, store.ErrNewer}} {
		setFormat(t, path, c.format)
		err := bolt.Migrate(path, to)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a file is left behind", name)
		}
	}
	setFormat(t, path, store.Format-1)
	write(t, to, []byte("somebody's"))
	if err := bolt.Migrate(path, to); !errors.Is(err, os.ErrExist) || string(read(t, to)) != "somebody's" {
		t.Errorf("over a file that exists: %v", err)
	}
}

// TestMoveBrokenOffAmongMarks: the keys of marks are octets and no text, and a move that is broken
// off among them goes on behind the last one.
func TestMoveBrokenOffAmongMarks(t *testing.T) {
	from := open(t, filepath.Join(t.TempDir(), "from"), bolt.Options{})
	err := from.Update(func(tx store.Tx) error {
		l := store.Letter{State: store.Acted}
		err := tx.PutLetter(&l, []byte("P-K4"))
		for i := range 3 * 256 {
			err = errors.Join(err, tx.MarkSeen(store.Key{byte(0x81 + i/8), byte(i % 8)}, l.ID))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var broken error
	path := filepath.Join(t.TempDir(), "to")
	to, err := bolt.Open(path, bolt.Options{Failpoint: func(string) error { return broken }})
	if err != nil {
		t.Fatal(err)
	}
	out := errors.New("out of ink")
	if _, err := store.Move(from, to, func(part store.Part, _ int) {
		if part == store.PartSeen {
			broken = out
		}
	}); !errors.Is(err, out) {
		t.Fatalf("a move that is broken off: %v", err)
	}
	to.Close()
	if _, err := store.Move(from, open(t, path, bolt.Options{}), func(store.Part, int) {}); err != nil {
		t.Error(err)
	}
}
