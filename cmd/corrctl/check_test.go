package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
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
