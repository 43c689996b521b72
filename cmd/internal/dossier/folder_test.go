package dossier

import (
	"bytes"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFolder: a folder of archives verifies, and one octet changed in any of its files is
// found, as is a file more or less.
func TestFolder(t *testing.T) {
	archive := build(t, sample(t))
	files := unpacked(t, archive)
	folder := fstest.MapFS{"1.zip": {Data: archive}, "1.pgn": {Data: []byte("1. e4 e5 *\n")}, "1/1.eml": {Data: files["letters/in/1.eml"]},
		"1.events.jsonl": {Data: files[eventsFile]}}
	name, manifest, err := FolderManifest(folder)
	if err != nil {
		t.Fatal(err)
	}
	folder[name] = &fstest.MapFile{Data: manifest}
	if found := faults(VerifyFolder(folder, 1<<20)); found != nil {
		t.Fatalf("%q", found)
	}
	chance := rand.New(rand.NewSource(1824))
	var names []string
	for n := range folder {
		names = append(names, n)
	}
	times := 1000
	if testing.Short() {
		times = 100
	}
	for range times {
		n := names[chance.Intn(len(names))]
		data := folder[n].Data
		at, by := chance.Intn(len(data)), byte(1+chance.Intn(255))
		data[at] ^= by
		if faults(VerifyFolder(folder, 1<<20)) == nil {
			t.Errorf("%s: octet %d changed by %#x is not found", n, at, by)
		}
		data[at] ^= by
	}
	folder["2.pgn"] = &fstest.MapFile{Data: []byte("*\n")}
	if found := strings.Join(faults(VerifyFolder(folder, 1<<20)), "\n"); !strings.Contains(found, "2.pgn is not the file") {
		t.Error(found)
	}
	delete(folder, "2.pgn")
	delete(folder, "1.pgn")
	if found := strings.Join(faults(VerifyFolder(folder, 1<<20)), "\n"); !strings.Contains(found, `"1.pgn" is named in the manifest and not in the folder`) {
		t.Error(found)
	}
	delete(folder, name)
	if found := strings.Join(faults(VerifyFolder(folder, 1<<20)), "\n"); !strings.Contains(found, "has no MANIFEST") {
		t.Error(found)
	}
}

// TestFolderForged: where the manifest is written anew, what lies beside an archive and differs from it is
// found, and what no archive holds is named.
func TestFolderForged(t *testing.T) {
	archive := build(t, sample(t))
	files := unpacked(t, archive)
	for name, want := range map[string]string{"1/1.eml": "is not what 1.zip holds", "1.events.jsonl": "is not what 1.zip holds", "1/9.eml": "files that no archive holds: ", "1.pgn": "files that no archive holds: "} {
		folder := fstest.MapFS{"1.zip": {Data: archive}, "1.pgn": {Data: []byte("*\n")}, "1/1.eml": {Data: files["letters/in/1.eml"]},
			"1/9.eml": {Data: []byte("P-K4\r\n")}, "1.events.jsonl": {Data: files[eventsFile]}}
		data := bytes.Clone(folder[name].Data)
		if at := bytes.Index(data, []byte(`"hash":"`)); at >= 0 {
			data[at+9] ^= 1
		} else {
			data[0] ^= 1
		}
		folder[name] = &fstest.MapFile{Data: data}
		manifest, text, err := FolderManifest(folder)
		if err != nil {
			t.Fatal(err)
		}
		folder[manifest] = &fstest.MapFile{Data: text}
		if !slices.ContainsFunc(VerifyFolder(folder, 1<<20), func(f Finding) bool {
			return (f.Fault || f.Unproved) && strings.Contains(f.Words, name) && strings.Contains(f.Words, want)
		}) {
			t.Errorf("%s: neither found nor named", name)
		}
	}
}
