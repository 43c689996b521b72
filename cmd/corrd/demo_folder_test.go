package main

import (
	"bytes"
	"context"
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

// TestDemoTravels plays the demo by post and by telegraph: what befalls letters on the way
// befalls some, and the games end as they did.
func TestDemoTravels(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("two historic matches by each carrier")
	}
	for medium, befalls := range map[string][]string{
		"post":      {"lost on the way", "a repeat", "cross on the way"},
		"telegraph": {"came as", "cross on the way", ", 6d"},
	} {
		t.Run(medium, func(t *testing.T) {
			t.Parallel()
			var progress bytes.Buffer
			c := &console{ctx: context.Background(), out: &progress, err: &progress}
			dir := t.TempDir()
			games, err := demoCmd{Dir: dir, Medium: medium}.play(c, &progress)
			if err != nil {
				t.Fatal(err)
			}
			want := []gameSummary{{ID: 1, Result: "1/2-1/2", Law: "II.8(a)", Plies: 70}, {ID: 2, Result: "0-1", Law: "II.9", Plies: 36}}
			for i := range want {
				want[i].LettersIn, want[i].LettersOut, want[i].cards = games[i].LettersIn, games[i].LettersOut, games[i].cards
				if games[i] != want[i] {
					t.Errorf("%+v", games[i])
				}
			}
			cards, _ := filepath.Glob(filepath.Join(dir, "cards", "*.pdf"))
			if least := map[string]int{"post": 106}[medium]; len(cards) < least || least == 0 && len(cards) > 0 {
				t.Errorf("%d cards are left", len(cards))
			}
			for _, card := range cards {
				if octets, err := os.ReadFile(card); err != nil || !bytes.HasPrefix(octets, []byte("%PDF-")) || len(octets) > 200<<10 {
					t.Errorf("%s: %d octets, %v", card, len(octets), err)
				}
			}
			for _, what := range befalls {
				if !strings.Contains(progress.String(), what) {
					t.Errorf("nothing that happened is %q", what)
				}
			}
		})
	}
}
