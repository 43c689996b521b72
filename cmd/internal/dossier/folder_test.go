package dossier

import (
	"bytes"
	"math/rand"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"
	"unicode"
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

// TestFolderForged: where the manifest is written anew, what lies beside an archive and differs
// from it is found, and what no archive holds is named.
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

// TestHostileFolder: in a folder that somebody made to hurt whoever verifies it nothing is read but
// files, and none that is larger than the bound.
func TestHostileFolder(t *testing.T) {
	archive := build(t, sample(t))
	const most = 1 << 20
	large := func(t *testing.T, path string) { // a file whose octets take no room on the disk
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<40); err != nil {
			t.Fatal(err)
		}
	}
	for name, attack := range map[string]func(t *testing.T, dir string){
		"a manifest without end":        func(t *testing.T, dir string) { link(t, "/dev/zero", dir+"/"+manifestFile) },
		"a manifest that nobody writes": func(t *testing.T, dir string) { fifo(t, dir+"/"+manifestFile) },
		"a large manifest":              func(t *testing.T, dir string) { large(t, dir+"/"+manifestFile) },
		"a manifest elsewhere":          func(t *testing.T, dir string) { link(t, "/etc/passwd", dir+"/"+manifestFile) },
		"a large log":                   func(t *testing.T, dir string) { large(t, dir+"/1.events.jsonl") },
		"a log without end":             func(t *testing.T, dir string) { link(t, "/dev/zero", dir+"/1.events.jsonl") },
		"a letter that nobody writes":   func(t *testing.T, dir string) { fifo(t, dir+"/1/1.eml") },
		"a folder in itself":            func(t *testing.T, dir string) { link(t, "..", dir+"/1/up") },
		"an archive without end":        func(t *testing.T, dir string) { link(t, "/dev/zero", dir+"/2.zip") },
		"a large archive":               func(t *testing.T, dir string) { large(t, dir+"/2.zip") },
		"a large file of no kind":       func(t *testing.T, dir string) { large(t, dir+"/notes") },
		"names that a terminal obeys":   func(t *testing.T, dir string) { write(t, dir+"/\x1b[2J\u202e\n.zip", []byte("x")) },
		"a folder named as an archive":  func(t *testing.T, dir string) { os.Mkdir(dir+"/3.zip", 0o700); write(t, dir+"/3.zip/x", []byte("x")) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(dir+"/1", 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, dir+"/1.zip", archive)
			_, manifest, err := FolderManifest(os.DirFS(dir))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir+"/"+manifestFile, manifest)
			if found := faults(VerifyFolder(os.DirFS(dir), most)); found != nil {
				t.Fatalf("before: %q", found)
			}
			if strings.Contains(name, "manifest") {
				os.Remove(dir + "/" + manifestFile)
			}
			attack(t, dir)
			found := make(chan []Finding, 1)
			go func() { found <- VerifyFolder(os.DirFS(dir), most) }()
			select {
			case all := <-found:
				if faults(all) == nil {
					t.Error("nothing is found")
				}
				for _, f := range all {
					if strings.ContainsFunc(f.Words, func(r rune) bool { return !unicode.IsPrint(r) }) {
						t.Errorf("a line that is not only printed: %q", f.Words)
					}
				}
			case <-time.After(20 * time.Second):
				t.Error("the verification does not end")
			}
		})
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

func fifo(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
}
