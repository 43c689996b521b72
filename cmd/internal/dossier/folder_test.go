package dossier

import (
	"math/rand"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFolder: a folder of archives verifies, and one octet changed in any of its files is
// found, as is a file more or less.
func TestFolder(t *testing.T) {
	folder := fstest.MapFS{"1.zip": {Data: build(t, sample(t))}, "1.pgn": {Data: []byte("1. e4 e5 *\n")}, "1/7.eml": {Data: []byte("P-K4\r\n")}}
	name, manifest, err := FolderManifest(folder)
	if err != nil {
		t.Fatal(err)
	}
	folder[name] = &fstest.MapFile{Data: manifest}
	if found := faults(VerifyFolder(folder)); found != nil {
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
		if faults(VerifyFolder(folder)) == nil {
			t.Errorf("%s: octet %d changed by %#x is not found", n, at, by)
		}
		data[at] ^= by
	}
	folder["2.pgn"] = &fstest.MapFile{Data: []byte("*\n")}
	if found := strings.Join(faults(VerifyFolder(folder)), "\n"); !strings.Contains(found, "2.pgn is not the file") {
		t.Error(found)
	}
	delete(folder, "2.pgn")
	delete(folder, "1.pgn")
	if found := strings.Join(faults(VerifyFolder(folder)), "\n"); !strings.Contains(found, `"1.pgn" is named in the manifest and not in the folder`) {
		t.Error(found)
	}
	delete(folder, name)
	if found := strings.Join(faults(VerifyFolder(folder)), "\n"); !strings.Contains(found, "has no MANIFEST") {
		t.Error(found)
	}
}
