package bolt

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"corrd/store"
)

// inOldJournal is a group as the journal of an earlier corrd held them: it sets one
// setting and drops another.
func inOldJournal(set, value, dropped string) (b []byte) {
	b = appendText(nil, "settings")
	b = appendText(append(b, 2), set)
	b = append(binary.AppendUvarint(b, uint64(len(value))+1), value...)
	return append(appendText(b, dropped), 0)
}

// leaveJournal has an earlier corrd, killed, leave groups in the journal of a store
// that has the setting "old".
func leaveJournal(t *testing.T, groups ...[]byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "store")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(func(tx store.Tx) error { return tx.SetSetting("old", "1") })
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = file.Update(func(tx *bbolt.Tx) error {
		journal, err := tx.CreateBucketIfNotExists([]byte("journal"))
		for n, written := range groups {
			group, err2 := journal.CreateBucket(num(int64(n + 1)))
			err = errors.Join(err, err2, group.Put([]byte("group"), written), group.Put([]byte("sum"), store.WithSum(nil, written)))
		}
		return err
	})
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// What the journal of an earlier corrd holds is not lost.
func TestOldJournal(t *testing.T) {
	path := leaveJournal(t, inOldJournal("new", "2", "none"), inOldJournal("new", "3", "old"))
	for _, o := range []Options{{}, {}, {ReadOnly: true}} {
		s, err := Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		s.View(func(v store.View) error {
			value, _, _ := v.Setting("new")
			if _, had, _ := v.Setting("old"); had || value != "3" {
				t.Errorf("the setting is %q, the one dropped is there: %v", value, had)
			}
			return nil
		})
		s.Check(func(fault store.Fault) { t.Error(fault) })
		s.Close()
	}
}

// A store whose old journal cannot be read is refused.
func TestOldJournalIsCorrupt(t *testing.T) {
	whole := inOldJournal("new", "2", "old")
	for n := range whole {
		if n == 0 {
			continue
		}
		if s, err := Open(leaveJournal(t, whole[:n]), Options{}); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("cut off at %d: opened %v: %v", n, s, err)
		}
	}
	if s, err := Open(leaveJournal(t, []byte("\x07nothing")), Options{}); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("opened %v: %v", s, err)
	}
}
