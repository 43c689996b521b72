package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"corrd/game"
	"corrd/store"
	"corrd/store/bolt"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// playLetter stores one letter, as the clerk does: the letter, its mark, an
// event of its game and two rows. Game 1 must have been begun.
func playLetter(tx store.Tx, n int) error {
	l := store.Letter{Subject: fmt.Sprint(n), Game: 1, State: store.Acted}
	if err := tx.PutLetter(&l, bytes.Repeat([]byte("letter "), n%50)); err != nil {
		return err
	}
	_, err := tx.Append(1, game.Event{At: noon, Letter: l.ID, Fact: game.Asked{Why: game.NoStatement, Words: "?"}})
	return errors.Join(err, tx.MarkSeen(store.Key{byte(n), byte(n >> 8)}, l.ID),
		tx.Enqueue(&store.Row{To: "a@a.example", Game: 1, Letter: l.ID}),
		tx.Enqueue(&store.Row{To: "b@b.example", Game: 1, Letter: l.ID}))
}

// begin begins game 1.
func begin(t testing.TB, s store.Store) {
	t.Helper()
	update(t, s, func(tx store.Tx) error {
		id, err := tx.NewGame()
		if err != nil {
			return err
		}
		_, err = tx.Append(id, game.Event{At: noon, Fact: game.Started{Players: [2]int64{1, 2}}})
		return err
	})
}

func update(t testing.TB, s store.Store, f func(store.Tx) error) {
	t.Helper()
	if err := s.Update(f); err != nil {
		t.Fatal(err)
	}
}

// subjects returns the subjects of the letters that are stored.
func subjects(t testing.TB, s store.Store) map[string]bool {
	t.Helper()
	got := make(map[string]bool)
	err := s.View(func(v store.View) error {
		letters, err := v.Letters(1 << 20)
		for _, l := range letters {
			got[l.Subject] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// sound wants no fault, and returns the number of games.
func sound(t testing.TB, s store.Store) int {
	t.Helper()
	verified, err := s.Check(func(fault store.Fault) { t.Errorf("Check: %s", fault) })
	if err != nil {
		t.Fatal(err)
	}
	return verified.Games
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	var before game.State
	for n := range 3 {
		s := open(t, path, bolt.Options{})
		if n == 0 {
			begin(t, s)
		}
		update(t, s, func(tx store.Tx) (err error) {
			got, err := tx.Game(1)
			if n > 0 && got.Seq != before.Seq {
				t.Errorf("opened again, the game has %d events, not %d", got.Seq, before.Seq)
			}
			return errors.Join(err, playLetter(tx, n))
		})
		s.View(func(v store.View) (err error) { before, err = v.Game(1); return err })
		if games := sound(t, s); games != 1 {
			t.Errorf("%d games were checked", games)
		}
		s.Close()
	}
	s := open(t, path, bolt.Options{ReadOnly: true})
	if got := len(subjects(t, s)); got != 3 {
		t.Errorf("%d letters, opened for reading", got)
	}
	sound(t, s)
	if err := s.Update(func(store.Tx) error { return nil }); err == nil {
		t.Error("Update of a store that is opened for reading")
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	open(t, path, bolt.Options{})
	for _, readOnly := range []bool{false, true} {
		_, err := bolt.Open(path, bolt.Options{ReadOnly: readOnly, LockTimeout: 60 * time.Millisecond})
		wantRefusal(t, err, store.ErrLocked, path)
	}
}

func TestRefuses(t *testing.T) {
	for name, damage := range map[string]struct {
		do   func(t *testing.T, path string)
		want error
	}{
		"garbage":       {func(t *testing.T, path string) { write(t, path, bytes.Repeat([]byte("garbage "), 4096)) }, store.ErrCorrupt},
		"short garbage": {func(t *testing.T, path string) { write(t, path, []byte("x")) }, store.ErrCorrupt},
		"one page":      {func(t *testing.T, path string) { write(t, path, read(t, path)[:6000]) }, store.ErrCorrupt},
		"cut off": {func(t *testing.T, path string) {
			if err := os.Truncate(path, 5*4096); err != nil {
				t.Fatal(err)
			}
		}, store.ErrCorrupt},
		"first pages zero": {func(t *testing.T, path string) { b := read(t, path); clear(b[:8192]); write(t, path, b) }, store.ErrCorrupt},
		"newer":            {func(t *testing.T, path string) { setFormat(t, path, store.Format+1) }, store.ErrNewer},
		"older":            {func(t *testing.T, path string) { setFormat(t, path, store.Format-1) }, store.ErrOlder},
		"no store": {func(t *testing.T, path string) {
			edit(t, path, func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("meta")) })
		}, store.ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store")
			s := open(t, path, bolt.Options{})
			begin(t, s)
			s.Close()
			damage.do(t, path)
			was := read(t, path)
			for _, readOnly := range []bool{false, true} {
				_, err := bolt.Open(path, bolt.Options{ReadOnly: readOnly})
				wantRefusal(t, err, damage.want, path)
			}
			if !bytes.Equal(read(t, path), was) {
				t.Error("a file that was refused has been changed")
			}
		})
	}
	if _, err := bolt.Open(filepath.Join(t.TempDir(), "none"), bolt.Options{ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file, opened for reading: %v", err)
	}
	empty := filepath.Join(t.TempDir(), "empty")
	write(t, empty, nil)
	_, err := bolt.Open(empty, bolt.Options{ReadOnly: true})
	wantRefusal(t, err, store.ErrCorrupt, empty)
}

// wantRefusal wants an error of a kind that names the file and says what to do.
func wantRefusal(t *testing.T, err, kind error, path string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("got the error %v, want %v", err, kind)
		return
	}
	if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), ";") {
		t.Errorf("the error does not say which file, or what to do: %v", err)
	}
}

