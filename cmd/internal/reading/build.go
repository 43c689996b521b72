// Package reading keeps the reading room in a folder: it writes the pages, puts a new folder in the
// place of the old one when all is written, and looks again when the store may have changed. It
// must not know what a page says, nor what of a game is shown.
package reading

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/templates/site"
)

// Source tells what the public sees. A control.Room is one, and so is a daemon behind its socket.
type Source interface {
	SiteList(context.Context, control.None) (control.SiteView, error)
	SiteShow(context.Context, control.SiteAsking) (control.SiteGame, error)
}

// Built says what a build did.
type Built struct {
	Dir     string `json:"dir"`
	Games   int    `json:"games"`   // that are shown
	Files   int    `json:"files"`   // of the site
	Written int    `json:"written"` // files that are new or have changed
	Changed bool   `json:"changed"` // a new folder was put in the place of the old one
	// a player or a game is no longer shown: whoever uploads the folder must upload it again
	Withdrawn bool `json:"withdrawn"`
}

// How long a build lies until it is removed: one that somebody began and did not finish, and a
// whole one that is not shown.
const (
	abandoned  = 24 * time.Hour
	superseded = time.Minute
)

// Build writes the site of a source in a folder, which is then a link to the build; the builds lie
// beside it in a folder of its name with "-builds" behind. words are those of the club on the first
// page. Where nothing has changed nothing is written, and where a build fails the old site stays. A
// folder that Build has not made is refused, unless it is empty.
func Build(ctx context.Context, of Source, dir string, words string) (b Built, err error) {
	dir = filepath.Clean(dir)
	builds := dir + "-builds"
	old, err := former(dir, builds)
	if err != nil {
		return Built{}, err
	}
	made, err := begin(builds)
	if err != nil {
		return Built{}, elsewhere(err)
	}
	w := &writer{Built: Built{Dir: dir}, old: old, made: made, written: map[string]bool{}, folders: map[string]bool{}, fresh: map[int64]bool{}}
	kept := false
	defer func() {
		if !kept {
			os.RemoveAll(made)
			os.Remove(builds) // which stays where it holds anything
		}
	}()
	now, err := w.all(ctx, of, filepath.Join(builds, known), words)
	if err != nil {
		return Built{}, err
	}
	gone, err := w.gone()
	if err != nil {
		return Built{}, err
	}
	w.Changed = w.Written > 0 || len(gone) > 0
	w.Withdrawn = slices.ContainsFunc(gone, func(name string) bool { return strings.HasSuffix(name, ".html") })
	shown := []string{filepath.Base(old)}
	if now.Build = filepath.Base(old); w.Changed {
		last, err := swap(dir, builds, made)
		if err != nil {
			return Built{}, err
		}
		now.Build, shown, kept = filepath.Base(made), append(shown, last), true
	}
	tidy(dir, shown)
	return w.Built, writeKnown(filepath.Join(builds, known), now)
}

// elsewhere adds to an error about a folder how to mend it.
func elsewhere(err error) error {
	return fmt.Errorf("%w; name a folder in one that may be written to", err)
}

// begin makes the folder of a build in that of the builds.
func begin(builds string) (made string, err error) {
	if err := os.MkdirAll(builds, 0o755); err != nil {
		return "", err
	}
	return os.MkdirTemp(builds, "build-")
}

// former returns the build that a folder shows; "" for none.
func former(dir, builds string) (string, error) {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", elsewhere(err)
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(dir)
		if err == nil && filepath.Dir(to) == filepath.Base(builds) {
			return filepath.Join(builds, filepath.Base(to)), nil
		}
	case info.IsDir():
		if entries, err := os.ReadDir(dir); err == nil && len(entries) == 0 {
			return "", nil
		}
	}
	return "", fmt.Errorf("%s holds something that corrd has not made; name a folder that does not exist yet", dir)
}

