package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"corrd/cmd/internal/control"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
)

type backupCmd struct {
	File   string `arg:"" help:"File to write; it must not exist. What lies beside the store goes into the folder FILE.beside." type:"path" placeholder:"FILE"`
	Beside bool   `help:"Bring up to date what lies beside a backup that was made before, FILE.beside, and leave FILE as it is: so little is copied that it can be done every few minutes."`
}

// backedUp is what `corrctl backup` prints.
type backedUp struct {
	File   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	Beside string `json:"beside"`
}

// Run copies the store of the daemon while the daemon works, and then what lies beside the store:
// the orders to erase players, and the journal of the letters handed over. Everything appears
// under its name only when it is whole and on the disk.
func (c backupCmd) Run(d *desk) error {
	info, err := os.Lstat(c.File)
	switch {
	case err == nil && !c.Beside:
		return fmt.Errorf("%s exists; name a new file, for instance with the date in it", c.File)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no backup: name the file that corrctl backup has written", c.File)
	case err != nil && c.Beside:
		return fmt.Errorf("%w; make that backup first, without --beside", err)
	}
	if dir := filepath.Dir(c.File); !isFolder(dir) {
		return fmt.Errorf("there is no folder %s; make it, or name a file in one that exists", dir)
	}
	daemon, err := d.control()
	if err != nil {
		return err
	}
	done := backedUp{File: c.File, Beside: c.File + ".beside"}
	if _, err := os.Lstat(done.Beside); err == nil && !c.Beside {
		return fmt.Errorf("%s exists, and belongs to another backup; name a new file, for instance with the date in it", done.Beside)
	}
	if c.Beside {
		done.Bytes = info.Size()
		err = copyBeside(d.ctx, daemon, done.Beside)
	} else {
		done.Bytes, err = c.whole(d, daemon, done.Beside)
	}
	d.progress.Clear()
	switch {
	case err != nil && c.Beside:
		return fmt.Errorf("what lies beside that backup is not up to date: %w; nothing of it has changed, try again", err)
	case err != nil:
		return fmt.Errorf("no backup has been made, and no part of one is left: %w; where a disk is full, name a file on another", err)
	}
	if !c.Beside {
		if _, err := ask(d, control.BackupDone, control.Named{Name: c.File}); err != nil {
			return err
		}
	}
	return d.printOr(done, func() {
		fmt.Fprintf(d.out, "%s: %d bytes, and beside it %s. Keep both apart from the secret file, without which no key in a letter is right.\n", c.File, done.Bytes, done.Beside)
	})
}

// whole copies the store, and afterwards what lies beside the store, which then knows all that the
// copy knows.
func (c backupCmd) whole(d *desk, daemon *control.Control, beside string) (n int64, err error) {
	part, err := os.CreateTemp(filepath.Dir(c.File), "."+filepath.Base(c.File)+"-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(part.Name())
	n, err = daemon.Backup(d.ctx, c.File, &counting{Writer: part, progress: d.progress})
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		return n, err
	}
	if err := copyBeside(d.ctx, daemon, beside); err != nil {
		return n, err
	}
	err = place(part.Name(), c.File)
	if err != nil {
		err = errors.Join(err, os.RemoveAll(beside))
	}
	return n, err
}

// copyBeside copies what lies beside the store of the daemon into a folder, in the place of what
// the folder held. At every instant one of the two has the name of the folder, whole and on the
// disk, as far as the system can exchange two names.
func copyBeside(ctx context.Context, daemon *control.Control, dir string) error {
	part, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	fresh := filepath.Join(part, "new")
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := errors.Join(daemon.Beside(ctx, fresh), syncFolders(fresh)); err != nil {
		return err
	}
	if err := replaceFolder(fresh, dir, exchange); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// replaceFolder gives a folder the name dir, and removes what had the name. Where swap, which
// exchanges two names, cannot do it, what had the name waits beside it under dir.old, and gets its
// name back when the other cannot have it.
func replaceFolder(fresh, dir string, swap func(a, b string) error) error {
	old := dir + ".old" // may be there where corrctl was killed
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		if err := os.Rename(fresh, dir); err != nil {
			return err
		}
		return os.RemoveAll(old)
	}
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if swap(fresh, dir) == nil {
		return nil // the old one lies where the fresh one was made
	}
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}

// syncFolders has a folder and those in it on the disk, with the names that they hold.
func syncFolders(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return syncFolder(path)
	})
}

// place links the file part to a second name, and syncs the folder. The error wraps fs.ErrExist if
// a file has the name already.
func place(part, name string) error {
	if err := os.Link(part, name); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(name))
}

func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

type checkCmd struct {
	Store string `arg:"" optional:"" name:"store" help:"Store that is a file no daemon has open, such as a backup, or a database (postgres://role@host/database), a standby too; without one the daemon is asked." placeholder:"STORE"`
}

// Run verifies the store of the daemon, or one that lies in a file.
func (c checkCmd) Run(d *desk) error {
	f, err := c.faults(d)
	if err != nil {
		return err
	}
	err = d.printOr(f, func() {
		for _, fault := range f.Faults {
			fmt.Fprintln(d.out, fault)
		}
		for _, stale := range f.Stale {
			fmt.Fprintln(d.out, "reckoned otherwise:", stale)
		}
		for _, beyond := range f.Beyond {
			fmt.Fprintln(d.out, "newer rules:", beyond)
		}
		for _, id := range f.Otherwise {
			fmt.Fprintf(d.out, "folds otherwise than when written: game %d\n", id)
		}
		if f.Erased > 0 {
			fmt.Fprintf(d.out, "texts erased by order, format 2: %d; their chains are verified\n", f.Erased)
		}
		if f.Veiled > 0 {
			fmt.Fprintf(d.out, "letters whose keys only the secret shows, not held against their events: %d; a check by the daemon compares them\n", f.Veiled)
		}
		if f.Unprovable > 0 {
			fmt.Fprintf(d.out, "events erased by order, format 1: %d; these lines cannot be recomputed\n", f.Unprovable)
		}
		for _, o := range f.Waiting {
			fmt.Fprintf(d.out, "erasure waits: order %d; player %d plays a game\n", o.Number, o.Player)
		}
		if len(f.Stale) > 0 {
			fmt.Fprintf(d.out, "records reckoned otherwise: %d; corrd puts them right when it starts and on its daily round\n", len(f.Stale))
		}
		fmt.Fprintf(d.out, "games verified: %d; faults: %d\n", f.Games, len(f.Faults))
	})
	if err == nil && len(f.Faults) > 0 {
		return errFailed
	}
	return err
}

func (c checkCmd) faults(d *desk) (f control.Faults, err error) {
	if c.Store == "" {
		return ask(d, control.Check, control.None{})
	}
	f.Faults = []string{}
	if isFolder(c.Store) {
		return f, fmt.Errorf("%s is a folder; name the store in it, as in %s", c.Store, filepath.Join(c.Store, "corrd.db"))
	}
	if postgres.Is(c.Store) {
		f.Verified, err = checkDatabase(c.Store, f.Add)
	} else {
		f.Verified, err = bolt.CheckFile(c.Store, f.Add)
	}
	if err != nil && !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) && !errors.Is(err, store.ErrOlder) {
		err = fmt.Errorf("%w: %w", errNoStore, err)
	}
	return f, err
}

// checkDatabase verifies a store in PostgreSQL. The password comes from the environment.
func checkDatabase(address string, found func(store.Fault)) (v store.Verified, err error) {
	db, err := postgres.Open(address, postgres.Options{ReadOnly: true})
	if err != nil {
		return v, err
	}
	defer db.Close()
	return db.Check(found)
}