func TestDiskFull(t *testing.T) {
	full := false
	s := open(t, filepath.Join(t.TempDir(), "store"), bolt.Options{Failpoint: func(name string) error {
		if full && name == bolt.BeforeCommit {
			return &os.PathError{Op: "write", Err: syscall.ENOSPC}
		}
		return nil
	}})
	begin(t, s)
	full = true
	err := s.Update(func(tx store.Tx) error { return playLetter(tx, 1) })
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("on a full disk: %v", err)
	}
	full = false
	update(t, s, func(tx store.Tx) error { return playLetter(tx, 2) })
	if got := subjects(t, s); got["1"] || !got["2"] {
		t.Errorf("after the disk was full there are the letters %v", got)
	}
	sound(t, s)
}

// A commit that fails in another way may be on disk or not: nothing may be
// written on top of it.
func TestFailedCommit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	boom := errors.New("input/output error")
	failing := false
	s := open(t, path, bolt.Options{Failpoint: func(name string) error {
		if failing && name == bolt.AfterCommit {
			return boom
		}
		return nil
	}})
	begin(t, s)
	failing = true
	for range 2 {
		if err := s.Update(func(tx store.Tx) error { return playLetter(tx, 1) }); !errors.Is(err, boom) || !errors.Is(err, store.ErrBroken) {
			t.Errorf("after a failed commit: %v", err)
		}
		failing = false
	}
	s.Close()
	s = open(t, path, bolt.Options{})
	if got := len(subjects(t, s)); got > 1 {
		t.Errorf("%d letters", got)
	}
	sound(t, s)
}

