package reading

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/templates/site"
)

// source shows games by their words; "" is a game that is not shown.
type source struct {
	words  map[int64]string
	broken bool
	more   string // the name of one more file of each game; "": there is none
	shown  int    // how many games were rendered
}

func (s *source) SiteList(context.Context, control.None) (control.SiteView, error) {
	v := control.SiteView{House: site.House{Name: "Club", Domain: "club.example"}}
	for id := int64(1); id <= int64(len(s.words)); id++ {
		v.Games = append(v.Games, id)
	}
	return v, nil
}

func (s *source) SiteShow(_ context.Context, a control.SiteAsking) (control.SiteGame, error) {
	words := s.words[a.ID]
	g := control.SiteGame{Mark: "mark " + words, Same: a.Mark == "mark "+words}
	if s.broken && a.ID == int64(len(s.words)) {
		return g, errors.New("no room is left")
	}
	if g.Same || words == "" {
		return g, nil
	}
	s.shown++
	g.Entry = &site.Entry{ID: a.ID, Year: 2026, Ended: "White resigns", Sides: [2]site.Side{{{}}, {{}}}, Updated: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	g.Files = site.Files{fmt.Sprintf("games/%d.html", a.ID): []byte(words), site.PGNPath(a.ID): []byte(words + "\n"), "pictures/x.png": []byte("x")}
	if s.more != "" {
		g.Files["games/"+s.more] = nil
	}
	return g, nil
}

// files reads a site, with the time of each file.
func files(t *testing.T, dir string) (all map[string][]byte, times map[string]time.Time) {
	t.Helper()
	all, times = map[string][]byte{}, map[string]time.Time{}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, path)
		info, err := d.Info()
		times[name] = info.ModTime()
		all[name], _ = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, times
}

// wantUnchanged checks whether the site is taken to be as it was.
func wantUnchanged(t *testing.T, s *source, dir, words string, want bool) {
	t.Helper()
	if same, err := unchanged(t.Context(), s, dir, words); err != nil || same != want {
		t.Errorf("unchanged: %v, %v; want %v", same, err, want)
	}
}

func built(t *testing.T, s *source, dir string) Built {
	t.Helper()
	b, err := Build(t.Context(), s, dir, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBuild: a change writes the files that it changes and links the others, nothing changes where
// nothing has changed, and what is withdrawn is gone.
func TestBuild(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{1: "one", 2: "two", 3: ""}}
	first := built(t, s, dir)
	if !first.Changed || first.Games != 2 || first.Written != first.Files || first.Withdrawn {
		t.Errorf("the first build: %+v", first)
	}
	before, times := files(t, dir)
	if got := string(before[site.AllPGN]); got != "one\n\ntwo\n" {
		t.Errorf("all games: %q", got)
	}
	target, _ := os.Readlink(dir)
	if again := built(t, s, dir); again.Changed || again.Written != 0 || s.shown != 2 {
		t.Errorf("the same again: %+v, %d games rendered", again, s.shown)
	}
	if now, _ := os.Readlink(dir); now != target {
		t.Error("a build without a change was put in the place of the old one")
	}
	wantUnchanged(t, s, dir, "", true)
	wantUnchanged(t, s, dir, "Welcome.", false)
	s.words[2] = "two, otherwise"
	second := built(t, s, dir)
	after, later := files(t, dir)
	if !second.Changed || second.Written != 4 || s.shown != 3 {
		t.Errorf("one game changed: %+v, %d games rendered", second, s.shown)
	}
	if same := bytes.Equal(after["games/1.html"], before["games/1.html"]); !same || !later["games/1.html"].Equal(times["games/1.html"]) {
		t.Errorf("the page of the other game is the same %v, written at %v and %v", same, times["games/1.html"], later["games/1.html"])
	}
	s.words[2] = "two, again"
	wantUnchanged(t, s, dir, "", false)
	s.words[2], s.words[4] = "two, otherwise", "four"
	wantUnchanged(t, s, dir, "", false)
	delete(s.words, 4)
	s.words[1] = ""
	if third := built(t, s, dir); !third.Withdrawn || third.Games != 1 {
		t.Errorf("one game withdrawn: %+v", third)
	}
	if all, _ := files(t, dir); all["games/1.html"] != nil || all["pictures/x.png"] == nil {
		t.Error("the page of a game that is shown no more stays, or a picture of another is gone")
	}
	if entries, err := os.ReadDir(dir + "-builds"); err != nil || len(entries) != 2 { // the build and what is known
		t.Errorf("%d things beside the site, %v", len(entries), err)
	}
}

// TestBuildFails: the old site stays, and nothing is left of the new one.
func TestBuildFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{1: "one", 2: "two"}}
	built(t, s, dir)
	before, _ := files(t, dir)
	s.words[1], s.broken = "one, otherwise", true
	if _, err := Build(t.Context(), s, dir, ""); err == nil {
		t.Error("a broken build is told as whole")
	}
	if after, _ := files(t, dir); len(after) != len(before) || !bytes.Equal(after["games/1.html"], []byte("one")) {
		t.Error("the old site did not stay")
	}
	if entries, _ := os.ReadDir(dir + "-builds"); len(entries) != 2 {
		t.Errorf("%d things beside the site", len(entries))
	}
}