// swap makes a folder a link to a build, and returns the name of the build that it was a link to.
func swap(dir, builds, made string) (last string, err error) {
	if err := os.Chmod(made, 0o755); err != nil {
		return "", err
	}
	if info, err := os.Lstat(dir); err == nil && info.IsDir() { // and empty
		if err := os.Remove(dir); err != nil {
			return "", err
		}
	}
	link := made + ".link"
	if err := os.Symlink(filepath.Join(filepath.Base(builds), filepath.Base(made)), link); err != nil {
		return "", err
	}
	if to, err := os.Readlink(dir); err == nil {
		last = filepath.Base(to)
	}
	if err := os.Rename(link, dir); err != nil {
		os.Remove(link)
		return "", err
	}
	return last, nil
}

// tidy removes the builds that are shown no more: at once those that are known to have been shown,
// and later the whole ones, which another builder may be about to show, and those that somebody
// began and did not finish.
func tidy(dir string, shown []string) {
	dir = filepath.Clean(dir)
	builds := dir + "-builds"
	entries, _ := os.ReadDir(builds)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), "build-") {
			continue
		}
		age := time.Since(info.ModTime())
		whole := info.Mode().Perm() == 0o755 // a build is open to others as soon as it is whole
		if !slices.Contains(shown, e.Name()) && !(whole && age > superseded) && age <= abandoned {
			continue
		}
		if to, err := os.Readlink(dir); err == nil && filepath.Base(to) != e.Name() {
			os.RemoveAll(filepath.Join(builds, e.Name()))
		}
	}
}

// writer writes a build.
type writer struct {
	Built
	old, made string
	written   map[string]bool
	folders   map[string]bool // that are made
	fresh     map[int64]bool  // the games whose files are not those of the former build
}

// all writes every file, and returns what is known then.
func (w *writer) all(ctx context.Context, of Source, path, words string) (now before, err error) {
	list, club, err := listed(ctx, of, words)
	if err != nil {
		return now, err
	}
	was := w.readKnown(path)
	now.Club, now.Games = club, map[int64]gameKnown{}
	var entries []site.Entry
	for _, id := range list.Games {
		g, err := w.game(ctx, of, id, was.Games[id])
		if err != nil {
			return now, fmt.Errorf("game %d: %w", id, err)
		}
		if now.Games[id] = g; g.Entry != nil {
			entries, w.Games = append(entries, *g.Entry), w.Games+1
		}
	}
	pages := site.ClubFiles(list.House, entries, list.Events)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if err := w.write(name, pages[name]); err != nil {
			return now, err
		}
	}
	now.Collections = site.Collections(entries, list.Events)
	for _, c := range now.Collections {
		if w.linked(c, was.Collections) {
			continue
		}
		if err := w.gather(c, was); err != nil {
			return now, err
		}
	}
	return now, nil
}

// game writes the files of a game, or takes them from the former build where the game is as it was.
func (w *writer) game(ctx context.Context, of Source, id int64, was gameKnown) (gameKnown, error) {
	shown, err := of.SiteShow(ctx, control.SiteAsking{ID: id, Mark: was.Mark})
	if err == nil && shown.Same && w.link(was.Names) {
		return was, nil
	}
	if err == nil && shown.Same {
		shown, err = of.SiteShow(ctx, control.SiteAsking{ID: id})
	}
	if err != nil {
		return gameKnown{}, err
	}
	w.fresh[id] = true
	g := gameKnown{Mark: shown.Mark, Entry: shown.Entry, Names: slices.Sorted(maps.Keys(shown.Files)), PGN: int64(len(shown.Files[site.PGNPath(id)]))}
	for _, name := range g.Names {
		if err := w.write(name, shown.Files[name]); err != nil {
			return g, err
		}
	}
	return g, nil
}

// link takes files from the former build, and reports whether all of them are there.
func (w *writer) link(names []string) bool {
	for _, name := range names {
		if w.written[name] {
			continue
		}
		if w.old == "" || w.folder(name) != nil || os.Link(filepath.Join(w.old, name), filepath.Join(w.made, name)) != nil {
			return false
		}
		w.written[name], w.Files = true, w.Files+1
	}
	return true
}

