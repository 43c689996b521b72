package dossier

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// VerifyFolder verifies a folder of archives with a manifest, as export writes one: each file
// against its SHA-256, each archive as Verify does, and the logs and letters that lie beside an
// archive against those in it. What no archive holds is named as unproved. A file of more than so
// many octets, and what is not a file, is not read.
func VerifyFolder(folder fs.FS, most int64) []Finding {
	v := verifier{}
	named, err := readManifest(folder, most)
	if err != nil {
		v.fault("the folder has no %s that can be read: %v", manifestFile, err)
		return v.findings
	}
	var archives, beside []string
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == manifestFile {
			return err
		}
		info, err := entry.Info()
		switch {
		case err != nil:
			return err
		case !entry.Type().IsRegular() || info.Size() > most:
			v.fault("%.200q is no file, or a larger one than is read", name)
			delete(named, name)
			return nil
		}
		sum, err := sumOf(folder, name)
		if err != nil {
			return err
		}
		if named[name] != sum {
			v.fault("%s is not the file that the manifest names", name)
		}
		delete(named, name)
		if path.Ext(name) == ".zip" {
			archives = append(archives, name)
		} else {
			beside = append(beside, name)
		}
		return nil
	})
	if err != nil {
		v.fault("the folder cannot be read: %v", err)
	}
	for _, name := range sortedKeys(named) {
		v.fault("%.80q is named in the manifest and not in the folder", name)
	}
	for _, name := range archives {
		beside = v.archiveIn(folder, name, beside)
	}
	if len(beside) > 0 {
		v.unproved("files that no archive holds: %s", strings.Join(beside, ", "))
	}
	v.note("archives verified: %d", len(archives))
	return v.findings
}

// archiveIn verifies one archive of a folder, and the files beside it that it holds too; left are
// those of the files beside that it does not hold.
func (v *verifier) archiveIn(folder fs.FS, name string, beside []string) (left []string) {
	archive, err := fs.ReadFile(folder, name)
	if err != nil {
		v.fault("%s: %v", name, err)
		return beside
	}
	for _, f := range Verify(archive) {
		switch {
		case f.Fault:
			v.fault("%s: %s", name, f.Words)
		case f.Unproved:
			v.unproved("%s: %s", name, f.Words)
		}
	}
	files, _, err := unpack(archive)
	if err != nil {
		return beside
	}
	base := strings.TrimSuffix(name, ".zip")
	for _, file := range beside {
		letter, isLetter := strings.CutPrefix(file, base+"/")
		held, is := files["letters/in/"+letter]
		isLog := file == base+".events.jsonl"
		if !isLog && !(isLetter && is) {
			left = append(left, file)
			continue
		}
		content, err := fs.ReadFile(folder, file)
		if err != nil || isLetter && string(content) != string(held) || isLog && !sameLog(content, files[eventsFile]) {
			v.fault("%s is not what %s holds", file, name)
		}
		if isLog {
			left = append(left, file+" (but for line and hash)")
		}
	}
	return left
}

// sameLog reports whether a log that lies beside an archive has the lines and the hashes of its
// events.
func sameLog(beside, events []byte) bool {
	type row struct {
		Line *string
		Hash string
	}
	read := func(content []byte) (all []string) {
		for line := range bytes.Lines(content) {
			var one row
			if err := json.Unmarshal(line, &one); err != nil {
				return append(all, err.Error())
			}
			if one.Line != nil {
				one.Hash += *one.Line
			}
			all = append(all, one.Hash)
		}
		return all
	}
	return slices.Equal(read(beside), read(events))
}

// readManifest returns the sums that the manifest of a folder names. A manifest that is written
// otherwise than FolderManifest writes it is an error.
func readManifest(folder fs.FS, most int64) (map[string]string, error) {
	info, err := fs.Lstat(folder, manifestFile)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > most) {
		err = errors.New("it is no file, or a larger one than is read")
	}
	if err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(folder, manifestFile)
	if err != nil {
		return nil, err
	}
	named := parseManifest(string(text))
	if string(manifestOf(named)) != string(text) {
		return nil, fmt.Errorf("it is not in the form in which corrd writes one")
	}
	return named, nil
}

// FolderManifest returns the name and the text of the manifest of a folder.
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
