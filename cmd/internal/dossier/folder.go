package dossier

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// VerifyFolder verifies a folder of archives with a manifest, as export writes one: each file
// against its SHA-256, and each archive as Verify does.
func VerifyFolder(folder fs.FS) []Finding {
	v := verifier{}
	named, err := readManifest(folder)
	if err != nil {
		v.fault("the folder has no %s that can be read: %v", manifestFile, err)
		return v.findings
	}
	archives := 0
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == manifestFile {
			return err
		}
		sum, err := sumOf(folder, name)
		if err != nil {
			return err
		}
		if named[name] != sum {
			v.fault("%s is not the file that the manifest names", name)
		}
		delete(named, name)
		if path.Ext(name) != ".zip" {
			return nil
		}
		archives++
		archive, err := fs.ReadFile(folder, name)
		for _, f := range Verify(archive) {
			if f.Fault {
				v.fault("%s: %s", name, f.Words)
			}
		}
		return err
	})
	if err != nil {
		v.fault("the folder cannot be read: %v", err)
	}
	for _, name := range sortedKeys(named) {
		v.fault("%.80q is named in the manifest and not in the folder", name)
	}
	v.note("archives verified: %d", archives)
	return v.findings
}

// readManifest gives the sums that the manifest of a folder names. A manifest that is written
// otherwise than FolderManifest writes it is an error.
func readManifest(folder fs.FS) (map[string]string, error) {
	text, err := fs.ReadFile(folder, manifestFile)
	if err != nil {
		return nil, err
	}
	named := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		named[name] = sum
	}
	if string(manifestOf(named)) != string(text) {
		return nil, fmt.Errorf("it is not in the form in which corrd writes one")
	}
	return named, nil
}

// FolderManifest gives the name and the text of the manifest of a folder.
func FolderManifest(folder fs.FS) (name string, text []byte, err error) {
	sums := map[string]string{}
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			sums[name], err = sumOf(folder, name)
		}
		return err
	})
	return manifestFile, manifestOf(sums), err
}

func manifestOf(sums map[string]string) []byte {
	var b strings.Builder
	for _, name := range sortedKeys(sums) {
		fmt.Fprintf(&b, "%s  %s\n", sums[name], name)
	}
	return []byte(b.String())
}

func sumOf(folder fs.FS, name string) (string, error) {
	f, err := folder.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