// folder makes the folder of a file.
func (w *writer) folder(name string) error {
	dir := filepath.Dir(name)
	if w.folders[dir] {
		return nil
	}
	w.folders[dir] = true
	return os.MkdirAll(filepath.Join(w.made, dir), 0o755)
}

// write writes a file, which several games may have: a file that is as it was is that of the former
// build.
func (w *writer) write(name string, content []byte) error {
	if w.written[name] {
		return nil
	}
	if err := w.folder(name); err != nil {
		return err
	}
	if was, err := os.ReadFile(filepath.Join(w.old, name)); w.old != "" && err == nil && bytes.Equal(was, content) && w.link([]string{name}) {
		return nil
	}
	if err := os.WriteFile(filepath.Join(w.made, name), content, 0o644); err != nil {
		return err
	}
	if err := w.newer(name); err != nil {
		return err
	}
	w.written[name], w.Files, w.Written = true, w.Files+1, w.Written+1
	return nil
}

// newer makes a file that has changed at least a second newer than it was, whatever the clock says:
// whoever asks whether it has changed since is told so.
func (w *writer) newer(name string) error {
	path := filepath.Join(w.made, name)
	now, err := os.Stat(path)
	if err != nil {
		return err
	}
	was, err := os.Stat(filepath.Join(w.old, name))
	if w.old == "" || err != nil || now.ModTime().After(was.ModTime().Add(time.Second)) {
		return nil
	}
	return os.Chtimes(path, time.Time{}, was.ModTime().Add(time.Second))
}

// gone names the files of the former build that this one lacks.
func (w *writer) gone() (names []string, err error) {
	if w.old == "" {
		return nil, nil
	}
	err = filepath.WalkDir(w.old, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(w.old, path)
		if !w.written[filepath.ToSlash(name)] {
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return []string{}, nil
	}
	return names, err
}

// Every is how often the store is looked at for something new to show. A look that takes long has
// the next one wait, so that looking takes a tenth of one processor at most, but for no more than
// fifty seconds.
const (
	Every   = 20 * time.Second
	longest = 50 * time.Second
)

// Keep builds the site of a source again and again until ctx ends, whenever anything that is shown
// has changed; every is the time between two looks. file holds the club's words for the first page;
// "" for none. What is in the way is logged once until it changes, and the old site stays.
func Keep(ctx context.Context, of Source, dir, file string, every time.Duration, log *slog.Logger) error {
	said, whole := "", false
	for {
		began := time.Now()
		b, err := build(ctx, of, dir, file, whole)
		whole = err == nil
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && err.Error() != said:
			said = err.Error()
			log.Error("the reading room was not built; the old one stays", "error", err)
		case err == nil:
			if said = ""; b.Withdrawn {
				log.Warn("the reading room shows less than before: upload it anew, and remove what is not in it", "dir", b.Dir)
			}
		}
		if watch.Pause(ctx, min(max(every, 9*time.Since(began)), longest)) != nil {
			return nil
		}
	}
}

// build builds the site, unless the site is whole and nothing has changed; what a kill left beside
// it is removed in either case.
func build(ctx context.Context, of Source, dir, file string, whole bool) (Built, error) {
	words := []byte(nil)
	if file != "" {
		var err error
		if words, err = os.ReadFile(file); err != nil {
			return Built{}, err
		}
	}
	if whole {
		if same, err := unchanged(ctx, of, dir, string(words)); same || err != nil {
			tidy(dir, nil)
			return Built{Dir: dir}, err
		}
	}
	return Build(ctx, of, dir, string(words))
}

// Serve answers requests for the files of a folder until ctx ends.
func Serve(ctx context.Context, l net.Listener, dir string) error {
	server := &http.Server{Handler: http.FileServer(http.Dir(dir)), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return nil
}
