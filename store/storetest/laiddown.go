package storetest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/store"
)

// fewestKinds is less than the number of kinds of events; a folder with fewer is not the folder.
const fewestKinds = 60

// EachKind calls do with an event of every kind: its tag, and its fact with no field set, so that
// White is the side that it names if it names one. testdata is the folder store/testdata as seen
// from the test that runs.
func EachKind(t *testing.T, testdata string, do func(tag string, fact game.Fact)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata, "events", "*"))
	if err != nil || len(files) < fewestKinds {
		t.Fatal("no kinds of events: ", files, err)
	}
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		fact, err := store.ReadFact(tag, []byte("{}"))
		if err != nil {
			t.Fatal(tag, err)
		}
		do(tag, fact)
	}
}

// LaidDown compares a table with the file in which it is laid down, a row a line, and writes the
// file first if update is set. A new row stands in none of its lines: whoever adds one decides what
// it says, and the change of the file shows what was decided.
func LaidDown(t *testing.T, path string, table []string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, []byte(strings.Join(table, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	laid := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, row := range table {
		if !slices.Contains(laid, row) {
			t.Errorf("%q is not laid down in %s; decide whether it should be so (go test -update writes the table)", row, path)
		}
	}
	for _, row := range laid {
		if !slices.Contains(table, row) {
			t.Errorf("%s says %q, which is not so any more", path, row)
		}
	}
}
