package main

import (
	"path/filepath"
	"strings"
	"testing"

	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

func TestMain(m *testing.M) { peertest.Main(m) }

// A generated store is sound, its games have on average the letters that they should, and a clerk
// takes the letters that are written to the running games.
func TestGenerate(t *testing.T) {
	const games = 600
	path := filepath.Join(t.TempDir(), "store")
	if err := generate(path, games, 1); err != nil {
		t.Fatal(err)
	}
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	letters, err := answers(path, games, 50, keys)
	if err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n, err := db.Check(func(fault store.Fault) { t.Error(fault) }); n.Games != games || err != nil {
		t.Errorf("%+v, %v", n, err)
	}
	run, sent := census(t, db, games)
	if run != games/int64(apart(games)) || sent < (meanLetters-2)*games || sent > (meanLetters+1)*games {
		t.Errorf("of %d games %d run; %d letters", games, run, sent)
	}
	if err := take(keys, letters, atOnce, "", db); err != nil {
		t.Error(err)
	}
}

// TestGenerateBoth: what is generated is the same in a file and in PostgreSQL, sound, and open to
// letters.
func TestGenerateBoth(t *testing.T) {
	const games = 450
	file, err := bolt.Open(filepath.Join(t.TempDir(), "store"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	db, err := postgres.Open(peertest.Beside(t), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := fill(games, 1, file, db); err != nil {
		t.Fatal(err)
	}
	if n, err := store.Same(file, db, func(what string) { t.Error(what) }); err != nil || n < 10*games {
		t.Errorf("%d records compared: %v", n, err)
	}
	if n, err := db.Check(func(fault store.Fault) { t.Error(fault) }); n.Games != games || err != nil {
		t.Errorf("%+v, %v", n, err)
	}
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	letters, err := answersIn(db, games, 20, keys)
	if err == nil {
		err = take(keys, letters, atOnce, "node", db)
	}
	if err != nil {
		t.Error(err)
	}
}

func census(t *testing.T, db store.Store, games int64) (run, letters int64) {
	t.Helper()
	err := db.View(func(v store.View) error {
		for id := range games {
			s, err := v.Game(id + 1)
			if err != nil {
				return err
			}
			if s.Result == nil {
				run++
			}
		}
		last, err := v.Letters(1)
		letters = last[0].ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return run, letters
}

func TestSaid(t *testing.T) {
	for _, c := range []struct {
		figure     float64
		unit, want string
	}{{863_412, "moves/s", "863,000 moves/s"}, {1_234_567, "leaves/s", "1,230,000 leaves/s"}, {42.4, "letters/s", "42 letters/s"}, {271.4, "ns/op", "271 ns"}, {11_234_567, "ns/op", "11.2 ms"}} {
		if got := said(c.figure, c.unit); got != c.want {
			t.Errorf("%v %s is said as %q, not %q", c.figure, c.unit, got, c.want)
		}
	}
}

// Every hostile letter has a name of its own, a header, and a body that is more than a few lines or
// a header that is.
func TestHostiles(t *testing.T) {
	names := map[string]bool{}
	for _, h := range hostiles() {
		head := mailer.ParseHead([]byte(h.raw))
		if names[h.name] || head.Fields.Get("From") == "" || len(h.raw) < 100_000 || strings.Contains(h.raw, "%!") {
			t.Errorf("%q: %d octets, from %q", h.name, len(h.raw), head.Fields.Get("From"))
		}
		names[h.name] = true
	}
	if len(names) < 60 {
		t.Errorf("%d letters", len(names))
	}
}
