package control

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
)

// A copy of the store alone does not know what came after it: who was erased since, which letters
// have left, and which numbers they name. A daemon that is put back reads this from files beside
// its store, and a backup whole has copies of them.

// besidePath is the path of the verb that is answered with an archive of what lies beside the
// store.
const besidePath = "/backup/beside"

// sendBeside writes what lies beside the store as an archive in the format of tar. Each file is
// only added to, or replaced whole, so that a copy of the octets it has now is sound. When writing
// fails, sendBeside cuts the connection.
func (r *Room) sendBeside(rw http.ResponseWriter, _ *http.Request) {
	w := tar.NewWriter(r.hastened(rw))
	rw.Header().Set("Content-Type", "application/x-tar")
	var err error
	for _, path := range r.Beside {
		if path != "" && err == nil {
			err = addTo(w, path)
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		r.Log.Error("backup of what lies beside the store", "error", err)
		panic(http.ErrAbortHandler)
	}
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

// addFile adds the file of a name within a folder; none if it has gone meanwhile.
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
	resp, err := c.post(ctx, besidePath, None{})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return failure(resp.Status)
	}
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