// TestBuildDamaged: where the old build or what is known of it is gone, everything is written anew.
func TestBuildDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{1: "one", 2: "two"}}
	for _, harm := range []func() error{
		func() error { return os.Remove(filepath.Join(dir, "games", "1.html")) },
		func() error { return os.WriteFile(filepath.Join(dir+"-builds", known), []byte("{"), 0o600) },
		func() error { return os.RemoveAll(dir + "-builds") },
		func() error { return os.Remove(dir) },
	} {
		built(t, s, dir)
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		built(t, s, dir)
		if all, _ := files(t, dir); !bytes.Equal(all["games/1.html"], []byte("one")) || !bytes.Equal(all["games/2.html"], []byte("two")) {
			t.Error("a page is missing")
		}
	}
}

// TestForeignFolder: what corrd has not made is refused and stays as it is.
func TestForeignFolder(t *testing.T) {
	top := t.TempDir()
	s := &source{words: map[int64]string{1: "one"}}
	full, file, link, empty := filepath.Join(top, "full"), filepath.Join(top, "file"), filepath.Join(top, "link"), filepath.Join(top, "empty")
	for _, dir := range []string{full, empty} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(full, "mine"), nil, 0o600), os.WriteFile(file, nil, 0o600), os.Symlink("full", link)); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{full, file, link} {
		if _, err := Build(t.Context(), s, dir, ""); err == nil {
			t.Errorf("%s is taken", dir)
		}
		if _, err := os.Lstat(dir + "-builds"); err == nil {
			t.Errorf("something was made beside %s", dir)
		}
	}
	if _, err := os.Stat(filepath.Join(full, "mine")); err != nil {
		t.Error(err)
	}
	none := filepath.Join(top, "none")
	if _, err := Build(t.Context(), &source{words: s.words, broken: true}, none, ""); err == nil {
		t.Error("a build that failed is told as whole")
	}
	if _, err := os.Lstat(none + "-builds"); err == nil {
		t.Error("something is left beside a folder of which nothing came")
	}
	if _, err := Build(t.Context(), s, filepath.Join(file, "site"), ""); err == nil || !strings.Contains(err.Error(), "name a folder") {
		t.Errorf("a folder that cannot be made: %v", err)
	}
	built(t, s, empty)
	if all, _ := files(t, empty); all["index.html"] == nil {
		t.Error("an empty folder is not taken")
	}
}

