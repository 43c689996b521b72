package control

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// Filing names a game whose evidence goes into an archive. For is the side that may read the
// archive: "white", "black", or "" for the umpire.
type Filing struct {
	ID  int64  `json:"id,omitempty"`
	For string `json:"for,omitempty"`

	// Keep says not to replace the keys of a game that goes on. The person who asks then guards
	// the archive as they would guard a backup.
	Keep bool `json:"keep,omitempty"`
}

// FileView is an archive of evidence.
type FileView struct {
	Game    int64  `json:"game"`
	For     string `json:"for"`
	Events  int    `json:"events"`
	Letters int    `json:"letters"`
	// the seats whose keys have been replaced, because the archive holds the old keys
	Rotated []string `json:"rotated"`
	SHA256  string   `json:"sha256"`
	Zip     []byte   `json:"zip,omitempty"`
}

// GameFile writes the evidence of a game into one archive. The archive holds the keys that were in
// the game's letters, and therefore GameFile first replaces those that are still good for anything,
// in the transaction that gathers the evidence: a letter that leaves later has a key that is good.
func (r *Room) GameFile(_ context.Context, a Filing) (FileView, error) {
	if a.For != "" && a.For != "white" && a.For != "black" {
		return FileView{}, refuse("%q is no side: --for white or --for black", a.For)
	}
	if a.Keep && a.For != "" {
		return FileView{}, refuse("the keys of a game are kept only in the archive for the umpire, which holds them anyhow: leave out keep, or the side")
	}
	v := FileView{Game: a.ID, For: a.For, Rotated: []string{}}
	gather := func(v store.View) (dossier.Case, error) { return dossier.Gather(v, r.Ledger, a.ID, r.Seal) }
	var c dossier.Case
	var err error
	if a.Keep {
		c, err = view(r, gather)
	} else {
		c, err = update(r, func(tx store.Tx) (c dossier.Case, err error) {
			if v.Rotated, err = readyToFile(tx, r.Ledger, a.ID); err != nil {
				return c, err
			}
			return gather(tx)
		})
	}
	if err != nil {
		return v, err
	}
	c.For = a.For
	if v.Zip, v.SHA256, err = dossier.Build(c, r.Seal.Sign); err != nil {
		return v, err
	}
	v.Events, v.Letters = len(c.Events), len(c.Letters)
	r.Log.Info("evidence filed", "game", a.ID, "for", a.For, "sha256", v.SHA256, "bytes", len(v.Zip))
	return v, nil
}

// readyToFile replaces the keys of every seat of a game that are still good for anything, and
// returns the names of these seats. It replaces those in the letters that began the game together
// with others as well.
func readyToFile(tx store.Tx, l *ledger.Ledger, id int64) ([]string, error) {
	rotated := []string{}
	s, err := tx.Game(id)
	if err == nil {
		err = ledger.ReplaceKeysOfPlay(tx, s)
	}
	if err != nil {
		return rotated, err
	}
	for _, side := range []board.Side{board.White, board.Black} {
		for i, player := range s.Members(side) {
			opens, err := opensAnything(tx, s, player)
			if err != nil {
				return nil, err
			}
			if !opens {
				continue
			}
			seat, err := ledger.SeatOf(tx, id, side, i+1)
			if err != nil {
				return nil, err
			}
			rotate := play.Rotate{Rotated: game.Rotated{Side: side, Member: seat.Member(), Why: game.LeakUmpire}}
			if _, err := l.Append(tx, seat.Game, play.Decide(seat.Game, rotate, tx.Now()), ledger.By{}); err != nil {
				return nil, err
			}
			rotated = append(rotated, Seat{id, side, seat.Member()}.String())
		}
	}
	return rotated, nil
}

// opensAnything reports whether a key of a player in a game is still good for something: while the
// game goes on, while its sides may speak to each other, and while the player has another game, in
// which a letter with the key may act under the other game's number.
func opensAnything(v store.View, s game.State, player int64) (bool, error) {
	if s.Result == nil || !s.Parted(v.Now()) {
		return true, nil
	}
	running, err := ledger.Running(v, player)
	return len(running) > 0, err
}

// A copy of the store alone does not know what came after it: who was erased since, which letters
// have left, and which numbers they name. A daemon that is put back reads this from files beside
// its store, and a backup whole has copies of them.

// besidePath is the path of the verb that is answered with an archive of what lies beside the
// store.
const besidePath = "/backup/beside"

// beside returns what lies beside the store as an archive in the format of tar. Each file is only
// added to, or replaced whole, so that a copy of the octets it has now is sound.
func (r *Room) beside(context.Context, None) (octets, error) {
	return octets{"application/x-tar", func(to io.Writer) (err error) {
		w := tar.NewWriter(to)
		for _, path := range r.Beside {
			if path != "" && err == nil {
				err = addTo(w, path)
			}
		}
		return errors.Join(err, w.Close())
	}}, nil
}

// addTo adds a file, or the files of a folder, under its last name. A file that is not there is
// left out.
func addTo(w *tar.Writer, path string) error {
	above, err := os.OpenRoot(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer above.Close()
	return fs.WalkDir(above.FS(), filepath.Base(path), func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil || !entry.Type().IsRegular():
			return err
		}
		return addFile(w, above, name)
	})
}

