package reading

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"corrd/cmd/internal/control"
	"corrd/templates/site"
)

// linked takes a collection from the former build where none of its games is otherwise.
func (w *writer) linked(c site.Collection, was []site.Collection) bool {
	return slices.ContainsFunc(was, func(o site.Collection) bool { return o.Path == c.Path && slices.Equal(o.Games, c.Games) }) &&
		!slices.ContainsFunc(c.Games, func(id int64) bool { return w.fresh[id] }) && w.link([]string{c.Path})
}

// gather writes the PGN of several games, one after the other. What the former build has of them is
// copied from there in pieces as long as can be, because there may be thousands of games of which
// one has changed.
func (w *writer) gather(c site.Collection, was before) error {
	if err := w.folder(c.Path); err != nil {
		return err
	}
	path := filepath.Join(w.made, c.Path)
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	old, pieces := w.pieces(c, was)
	var run piece
	flush := func() {
		if run.size > 0 {
			_, copied := io.Copy(f, io.NewSectionReader(old, run.at, run.size))
			err = errors.Join(err, copied)
		}
		run = piece{}
	}
	for i, id := range c.Games {
		p, ok := pieces[id]
		ok = ok && !w.fresh[id]
		if ok && i > 0 && run.size > 0 && p.at == run.at+run.size+1 {
			run.size += 1 + p.size // with the line between them
			continue
		}
		if flush(); i > 0 {
			_, written := f.WriteString("\n")
			err = errors.Join(err, written)
		}
		if run = p; !ok {
			run = piece{}
			one, read := os.ReadFile(filepath.Join(w.made, site.PGNPath(id)))
			_, written := f.Write(one)
			err = errors.Join(err, read, written)
		}
	}
	flush()
	if old != nil {
		old.Close()
	}
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	if w.old != "" && same(filepath.Join(w.old, c.Path), path) && os.Remove(path) == nil && w.link([]string{c.Path}) {
		return nil
	}
	w.written[c.Path], w.Files, w.Written = true, w.Files+1, w.Written+1
	return w.newer(c.Path)
}

// piece is where the PGN of a game stands in a file.
type piece struct{ at, size int64 }

// pieces returns the file of a collection in the former build, and where its games stand in it, or
// nil if the file is not what is known of it.
func (w *writer) pieces(c site.Collection, was before) (*os.File, map[int64]piece) {
	i := slices.IndexFunc(was.Collections, func(o site.Collection) bool { return o.Path == c.Path })
	if w.old == "" || i < 0 {
		return nil, nil
	}
	all, at := map[int64]piece{}, int64(0)
	for n, id := range was.Collections[i].Games {
		if n > 0 {
			at++
		}
		all[id] = piece{at, was.Games[id].PGN}
		at += was.Games[id].PGN
	}
	old, err := os.Open(filepath.Join(w.old, c.Path))
	if err != nil {
		return nil, nil
	}
	if info, err := old.Stat(); err != nil || info.Size() != at {
		old.Close()
		return nil, nil
	}
	return old, all
}

// same reports whether two files hold the same bytes.
func same(one, other string) bool {
	a, errA := os.Open(one)
	if errA != nil {
		return false
	}
	defer a.Close()
	b, errB := os.Open(other)
	if errB != nil {
		return false
	}
	defer b.Close()
	x, y := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, errA := io.ReadFull(a, x)
		m, errB := io.ReadFull(b, y)
		if !bytes.Equal(x[:n], y[:m]) {
			return false
		}
		if errA != nil || errB != nil {
			return errA != nil && errB != nil
		}
	}
}

// The files beside the builds: what is known of each game, which is not shown to anybody.
const known = "known.json"

// before is what is known since the last build.
type before struct {
	Build       string              `json:"build"` // the build that is so
	Club        string              `json:"club"`  // a digest of all on which the pages depend that are of no game
	Games       map[int64]gameKnown `json:"games"`
	Collections []site.Collection   `json:"collections"`
}

// gameKnown is what is known of a game since the last build.
type gameKnown struct {
	Mark  string      `json:"mark"`
	Names []string    `json:"names,omitempty"`
	Entry *site.Entry `json:"entry,omitempty"`
	PGN   int64       `json:"pgn,omitempty"` // how long the file is
}

// unchanged reports whether everything is as it was when Build last wrote the site in a folder.
// It does not look at the files of the site.
func unchanged(ctx context.Context, of Source, dir, words string) (bool, error) {
	dir = filepath.Clean(dir)
	builds := dir + "-builds"
	old, err := former(dir, builds)
	if err != nil {
		return false, err
	}
	was := (&writer{old: old}).readKnown(filepath.Join(builds, known))
	list, club, err := listed(ctx, of, words)
	if err != nil || club != was.Club || len(list.Games) != len(was.Games) {
		return false, err
	}
	for _, id := range list.Games {
		g, err := of.SiteShow(ctx, control.SiteAsking{ID: id, Mark: was.Games[id].Mark})
		if err != nil || !g.Same {
			return false, err
		}
	}
	return true, nil
}

// listed returns what a source shows beside its games, with the club's words, and a digest of that.
func listed(ctx context.Context, of Source, words string) (list control.SiteView, digest string, err error) {
	if list, err = of.SiteList(ctx, control.None{}); err != nil {
		return list, "", err
	}
	list.House.Words = words
	text, err := json.Marshal(struct {
		House  site.House
		Words  string
		Events []site.Event
	}{list.House, words, list.Events})
	sum := sha256.Sum256(text)
	return list, hex.EncodeToString(sum[:]), err
}

// readKnown reads what is known of the former build; nothing where there is none, where the file is
// damaged, or where it tells of another build, as after a kill or beside another builder.
func (w *writer) readKnown(path string) (was before) {
	text, err := os.ReadFile(path)
	if err != nil || w.old == "" || json.Unmarshal(text, &was) != nil || was.Build != filepath.Base(w.old) {
		return before{}
	}
	return was
}

func writeKnown(path string, now before) error {
	text, err := json.Marshal(now)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "build-"+known) // tidy removes one that is left behind
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
