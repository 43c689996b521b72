package bolt_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

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

// TestMigrate: a store of format 1, in which one address could be two players' if
// they spelt it otherwise, is copied; who had which games stays so, and of the two
// the first is found.
func TestMigrate(t *testing.T) {
	old, copied := filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "new")
	twin := store.Player{Name: "Anna (2)", Addresses: []string{"anna@b.example"}}
	first, second := store.Registration{Address: "Anna@a.example"}, store.Registration{Address: "anna@a.example"}
	s := open(t, old, bolt.Options{})
	begin(t, s)
	update(t, s, func(tx store.Tx) error {
		return errors.Join(tx.PutPlayer(&store.Player{Name: "Anna", Addresses: []string{"Anna@a.example", "x@a.example"}}), tx.PutPlayer(&twin),
			tx.PutRegistration(&first), tx.PutRegistration(&second))
	})
	update(t, s, func(tx store.Tx) error {
		return errors.Join(playLetter(tx, 1), tx.SetSetting("motto", "Gens una sumus"))
	})
	s.Close()
	asOfFormat1(t, old, map[string]uint64{"Anna@a.example": 1, "x@a.example": 1, "anna@b.example": 2},
		map[string]uint64{"Anna@a.example": 1, "anna@a.example": 2})
	was := read(t, old)

	if err := bolt.Migrate(old, copied); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(t, old), was) {
		t.Error("the old file has been changed")
	}
	s = open(t, copied, bolt.Options{})
	if games := sound(t, s); games != 1 {
		t.Errorf("%d games in the copy", games)
	}
	s.View(func(v store.View) error {
		for address, want := range map[string]int64{"anna@a.example": 1, "ANNA@a.example": 1, "X@a.example": 1, "Anna@b.example": 2} {
			if p, err := v.PlayerAt(address); p.ID != want {
				t.Errorf("%s is player %d (%v), not %d", address, p.ID, err, want)
			}
		}
		if r, err := v.RegistrationAt("ANNA@a.example"); r.ID != second.ID {
			t.Errorf("registration %d (%v), not the newest", r.ID, err)
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
