package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestLocalSite has corrd local show the reading room in a browser: its first page at once, and
// after a game is over its page.
func TestLocalSite(t *testing.T) {
	if testing.Short() {
		t.Skip("the room looks for something new every twenty seconds")
	}
	d := startDaemon(t, t.TempDir(), "--site", "127.0.0.1:0")
	get := func(path string) (string, http.Header) {
		r, err := http.Get("http://" + d.joined.Site + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			return "", r.Header
		}
		return string(text), r.Header
	}
	shows := func(path, words string) {
		t.Helper()
		for until := time.Now().Add(2 * time.Minute); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
			if text, _ := get(path); strings.Contains(text, words) {
				return
			}
		}
		t.Errorf("%s does not show %q", path, words)
	}
	shows("/", "The Reading Room")
	if text, header := get("/room.js"); text == "" || !strings.Contains(header.Get("Content-Type"), "javascript") {
		t.Errorf("the script comes as %q", header.Get("Content-Type"))
	}
	pair := d.begin([2]string{"alice", "bob"}, "time none", nil)
	if text, _ := get("/games/1.html"); text != "" {
		t.Error("a game is shown that its terms show when it is over")
	}
	pair[0].handIn(pair[0].next.ReplyTo(), "resign", "resign")
	shows("/games/1.html", "resign")
	if text, _ := get("/../secret"); text != "" {
		t.Error("a file outside the folder is served")
	}
}