// addFile adds the file of a name within a folder, or none if it has gone meanwhile.
func addFile(w *tar.Writer, folder *os.Root, name string) error {
	f, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime()}
	if err := w.WriteHeader(head); err != nil {
		return err
	}
	_, err = io.CopyN(w, f, info.Size())
	return err
}

// Beside asks the daemon for what lies beside its store, the orders to erase and the journal of
// letters handed over, and writes it into the folder dir, on the disk.
func (c *Control) Beside(ctx context.Context, dir string) error {
	resp, err := c.answered(ctx, besidePath, None{})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	for in := tar.NewReader(resp.Body); ; {
		head, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := extract(dir, head, in); err != nil {
			return err
		}
	}
}

// extract writes one file of an archive into a folder.
func extract(dir string, head *tar.Header, in io.Reader) error {
	if !filepath.IsLocal(head.Name) || head.Typeflag != tar.TypeReg {
		return fmt.Errorf("the daemon sends a file of the name %q", head.Name)
	}
	path := filepath.Join(dir, filepath.FromSlash(head.Name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, in)
	return errors.Join(err, f.Sync(), f.Close())
}

// backupPath is the path of the verb that is answered with the bytes of a store and not with
// JSON.
const backupPath = "/backup"

// backup returns a consistent copy of the store. While the copy is written, the store cannot use
// freed space again.
func (r *Room) backup(_ context.Context, file Named) (octets, error) {
	if err := r.noteBackup(file.Name); err != nil {
		r.Log.Error("backup", "error", err)
	}
	return octets{"application/octet-stream", func(to io.Writer) error {
		n, err := r.Store.Backup(to)
		r.Log.Info("backup", "bytes", n)
		return err
	}}, nil
}

// Faults is what `corrctl check` prints.
type Faults struct {
	store.Verified
	Faults []string `json:"faults"`
	// what the store keeps beside the logs of games and the logs do not lead to; the daemon puts it
	// right when it starts, and on its daily round
	Stale []string `json:"reckoned_otherwise,omitempty"`
	// the games that go by rules of a newer corrd, which alone can play them on
	Beyond []string `json:"newer_rules,omitempty"`
	// the games whose events come to another state here than in the corrd that wrote them
	Otherwise []int64 `json:"folds_otherwise,omitempty"`

	// orders to erase players who still play, in a store that was put back from a backup
	Waiting []store.Order `json:"erasures_waiting,omitempty"`
}

// Add lists what a check has found.
func (f *Faults) Add(found store.Fault) {
	switch {
	case found.Stale != 0:
		f.Stale = append(f.Stale, found.Words)
	case found.Beyond != 0:
		f.Beyond = append(f.Beyond, found.Words)
	case found.Otherwise != 0:
		f.Otherwise = append(f.Otherwise, found.Otherwise)
	default:
		f.Faults = append(f.Faults, found.Words)
	}
}

// Check verifies the whole store, and returns the faults.
func (r *Room) Check(context.Context, None) (f Faults, err error) {
	f.Faults = []string{}
	f.Verified, err = r.Store.Check(f.Add)
	f.Waiting = r.Erasures.Waiting()
	return f, err
}

// backedUpSetting is the key of the setting that keeps when the last backup was made that is whole
// and on the disk; RFC 3339.
const backedUpSetting = "backed_up"

// BackupDone notes that a backup which somebody has asked for is whole and on the disk.
func (r *Room) BackupDone(_ context.Context, file Named) (None, error) {
	return None{}, r.Store.Update(func(tx store.Tx) error {
		made, err := backupsMade(tx)
		if err != nil {
			return err
		}
		for _, b := range slices.Backward(made) {
			if b.File == file.Name {
				return tx.SetSetting(backedUpSetting, b.At.UTC().Format(time.RFC3339))
			}
		}
		return refuse("no backup %q has been asked for", file.Name)
	})
}

// LastBackup returns when the last backup was made that is whole, or zero if none is.
func LastBackup(v store.View) (at time.Time, err error) {
	text, found, err := v.Setting(backedUpSetting)
	if err == nil && found {
		at, err = time.Parse(time.RFC3339, text)
	}
	return at, err
}

// BackupView is a backup that somebody has asked for.
type BackupView struct {
	At   time.Time `json:"at"`
	File string    `json:"file"`
}

// backupsSetting is the key of the setting that lists the backups asked for.
const backupsSetting = "backups"

// mostBackups is how many backups the setting lists, the newest ones.
const mostBackups = 1000

// backupsMade lists the backups that somebody has asked for, the newest last.
func backupsMade(v store.View) (made []BackupView, err error) {
	made = []BackupView{}
	text, _, err := v.Setting(backupsSetting)
	if err == nil && text != "" {
		if err = json.Unmarshal([]byte(text), &made); err != nil {
			err = fmt.Errorf("the backups that were made: %w", err)
		}
	}
	return made, err
}

// noteBackup notes a backup under the name of the backup's file.
func (r *Room) noteBackup(file string) error {
	if file == "" {
		return nil
	}
	return r.Store.Update(func(tx store.Tx) error {
		made, err := backupsMade(tx)
		if err != nil {
			return err
		}
		made = append(made, BackupView{tx.Now(), file})
		list, err := json.Marshal(made[max(0, len(made)-mostBackups):])
		if err != nil {
			return err
		}
		return tx.SetSetting(backupsSetting, string(list))
	})
}
