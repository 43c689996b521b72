package bolt

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"corrd/game"
	"corrd/store"
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
	s.Check(func(fault string) { t.Error(fault) })
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

// The cache holds the games last used, and no more than its bound.
func TestStatesAreBounded(t *testing.T) {
	c := newStates()
	at := func(seq int64) folded { return folded{seq: seq, state: game.State{Seq: seq}} }
	for id := range int64(3000) {
		c.put(id, at(100))
		if _, ok := c.get(0, head{seq: 100}); !ok {
			t.Fatalf("after %d games, game 0, which is used all the time, is gone", id)
		}
	}
	if c.weight > maxFolded || len(c.byGame) != maxFolded/100 || c.order.Len() != len(c.byGame) {
		t.Errorf("%d games of %d events are kept", len(c.byGame), c.weight)
	}
	if _, ok := c.get(1, head{seq: 100}); ok {
		t.Error("the game longest unused is still there")
	}
	if _, ok := c.get(0, head{seq: 101}); ok {
		t.Error("a state was given for another head")
	}
	c.put(0, at(200))
	if s, ok := c.get(0, head{seq: 200}); !ok || s.Seq != 200 {
		t.Error("the newer state of a game is not given")
	}
}