// While a commit is on its way nobody sees what it will leave, and if it fails
// nobody ever does.
func TestUnderWay(t *testing.T) {
	underWay, outcome := make(chan struct{}), make(chan error)
	held := false
	s := open(t, filepath.Join(t.TempDir(), "store"), bolt.Options{Failpoint: func(name string) error {
		if held || name != bolt.BeforeCommit {
			return nil
		}
		held = true
		close(underWay)
		return <-outcome
	}})
	first := make(chan error)
	go func() { first <- s.Update(func(tx store.Tx) error { return tx.SetSetting("first", "1") }) }()
	<-underWay
	view := func(v store.View) error {
		if _, ok, err := v.Setting("first"); ok || err != nil {
			t.Errorf("what is not committed was seen, or: %v", err)
		}
		return nil
	}
	s.View(view)
	outcome <- &os.PathError{Op: "write", Err: syscall.ENOSPC}
	if err := <-first; !errors.Is(err, store.ErrFull) {
		t.Errorf("on a full disk: %v", err)
	}
	s.View(view)
	update(t, s, func(tx store.Tx) error { return tx.SetSetting("second", "2") })
}

func TestGoexit(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store"), bolt.Options{})
	begin(t, s)
	if err := s.Update(func(tx store.Tx) error { runtime.Goexit(); return nil }); err == nil {
		t.Error("a transaction that ended its goroutine succeeded")
	}
	update(t, s, func(tx store.Tx) error { return playLetter(tx, 1) })
}

// TestBackup takes a copy while others write: it is a store as of one instant.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "store"), bolt.Options{})
	begin(t, s)
	for n := range 50 {
		update(t, s, func(tx store.Tx) error { return playLetter(tx, n) })
	}
	var writers sync.WaitGroup
	writers.Go(func() {
		for n := range 100 {
			if err := s.Update(func(tx store.Tx) error { return playLetter(tx, 50+n) }); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range 5 {
		var image bytes.Buffer
		size, err := s.Backup(&image)
		if err != nil || size != int64(image.Len()) {
			t.Fatalf("Backup: %d of %d bytes, %v", size, image.Len(), err)
		}
		path := filepath.Join(dir, fmt.Sprint("copy", n))
		write(t, path, image.Bytes())
		copied := open(t, path, bolt.Options{})
		sound(t, copied)
		contiguous(t, subjects(t, copied), 50)
		copied.Close()
	}
	writers.Wait()
	contiguous(t, subjects(t, s), 150)
}

// contiguous wants the letters 0 to some number, at least min of them.
func contiguous(t *testing.T, got map[string]bool, min int) {
	t.Helper()
	for n := range len(got) {
		if !got[fmt.Sprint(n)] {
			t.Fatalf("of %d letters, letter %d is missing", len(got), n)
		}
	}
	if len(got) < min {
		t.Errorf("%d letters, want at least %d", len(got), min)
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t testing.TB, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// edit changes a closed file behind the back of the store.
func edit(t testing.TB, path string, f func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(f); err != nil {
		t.Fatal(err)
	}
}

func setFormat(t testing.TB, path string, n byte) {
	edit(t, path, func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte{0, 0, 0, 0, 0, 0, 0, n})
	})
}

// TestNoStoreIsSaid: of a file that does not begin as a store the error says so, and of one that
// does what is wrong with it.
func TestNoStoreIsSaid(t *testing.T) {
	for name, of := range map[string]struct {
		bytes func(whole []byte) []byte
		store bool
	}{
		"text":              {func([]byte) []byte { return []byte("Dear Sir,\n") }, false},
		"a long text":       {func([]byte) []byte { return bytes.Repeat([]byte("garbage "), 4096) }, false},
		"cut to a page":     {func(b []byte) []byte { return b[:4096] }, true},
		"first page zero":   {func(b []byte) []byte { clear(b[:4096]); return b[:8000] }, true},
		"first pages zero":  {func(b []byte) []byte { clear(b[:8192]); return b }, false},
		"cut to five pages": {func(b []byte) []byte { return b[:5*4096] }, true},
	} {
		path := filepath.Join(t.TempDir(), "store")
		s := open(t, path, bolt.Options{})
		begin(t, s)
		s.Close()
		write(t, path, of.bytes(read(t, path)))
		_, err := bolt.CheckFile(path, func(store.Fault) {})
		wantRefusal(t, err, store.ErrCorrupt, path)
		if said := strings.Contains(err.Error(), "it is no store of corrd"); said == of.store {
			t.Errorf("%s: %v", name, err)
		}
	}
}