// TestTwoBuilders: several builders at once leave a whole site.
func TestTwoBuilders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	done := make(chan error)
	for n := range 4 {
		go func() {
			var err error
			for i := range 5 {
				s := &source{words: map[int64]string{1: "one", 2: fmt.Sprint("two ", n, " ", i)}}
				_, failed := Build(context.Background(), s, dir, "")
				err = errors.Join(err, failed)
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if all, _ := files(t, dir); !bytes.Equal(all["games/1.html"], []byte("one")) || all["index.html"] == nil || len(all[site.PGNPath(2)]) == 0 {
		t.Error("the site is not whole")
	}
}

// TestKilled: what an earlier build knew is not taken for what a later one shows, where the later
// one was killed between showing its folder and writing down what is known; its leavings go.
func TestKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{1: "one, by N. N.", 2: "two"}}
	built(t, s, dir)
	path := filepath.Join(dir+"-builds", known)
	earlier, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.words[1] = "one, by Miss Rudge"
	built(t, s, dir)
	if err := os.WriteFile(path, earlier, 0o600); err != nil { // as the kill left it
		t.Fatal(err)
	}
	s.words[1] = "one, by N. N."
	if same, err := unchanged(t.Context(), s, dir, ""); same || err != nil {
		t.Errorf("a site that shows a withdrawn name is told as unchanged, %v", err)
	}
	built(t, s, dir)
	left := []string{filepath.Join(dir+"-builds", "build-whole"), filepath.Join(dir+"-builds", "build-begun")}
	for i, folder := range left {
		ago := time.Now().Add(-2 * []time.Duration{superseded, abandoned}[i])
		if err := errors.Join(os.Mkdir(folder, 0o700), os.Chmod(folder, []os.FileMode{0o755, 0o700}[i]), os.Chtimes(folder, ago, ago)); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := build(t.Context(), s, dir, "", true); b.Changed || err != nil {
		t.Errorf("%+v, %v", b, err)
	}
	if entries, err := os.ReadDir(dir + "-builds"); err != nil || len(entries) != 2 {
		t.Errorf("%d things beside the site, %v", len(entries), err)
	}
	if all, _ := files(t, dir); !bytes.Equal(all["games/1.html"], []byte("one, by N. N.")) {
		t.Errorf("the page shows %q", all["games/1.html"])
	}
}

// TestClockGoesBack: a file that changes is newer than it was, whatever the clock says, so that no
// browser keeps the old one; one that does not change keeps its time.
func TestClockGoesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{1: "one", 2: "two"}}
	built(t, s, dir)
	ahead := time.Now().Add(48 * time.Hour).Truncate(time.Second) // the clock has been two days ahead
	for _, name := range []string{"games/1.html", "games/2.html", site.AllPGN} {
		if err := os.Chtimes(filepath.Join(dir, name), ahead, ahead); err != nil {
			t.Fatal(err)
		}
	}
	s.words[2] = "two, otherwise"
	if b := built(t, s, dir); !b.Changed {
		t.Errorf("%+v", b)
	}
	all, times := files(t, dir)
	if !times["games/1.html"].Equal(ahead) || !times["games/2.html"].After(ahead) || !times[site.AllPGN].After(ahead) || string(all["games/2.html"]) != "two, otherwise" {
		t.Errorf("%v, was %v; the page of game 2 says %q", times, ahead, all["games/2.html"])
	}
	if again := built(t, s, dir); again.Changed {
		t.Errorf("%+v", again)
	}
}

// TestWriteFails: where a file of the new site cannot be written the old site stays as it is, and
// nothing is left beside it.
func TestWriteFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{1: "one", 2: "two"}}
	built(t, s, dir)
	before, times := files(t, dir)
	s.words[1], s.more = "one, otherwise", strings.Repeat("x", 300) // which no file system takes as a name
	if b, err := Build(t.Context(), s, dir, ""); err == nil {
		t.Errorf("%+v", b)
	}
	after, later := files(t, dir)
	if fmt.Sprint(before) != fmt.Sprint(after) || fmt.Sprint(times) != fmt.Sprint(later) {
		t.Error("the old site did not stay")
	}
	if entries, _ := os.ReadDir(dir + "-builds"); len(entries) != 2 {
		t.Errorf("%d things beside the site", len(entries))
	}
	s.more = ""
	if b := built(t, s, dir); !b.Changed {
		t.Errorf("%+v", b)
	}
}

// TestCollections: the PGN of several games is that of each, in their order, whatever has changed,
// come or gone.
func TestCollections(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	s := &source{words: map[int64]string{}}
	draw := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		for range draw.IntN(4) {
			id := int64(1 + draw.IntN(len(s.words)+1))
			s.words[id] = strings.Repeat(fmt.Sprint("words ", round, " "), draw.IntN(4))
		}
		built(t, s, dir)
		var want []string
		for id := int64(1); id <= int64(len(s.words)); id++ {
			if s.words[id] != "" {
				want = append(want, s.words[id]+"\n")
			}
		}
		if all, _ := files(t, dir); string(all[site.AllPGN]) != strings.Join(want, "\n") {
			t.Fatalf("round %d: %q, want %q", round, all[site.AllPGN], want)
		}
	}
	if b := built(t, s, dir); b.Changed || b.Games < 10 {
		t.Errorf("%+v", b)
	}
}
