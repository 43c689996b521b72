package serve

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestSite has the daemon build the reading room by itself: at its start, and again after a game is
// over.
func TestSite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	c := newClub(t, fmt.Sprintf("[site]\ndir = %q\n", dir))
	shows := func(name, words string) func() bool {
		return func() bool {
			page, err := os.ReadFile(filepath.Join(dir, name))
			return err == nil && bytes.Contains(page, []byte(words))
		}
	}
	c.eventually("the first page", shows("index.html", "<html"))
	first := c.begin()
	c.answer("alice", first, "set listed yes")
	c.await("alice", 3, "office")
	if shows("games/1.html", "")() {
		t.Error("a game that is being played is shown, and its terms say when it is over")
	}
	c.answer("alice", first, "resign")
	c.eventually("the page of the game", shows("games/1.html", "resign"))
	c.eventually("its record", shows("games/1.pgn", `[White "alice"]`))
	if !shows("games/1.pgn", `[Black "N. N."]`)() {
		t.Error("a player is named who has not asked for it")
	}
	c.stop()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "mine"), 0o755); err != nil {
		t.Fatal(err)
	}
	c.start()
	c.eventually("the refusal", func() bool {
		return bytes.Contains([]byte(c.log.String()), []byte("holds something that corrd has not made"))
	})
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || entries[0].Name() != "mine" {
		t.Errorf("a folder that corrd has not made is touched: %v, %v", entries, err)
	}
}
