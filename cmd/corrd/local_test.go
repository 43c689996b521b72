package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLocalTakesTerms has corrd local make terms of the command line the defaults of
// challenges, which a challenge overrules; algebraic is read beside them in newcomers' games.
func TestLocalTakesTerms(t *testing.T) {
	d := startDaemon(t, t.TempDir(), "--terms", "medium post, post.loss 0.05, telegraph.tariff foreign, notation descriptive, numeric")
	for _, c := range []struct {
		names             [2]string
		challenge         string
		written, unspoken []string
	}{
		{[2]string{"alice", "bob"}, "time none", []string{"medium post", "post.loss 0.05", "notation descriptive, algebraic, numeric"}, []string{"telegraph.tariff foreign"}},
		{[2]string{"carol", "dan"}, "time none, medium telegraph", []string{"medium telegraph", "telegraph.tariff foreign", "leave none"}, []string{"post.loss 0.05"}},
		{[2]string{"erin", "frank"}, "time none, medium email, notation descriptive", []string{"medium email", "notation descriptive"}, []string{"post.loss 0.05", "telegraph.tariff foreign"}},
	} {
		g := d.show(d.begin(c.names, c.challenge, nil)[0].game)
		for _, line := range c.written {
			if !slices.Contains(g.Terms, line) {
				t.Errorf("challenged %q: the terms lack %q: %q", c.challenge, line, g.Terms)
			}
		}
		for _, line := range c.unspoken {
			if slices.Contains(g.Terms, line) {
				t.Errorf("challenged %q: the terms have %q: %q", c.challenge, line, g.Terms)
			}
		}
	}
}

// TestLocalRefusesTerms has corrd local say in a line what is wrong with terms and how they are
// written, before it makes a folder.
func TestLocalRefusesTerms(t *testing.T) {
	for written, why := range map[string]string{
		"medium pst":                       "email, post, telegraph",
		"post.loss 2":                      "from 0 to 1",
		"lose 3":                           "the nearest is",
		"medium telegraph, leave 3 days":   "no leave in a game by telegraph",
		"medium post, side a@b.cc c@d.cc":  "names the players of a side",
		"challenge bob@example.org":        "no term",
		"code london-club, annex american": "annex",
	} {
		dir := filepath.Join(t.TempDir(), "house")
		var out, errOut bytes.Buffer
		status := run([]string{"local", "--dir", dir, "--terms", written}, &out, &errOut)
		told := errOut.String()
		if status != statusUsage || out.Len() > 0 || strings.Count(told, "\n") != 1 || !strings.Contains(told, why) || !strings.Contains(told, "post.loss 0.05") {
			t.Errorf("%q: status %d, %s%s; want one line that says why (%s)", written, status, &out, told, why)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: the folder is made", written)
		}
	}
}

// TestLocalSite has corrd local show the reading room in a browser: its first page at once, and
// after a game is over its page.
func TestLocalSite(t *testing.T) {
	t.Parallel()
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
