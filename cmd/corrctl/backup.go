package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"corrd/cmd/internal/control"
)

type backupCmd struct {
	File string `arg:"" help:"File to write; it must not exist." type:"path" placeholder:"FILE"`
}

// Run copies the store of the daemon while the daemon works. The file appears under its name only
// when the copy is whole and on the disk.
func (c backupCmd) Run(d *desk) error {
	if _, err := os.Lstat(c.File); err == nil {
		return fmt.Errorf("%s exists; name a new file, for instance with the date in it", c.File)
	}
	if dir := filepath.Dir(c.File); !isFolder(dir) {
		return fmt.Errorf("there is no folder %s; make it, or name a file in one that exists", dir)
	}
	daemon, err := d.control()
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(c.File), "."+filepath.Base(c.File)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	n, err := daemon.Backup(d.ctx, c.File, &counting{Writer: part, progress: d.progress})
	d.progress.Clear()
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		return fmt.Errorf("no backup has been made, and no part of one is left: %w; where a disk is full, name a file on another", err)
	}
	if err := place(part.Name(), c.File); err != nil {
		return err
	}
	if _, err := ask(d, control.BackupDone, control.Named{Name: c.File}); err != nil {
		return err
	}
	done := struct {
		File  string `json:"file"`
		Bytes int64  `json:"bytes"`
	}{c.File, n}
	return d.printOr(done, func() {
		fmt.Fprintf(d.out, "%s: %d bytes. Keep it apart from the secret file, without which no key in a letter is right.\n", c.File, n)
	})
}

// place links the file part to a second name, and syncs the folder. The error wraps fs.ErrExist if
// a file has the name already.
func place(part, name string) error {
	if err := os.Link(part, name); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
