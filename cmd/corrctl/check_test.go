package main

import (
	"bytes"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"corrd/store/bolt"
	"corrd/store/storetest"
)

// newStore writes a store with one game, and gives its file.
func newStore(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corrd.db")
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.OneGame(t, db)
	return path
}

func TestCheckFile(t *testing.T) {
	path := newStore(t)
	if status, out, errOut := corrctl("check", path, "--json"); status != 0 || out != `{"games":1,"faults":[]}`+"\n" || errOut != "" {
		t.Errorf("a sound store: status %d, %q %q", status, out, errOut)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.ReplaceAll(content, []byte(`"kind":"started"`), []byte(`"kind":"startex"`))
	spoilt := filepath.Join(t.TempDir(), "spoilt.db")
	if bytes.Equal(changed, content) {
		t.Fatal("the event is not in the file")
	}
	if err := os.WriteFile(spoilt, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := corrctl("check", spoilt); status != statusRefused || !strings.Contains(out, "startex") {
		t.Errorf("a changed event: status %d, %q", status, out)
	}
}

func TestCheckFileThatIsNoStore(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage.db")
	if err := os.WriteFile(garbage, bytes.Repeat([]byte("garbage "), 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	inUse := newStore(t)
	db, err := bolt.Open(inUse, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for path, want := range map[string]int{garbage: statusRefused, filepath.Join(dir, "missing.db"): statusUnreachable, inUse: statusUnreachable} {
		status, out, errOut := corrctl("check", path)
		if status != want || out != "" || strings.Count(errOut, "\n") != 1 || !strings.Contains(errOut, path) {
			t.Errorf("%s: status %d, %q; want %d in one line that names it", path, status, out+errOut, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "missing.db")); err == nil {
		t.Error("a file that was to be checked was made")
	}
}

// TestFullDisk: nothing is left of a file that cannot be written to its end, and one line says so.
func TestFullDisk(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	name := filepath.Join(t.TempDir(), "game.zip")
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100_000, Max: before.Max}); err != nil {
		t.Skip(err)
	}
	err := writeWhole(name, make([]byte, 200_000))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "nothing is left of "+name) {
		t.Errorf("%v", err)
	}
	left, _ := os.ReadDir(filepath.Dir(name))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReplaceFolder: a folder is replaced whole, with an exchange of names and without one, and
// stays what it was where it cannot be replaced.
func TestReplaceFolder(t *testing.T) {
	none := func(string, string) error { return errors.ErrUnsupported }
	for name, swap := range map[string]func(a, b string) error{"exchange": exchange, "no exchange": none} {
		dir := t.TempDir()
		at, fresh := filepath.Join(dir, "f.beside"), filepath.Join(dir, "new")
		holds := func(want string) {
			t.Helper()
			got, err := os.ReadFile(filepath.Join(at, "orders"))
			if err != nil || string(got) != want {
				t.Errorf("%s: the folder holds %q, %v; want %q", name, got, err, want)
			}
			if _, err := os.Stat(at + ".old"); err == nil {
				t.Errorf("%s: the old folder is left", name)
			}
		}
		for _, words := range []string{"first", "second"} {
			err := errors.Join(os.Mkdir(fresh, 0o700), os.WriteFile(filepath.Join(fresh, "orders"), []byte(words), 0o600), replaceFolder(fresh, at, swap), os.RemoveAll(fresh))
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			holds(words)
		}
		if err := replaceFolder(fresh, at, swap); err == nil {
			t.Errorf("%s: replaced by a folder that is not there", name)
		}
		holds("second")
	}
}

// onFullDisk is corrctl where no file can grow beyond what $ROOM octets hold.
func onFullDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	room, err := strconv.ParseUint(os.Getenv("ROOM"), 10, 64)
	var limit syscall.Rlimit
	if err = errors.Join(err, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)); err == nil {
		limit.Cur = room
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	}
	if err != nil {
		panic(err)
	}
	main()
}
