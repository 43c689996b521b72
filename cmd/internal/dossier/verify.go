package dossier

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"corrd/game"
)

// Finding is what the verification of an archive has found, in one line.
type Finding struct {
	Fault bool   `json:"fault"` // something differs from what corrd wrote
	Words string `json:"finding"`
}

// verifier goes over the files of one archive.
type verifier struct {
	files    map[string][]byte
	about    About
	rows     []eventRow
	letters  []Letter
	keys     []Key
	events   []game.Event
	findings []Finding
}

func (v *verifier) fault(format string, args ...any) {
	v.findings = append(v.findings, Finding{true, fmt.Sprintf(format, args...)})
}

func (v *verifier) note(format string, args ...any) {
	v.findings = append(v.findings, Finding{false, fmt.Sprintf(format, args...)})
}

// Verify recomputes all of an archive that can be recomputed, and says in a line each what
// is as it was and what is not. Verify asks nobody. An archive without a fault is one that
// corrd has written, octet for octet, as far as nobody has made all of it anew: against that
// stands the SHA-256 of the archive, and Corrd-Chain in the letters that the players have.
func Verify(archive []byte) []Finding {
	var v verifier
	var err error
	if v.files, err = unpack(archive); err != nil {
		v.fault("%v", err)
	}
	if len(v.files) == 0 {
		return v.findings
	}
	v.manifest()
	if !v.open() {
		return v.findings
	}
	v.chain()
	v.texts()
	v.mail()
	v.fold()
	v.redecide()
	v.lot()
	v.derived()
	return v.findings
}

// manifest holds every file against its SHA-256.
func (v *verifier) manifest() {
	if string(v.files[manifestFile]) == string(manifest(v.files)) {
		v.note("files: %d, each with the SHA-256 that the manifest names", len(v.files)-1)
		return
	}
	named := map[string]string{}
	for line := range strings.Lines(string(v.files[manifestFile])) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		named[name] = sum
	}
	found := len(v.findings)
	for _, name := range slices.Sorted(maps.Keys(v.files)) {
		if sum := fmt.Sprintf("%x", sha256.Sum256(v.files[name])); name != manifestFile && named[name] != sum {
			v.fault("%s is not the file that the manifest names", name)
		}
		delete(named, name)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		v.fault("%.80q is named in the manifest and not in the archive", name)
	}
	if len(v.findings) == found {
		v.fault("the manifest is not in the form in which corrd writes one")
	}
}

// open reads the files that the rest rests on.
func (v *verifier) open() bool {
	var format struct{ Format int }
	if err := json.Unmarshal(v.files[aboutFile], &format); err == nil && format.Format > Format {
		v.fault("the archive is of format %d and this corrd knows format %d: verify it with the corrd that made it, or a newer one", format.Format, Format)
		return false
	}
	found := len(v.findings)
	var err error
	if err = unmarshal(v.files[aboutFile], &v.about); err != nil {
		v.fault("%s cannot be read: %v", aboutFile, err)
	}
	if v.rows, err = readLines[eventRow](v.files[eventsFile]); err != nil {
		v.fault("%s cannot be read: %v", eventsFile, err)
	}
	if v.letters, err = readLines[Letter](v.files[lettersFile]); err != nil {
		v.fault("%s cannot be read: %v", lettersFile, err)
	}
	if v.keys, err = readLines[Key](v.files[keysFile]); err != nil {
		v.fault("%s cannot be read: %v", keysFile, err)
	}
	for i := range v.letters {
		v.letters[i].Raw = v.files[v.letters[i].File]
	}
	return len(v.findings) == found
}

// derived makes the files that follow from the others again. The texts of the laws and of
// the README are corrd's own, and another version may have others.
func (v *verifier) derived() {
	again := map[string][]byte{}
	if err := derive(again, v.about, v.events, v.letters); err != nil {
		v.fault("what follows from the events cannot be written: %v", err)
		return
	}
	for _, name := range []string{stateFile, timelineFile} {
		if !bytes.Equal(again[name], v.files[name]) {
			v.fault("%s is not what follows from the events and the letters", name)
		}
	}
	again[readmeFile], again[pageFile] = []byte(readmeFor(v.about)), page
	for _, name := range []string{lawsFile, readmeFile, pageFile} {
		if !bytes.Equal(again[name], v.files[name]) {
			v.note("%s is not as this corrd writes it; the archive was made by corrd %s", name, v.about.Corrd)
		}
	}
}

// ErrFaults says that an archive has been found to be altered.
var ErrFaults = errors.New("the archive is not as corrd wrote it")
