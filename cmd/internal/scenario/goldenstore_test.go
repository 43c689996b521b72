package scenario

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/watch"
	"corrd/store"
	"corrd/store/bolt"
)

// Beside its logs each release leaves folders of a daemon, of each code and each carrier one: a
// store in the midst of a game, and the archive of the game as that release made it.

// archiveName is the archive of the game in such a folder.
const archiveName = "archive.zip"

// kept are the first scenario of each code, and of each carrier that none of these has.
func kept(t *testing.T) (some []Scenario) {
	seen := map[string]bool{}
	for _, s := range sample(scenarios(t), 1) {
		if !seen[s.Terms.Code] || !seen[s.Terms.Medium] {
			some = append(some, s)
		}
		seen[s.Terms.Code], seen[s.Terms.Medium] = true, true
	}
	return some
}

// TestWriteGoldenStores writes the stores and archives of this release, where -golden asks for it.
func TestWriteGoldenStores(t *testing.T) {
	if !*writeGolden {
		t.Skip("-golden writes them: make golden")
	}
	root := t.TempDir()
	for _, s := range kept(t) {
		dir := filepath.Join(root, strings.ReplaceAll(slug(s), "/", "-"))
		keep := func(ctx context.Context, ctl *control.Control) error {
			games, err := control.GameList.Ask(ctx, ctl, control.Games{})
			if err != nil {
				return err
			}
			filed, err := control.GameFile.Ask(ctx, ctl, control.Filing{ID: games[0].ID})
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, archiveName), filed.Zip, 0o600)
		}
		if o := daemonAnd(context.Background(), local.Options{Dir: dir}, s, ordered, keep); !o.OK() {
			t.Fatal(o)
		}
		if err := os.RemoveAll(filepath.Join(dir, "post")); err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	out := tar.NewWriter(z)
	if err := out.AddFS(os.DirFS(root)); err != nil {
		t.Fatal(err)
	}
	out.Close()
	z.Close()
	if packed.Len() > 2<<20 {
		t.Fatalf("the golden stores take %d bytes, and may take 2 MiB", packed.Len())
	}
	if err := os.WriteFile(filepath.Join(golden, watch.Version+".stores.tgz"), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// unpacked puts the golden stores of a release below a folder, and gives the folder of each.
func unpacked(t *testing.T, name, below string) (dirs []string) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if err == io.EOF {
			return dirs
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(below, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			err = os.MkdirAll(path, 0o700)
		} else if data, unread := io.ReadAll(in); unread != nil {
			err = unread
		} else {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(path) == archiveName {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
}

// TestGoldenStores opens the stores that each release left: every one is without fault as it lies,
// a daemon starts on it, goes on for a month, finds no fault and files the game anew; and the
// archive that the release made verifies, as does the new one.
func TestGoldenStores(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon for each store")
	}
	files, err := filepath.Glob(filepath.Join(golden, "*.stores.tgz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden stores: %v", err)
	}
	for _, name := range files {
		for _, dir := range unpacked(t, name, t.TempDir()) {
			t.Run(filepath.Base(name)+"/"+filepath.Base(dir), func(t *testing.T) {
				t.Parallel()
				verified, err := bolt.CheckFile(filepath.Join(dir, "corrd.db"), func(f store.Fault) { t.Errorf("as it lies: %s", f) })
				if err != nil || verified.Games == 0 {
					t.Fatalf("%+v, %v", verified, err)
				}
				verifies(t, filepath.Join(dir, archiveName))
				goesOn(t, dir)
			})
		}
	}
}

// verifies wants an archive without a fault.
func verifies(t *testing.T, name string) {
	t.Helper()
	archive, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dossier.Verify(archive) {
		if f.Fault {
			t.Errorf("%s: %s", filepath.Base(name), f.Words)
		}
	}
}

// goesOn starts a daemon on a store, and lets a month go by.
func goesOn(t *testing.T, dir string) {
	t.Helper()
	err := withHouse(context.Background(), local.Options{Dir: dir}, func(ctx context.Context, h *local.House) error {
		ctl := control.Dial(h.Socket)
		for range 30 {
			if _, err := control.ClockAdvance.Ask(ctx, ctl, control.Lasting{For: 24 * time.Hour}); err != nil {
				return err
			}
		}
		faults, err := control.Check.Ask(ctx, ctl, control.None{})
		if err != nil || len(faults.Faults) > 0 || faults.Games == 0 {
			return fmt.Errorf("check: %+v, %w", faults, err)
		}
		return provable(ctx, t, ctl)
	})
	if err != nil {
		t.Error(err)
	}
}
