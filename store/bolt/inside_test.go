package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"corrd/store"
	"corrd/store/storetest"
)

// A reader that stays open makes the list of free pages long; it is left out
// of the commits then, and is back in the file when the store is closed.
func TestLongReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := s.(*db)
	s.View(func(store.View) error {
		for n := range 20 {
			err := s.Update(func(tx store.Tx) error { return fillPages(tx, 300, n) })
			if err != nil {
				t.Fatal(err)
			}
		}
		return nil
	})
	if !d.bolt.NoFreelistSync {
		t.Errorf("the list of %d free pages was written", d.bolt.Stats().PendingPageN)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if d.bolt.NoFreelistSync {
		t.Error("closing has not written the list of free pages")
	}
	if s, err = Open(path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Check(func(fault store.Fault) { t.Error(fault) })
}

// A file that has outgrown what was reserved for it grows on, once it has been opened
// again, though a reader stays open.
func TestReaderOfALargeFile(t *testing.T) {
	path, o := filepath.Join(t.TempDir(), "store"), Options{InitialMmapSize: 1 << 20}
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	write := func(s store.Store) {
		for n := range 12 {
			if err := s.Update(func(tx store.Tx) error { return fillPages(tx, 600, n) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	write(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	was := size()
	if s, err = Open(path, o); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.View(func(store.View) error { write(s); return nil })
	if is := size(); was <= int64(o.InitialMmapSize) || is <= was {
		t.Errorf("the file was of %d bytes and is of %d: it has not grown beyond the %d reserved", was, is, o.InitialMmapSize)
	}
}

// fillPages writes settings of about a page each.
func fillPages(tx store.Tx, pages, n int) error {
	for p := range pages {
		if err := tx.SetSetting(fmt.Sprint("page", p), strings.Repeat(fmt.Sprint(n%10), 3000)); err != nil {
			return err
		}
	}
	return nil
}

// Of a group, each transaction reads what those before it wrote, but nothing of
// one that failed, and all are committed together.
func TestGroup(t *testing.T) {
	commits := 0
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{Failpoint: func(name string) error {
		if name == BeforeCommit {
			commits++
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	set := func(value string, err error) func(store.Tx) error {
		return func(tx store.Tx) error {
			return errors.Join(tx.SetSetting("old", value), tx.SetSetting("old", value+"!"),
				tx.SetSetting(value, value), tx.SetSetting(value, value+"!"), err)
		}
	}
	has := func(want map[string]string) func(store.Tx) error {
		return func(tx store.Tx) error {
			for key, value := range want {
				if got, ok, err := tx.Setting(key); got != value || ok != (value != "") {
					t.Errorf("%s is %q (%v), should be %q", key, got, err, value)
				}
			}
			return nil
		}
	}
	gaveUp := errors.New("gave up")
	want := []error{nil, gaveUp, nil, gaveUp, nil}
	opened := s.(*db)
	d := &db{bolt: opened.bolt, options: opened.options, states: opened.states, leases: opened.leases}
	var all []*job
	for _, run := range []func(store.Tx) error{set("a", nil), set("b", gaveUp), has(map[string]string{"old": "a!", "a": "a!", "b": ""}),
		set("a", gaveUp), has(map[string]string{"old": "a!", "a": "a!", "b": ""})} {
		all = append(all, &job{run: run})
	}
	group := &group{jobs: all[:1:1]}
	group.next = func() *job {
		if len(group.jobs) == len(all) {
			return nil
		}
		return all[len(group.jobs)]
	}
	if err := d.commit(group); err != nil {
		t.Error(err)
	}
	for i, j := range all {
		if !errors.Is(j.err, want[i]) {
			t.Errorf("transaction %d: %v, want %v", i, j.err, want[i])
		}
	}
	if commits != 1 {
		t.Errorf("%d commits", commits)
	}
	if err := s.Update(has(map[string]string{"old": "a!", "a": "a!", "b": ""})); err != nil {
		t.Error(err)
	}
}

// TestTwins: two players at two spellings of one address, as a store of format 1
// could have, stay two; the first is found, and once one has given it up, the other.
func TestTwins(t *testing.T) {
	for giver := int64(1); giver <= 2; giver++ {
		s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Update(func(tx store.Tx) error {
			u, twin := tx.(*update), store.Player{Name: "Anna (2)", Addresses: []string{"Anna@a.example"}}
			err := u.PutPlayer(&store.Player{Name: "Anna", Addresses: []string{"anna@a.example"}})
			twin.ID, _ = players.next(u)
			return errors.Join(err, players.put(u, twin.ID, &store.Player{}, &twin))
		})
		for _, want := range []int64{1, 3 - giver} {
			err = errors.Join(err, s.Update(func(tx store.Tx) error {
				found, err := tx.PlayerAt("ANNA@a.example")
				if found.ID != want {
					t.Errorf("found player %d, not %d", found.ID, want)
				}
				p, err2 := tx.Player(giver)
				p.Addresses = []string{"new@a.example"}
				return errors.Join(err, err2, tx.PutPlayer(&p))
			}))
			s.Check(func(fault store.Fault) { t.Error(fault) })
		}
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFolded(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "store"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Folded(t, s, func(tx store.Tx, id int64, folded []byte) error {
		u := tx.(*update)
		old, err := store.Begun(u, id)
		if err != nil {
			return err
		}
		h := old
		h.Folded = folded
		return u.PutHead(id, old, h)
	})
}

// FuzzDamagedBytes reads anything at all as each of the forms in which bytes lie
// in a file: none makes the reader panic, and what is read is written as it was.
func FuzzDamagedBytes(f *testing.F) {
	letter, _ := letterFields.encode(&store.Letter{ID: 7, To: []string{"a@a.example"}, Subject: "P-K4"})
	row, _ := rowFields.encode(&store.Row{ID: 7, To: "a@a.example", Data: []byte("{}")})
	player, _ := playerFields.encode(&store.Player{ID: 7, Settings: map[string]string{"notation": "both"}})
	for _, b := range [][]byte{nil, letter, row, player, store.Deflate([]byte("P-K4")), store.Deflate(make([]byte, 16<<10)), num(7), bytes.Repeat([]byte{0xff}, 40)} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		readsAsWritten(t, letterFields, b)
		readsAsWritten(t, rowFields, b)
		readsAsWritten(t, playerFields, b)
		if plain, err := new(store.Vault).Inflate(b); err == nil {
			if back, err := new(store.Vault).Inflate(store.Deflate(plain)); err != nil || !bytes.Equal(back, plain) {
				t.Errorf("%x was inflated, and does not come back: %v", b, err)
			}
		}
		readMeta(b)
		partOf(b)
		readStamp(b)
		readTally(b)
		var h store.Head
		decodeHead(b, &h)
	})
}

// readsAsWritten wants a record that can be read to be written so that it is read
// back the same.
func readsAsWritten[T any](t *testing.T, fs fields[T], b []byte) {
	t.Helper()
	var rec, back T
	if fs.decode(b, &rec) != nil {
		return
	}
	written, err := fs.encode(&rec)
	again, err2 := []byte(nil), fs.decode(written, &back)
	if err == nil && err2 == nil {
		again, err = fs.encode(&back)
	}
	if err != nil || err2 != nil || !bytes.Equal(written, again) {
		t.Errorf("%x was read as %+v, which comes back as %+v: %v, %v", b, rec, back, err, err2)
	}
}
