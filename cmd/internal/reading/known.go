package reading

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"corrd/cmd/internal/control"
	"corrd/templates/site"
)

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

// Unchanged reports whether everything is as it was when Build last wrote the site in a folder. Unchanged
// does not look at the files of the site.
func Unchanged(ctx context.Context, of Source, dir, words string) (bool, error) {
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

// readKnown reads what is known of the former build; nothing where there is none, where the file is damaged,
// or where it tells of another build, as after a kill or beside another builder.
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
