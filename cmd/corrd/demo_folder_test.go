package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"corrd/store/bolt"
)

func TestDemoSaysWhatIsInTheWayOfItsFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "afile")
	full := filepath.Join(dir, "full")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(full, "mine"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{"": "--dir is empty", file: "name another folder", full: "holds something else"} {
		if err := clearDemo(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", path, err, says)
		}
	}
	if _, err := os.Stat(filepath.Join(full, "mine")); err != nil {
		t.Errorf("a folder of somebody else's was touched: %v", err)
	}
}

// TestDemoLeavesTheFolderOfADaemonAlone that goes on with what a demo left.
func TestDemoLeavesTheFolderOfADaemonAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	if err := clearDemo(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "corrd.db")
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := clearDemo(dir); err == nil || !strings.Contains(err.Error(), "another corrd works in") {
		t.Errorf("while a daemon works there: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("its store is gone: %v", err)
	}
}

func TestDemoEmptiesTheFolderOfAnother(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	for range 2 {
		if err := clearDemo(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "corrd.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := clearDemo(dir); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || entries[0].Name() != demoMark {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
}
