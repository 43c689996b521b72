package dossier

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// resealed writes the manifest anew and packs the files.
func resealed(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	files[manifestFile] = manifest(files)
	archive, err := pack(files)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// zipped is a ZIP archive as other programs write one.
func zipped(t *testing.T, change func(h *zip.FileHeader), files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range sortedKeys(files) {
		h := &zip.FileHeader{Name: name, Method: zip.Store}
		change(h)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(files[name]))
	}
	w.SetComment("\x1b[2J")
	w.Close()
	return b.Bytes()
}

// hostileArchives are archives that somebody made to hurt whoever verifies them.
func hostileArchives(t *testing.T) map[string][]byte {
	c := sample(t)
	c.Format = sealedSince - 1
	good := unpacked(t, build(t, c))
	with := func(name, content string) []byte {
		files := maps.Clone(good)
		files[name] = []byte(content)
		return resealed(t, files)
	}
	replaced := func(name, old, other string) []byte {
		if !strings.Contains(string(good[name]), old) {
			t.Fatalf("%s holds no %q", name, old)
		}
		return with(name, strings.Replace(string(good[name]), old, other, 1))
	}
	plain := func(*zip.FileHeader) {}
	many := map[string]string{}
	for i := range 20000 {
		many[fmt.Sprintf("letters/in/%d.eml", i)] = ""
	}
	declared := slices.Clone(build(t, c))
	binary.LittleEndian.PutUint32(declared[18:], 1<<31-1)
	deep := strings.Repeat("[", 1<<19) + strings.Repeat("]", 1<<19)
	eml := string(good["letters/in/1.eml"])
	row, _, _ := strings.Cut(string(good[lettersFile]), "\n")
	return map[string][]byte{
		"a symlink":                  zipped(t, func(h *zip.FileHeader) { h.SetMode(0o120777) }, map[string]string{"MANIFEST": "/etc/passwd"}),
		"a path out of the folder":   zipped(t, plain, map[string]string{"../../etc/passwd": "x"}),
		"an absolute path":           with("/etc/passwd", "x"),
		"a path up":                  with("../x", "x"),
		"a terminal's orders":        with("\x1b[2J\x1b]0;x\x07\u202e", "x"),
		"many files":                 zipped(t, plain, many),
		"a size that is not there":   declared,
		"a ZIP in a ZIP":             with("inner.zip", string(declared)),
		"no ZIP":                     []byte("PK"),
		"an end alone":               []byte("PK\x05\x06" + strings.Repeat("\x00", 18)),
		"deep JSON":                  with(aboutFile, deep),
		"deep JSON in an event":      replaced(eventsFile, `\"data\":{`, `\"data\":{\"x\":`+deep+`,`),
		"wide JSON":                  with(aboutFile, `{"players":[`+strings.Repeat("{},", 300000)+`{}]}`),
		"texts without number":       replaced(eventsFile, `"beside":[`, `"beside":[`+strings.Repeat("{},", 500000)+`{}],"x":[`),
		"rows without number":        with(lettersFile, strings.Repeat(row+"\n", 31000)),
		"a long row":                 with(lettersFile, `{"id":"`+strings.Repeat("1", 9<<20)+`"}`),
		"a long number":              replaced(aboutFile, `"game":1`, `"game":`+strings.Repeat("1", 100000)),
		"a key of a million bits":    with(keysFile, `{"name":"a._domainkey.b","txt":"v=DKIM1; k=rsa; p=`+strings.Repeat("A", 200000)+`","seen":"2026-01-01T00:00:00Z"}`+"\n"),
		"signatures without number":  with("letters/in/1.eml", strings.Repeat("DKIM-Signature: v=1; a=rsa-sha256; d=x; s=y; h=from; bh=; b=\r\n", 10000)+eml),
		"fields without number":      with("letters/in/1.eml", strings.Repeat("A:\r\n", 250000)+eml),
		"a field without end":        with("letters/in/1.eml", "References: "+strings.Repeat("<a@b> ", 160000)+"\r\n"+eml),
		"parts in parts":             with("letters/in/1.eml", strings.Repeat("Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n", 20000)),
		"HTML in HTML":               with("letters/in/1.eml", "Content-Type: text/html\r\n\r\n"+strings.Repeat("<div><b>", 100000)),
		"moves without number":       with("letters/in/1.eml", "From: a@b\r\n\r\n"+strings.Repeat("Kt or ", 150000)),
		"a version of tomorrow":      replaced(aboutFile, `"format":2`, `"format":99`),
		"a version of long ago":      replaced(aboutFile, `"format":2`, `"format":-1`),
		"another corrd's":            replaced(aboutFile, `"corrd":"`, `"corrd":"\u001b[31m\u202e`),
		"a zone out of the folder":   replaced(aboutFile, `"zone":""`, `"zone":"../../../etc/passwd"`),
		"nothing but a manifest":     resealed(t, map[string][]byte{}),
		"a manifest of itself":       with(manifestFile, "x"),
		"a seal without a signature": with(sealFile, "From: corrd@club.example\r\n\r\n"),
		"a seal of nothing":          with(sealFile, ""),
		"a million events":           with(eventsFile, strings.Repeat("{}\n", 1_000_000)),
		"a million lines of nothing": with(eventsFile, strings.Repeat("\n", 1_000_000)),
		"a million letters":          with(lettersFile, strings.Repeat("{}\n", 1_000_000)),
		"a million keys":             with(keysFile, strings.Repeat("{}\n", 1_000_000)),
		"the first event for ever":   with(eventsFile, strings.Repeat(firstLine(good[eventsFile]), 1+30<<20/len(firstLine(good[eventsFile])))),
		"the log for ever":           with(eventsFile, strings.Repeat(string(good[eventsFile]), 1+30<<20/len(good[eventsFile]))),
		"a file for a folder":        zipped(t, plain, map[string]string{"letters": "x", "letters/in/1.eml": "x"}),
		"two files of one name":      append(slices.Clone(build(t, c)), build(t, c)...),
		"a ZIP behind another":       append([]byte("PK\x05\x06"+strings.Repeat("\x00", 18)), build(t, c)...),
		"a comment without end":      append(slices.Clone(build(t, c)), bytes.Repeat([]byte("x"), 1<<20)...),
	}
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return line + "\n"
}

// TestHostileArchives: whoever verifies an archive that was made to hurt them has an answer in
// seconds, in bounded memory, in lines that a terminal only prints.
func TestHostileArchives(t *testing.T) {
	archives, nth := hostileArchives(t), 1
	if testing.Short() {
		nth = 3
	}
	for _, name := range every(slices.Sorted(maps.Keys(archives)), nth) {
		checkHostile(t, name, archives[name])
	}
}

func checkHostile(t *testing.T, name string, archive []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	found := Verify(archive)
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	if took > 10*time.Second {
		t.Errorf("%s takes %v", name, took)
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 256<<20 {
		t.Errorf("%s takes %d MiB", name, grown>>20)
	}
	t.Logf("%-28s %6d KiB %6d ms  %.100s", name, len(archive)>>10, took.Milliseconds(), strings.Join(faults(found), " | "))
	if len(found) == 0 || len(found) > mostFaults+100 {
		t.Errorf("%s: %d lines", name, len(found))
	}
	if faults(found) == nil && !slices.ContainsFunc(found, func(f Finding) bool { return f.Unproved }) {
		t.Errorf("%s: nothing is found", name)
	}
	for _, f := range found {
		if strings.ContainsFunc(f.Words, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%s: a line that is not only printed: %q", name, f.Words)
		}
	}
}

// extremes are numbers, times and moves that no game has.
var extremes = []struct {
	what  *regexp.Regexp
	other []string
}{
	{regexp.MustCompile(`:-?\d+`), []string{":-1", ":0", ":7", ":1000000000", ":9223372036854775807", ":-9223372036854775808"}},
	{regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"`), []string{`"0001-01-01T00:00:00Z"`, `"9999-12-31T23:59:59Z"`, `"2026-01-01T00:00:00+23:59"`}},
	{regexp.MustCompile(`"[a-h][1-8][a-h][1-8]"`), []string{`"a1a1"`, `"h8h1q"`, `"0000"`}},
	{regexp.MustCompile(`\["[^]]*\]`), []string{`[]`, `null`, `["","",""]`}},
}

// TestHostileEvents: events that no game has, chained as if corrd had written them, are found, or
// change nothing that is looked at, and take no time.
func TestHostileEvents(t *testing.T) {
	post, refusal := codes.ParseTerms([]interpret.Term{{Key: "medium", Value: "post"}, {Key: "seed", Value: "1"}}, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	for _, c := range []Case{
		played(t, terms.Default(), whole, "P-K4; if P-K4, Kt-KB3", "black: Kt-K9", "waive", "black: P-K4\noffer draw", "leave 5 days\nP-Q4"),
		played(t, post, whole, "P-K4", "black: repeat card"),
	} {
		c.Format = sealedSince - 1
		files := unpacked(t, build(t, c))
		rows, err := readLines[eventRow](files[eventsFile], Format, longestLine)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for i := range rows {
			line := *rows[i].Line
			for _, e := range extremes {
				for _, at := range e.what.FindAllStringIndex(line, -1) {
					for _, other := range e.other {
						if n++; testing.Short() && n%30 != 0 {
							continue
						}
						files, rows := maps.Clone(files), slices.Clone(rows)
						forged := line[:at[0]] + other + line[at[1]:]
						rows[i].Line = &forged
						rechain(files, rows)
						described(files)
						begun := time.Now()
						found := Verify(resealed(t, files))
						if took := time.Since(begun); took > 5*time.Second || len(found) == 0 {
							t.Errorf("%s in the place of %s takes %v", other, line[at[0]:at[1]], took)
						}
					}
				}
			}
		}
		t.Log(n, "events")
	}
}

// overlapping is a ZIP archive in which many files are the same octets, told as each file's own.
func overlapping(count int, content string) []byte {
	one, err := pack(map[string][]byte{"file0000": []byte(content)})
	if err != nil {
		panic(err)
	}
	at := bytes.LastIndex(one, []byte("PK\x01\x02"))
	end := bytes.LastIndex(one, []byte("PK\x05\x06"))
	entry := one[at:end]
	bomb := append([]byte{}, one[:at]...)
	for i := range count {
		bomb = append(bomb, bytes.Replace(entry, []byte("file0000"), fmt.Appendf(nil, "file%04d", i), 1)...)
	}
	last := append([]byte{}, one[end:]...)
	binary.LittleEndian.PutUint16(last[8:], uint16(count))
	binary.LittleEndian.PutUint16(last[10:], uint16(count))
	binary.LittleEndian.PutUint32(last[12:], uint32(count*len(entry)))
	return append(bomb, last...)
}

// TestArchiveThatIsABomb: no archive takes more memory than its own size warrants: not one whose
// files overlap, and not one whose files are compressed.
func TestArchiveThatIsABomb(t *testing.T) {
	content := strings.Repeat("x", 1<<20)
	var deflated bytes.Buffer
	w := zip.NewWriter(&deflated)
	for i := range 2000 {
		f, err := w.Create(fmt.Sprintf("letters/%0200d", i))
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(content[:1<<16]))
	}
	w.Close()
	for name, archive := range map[string][]byte{"overlapping": overlapping(100, content), "deflated": deflated.Bytes()} {
		files, _, err := unpack(archive)
		total := 0
		for _, f := range files {
			total += len(f)
		}
		if err == nil || total > len(archive) {
			t.Errorf("%s: an archive of %d octets gives files of %d, %v", name, len(archive), total, err)
		}
		if faults(Verify(archive)) == nil {
			t.Errorf("%s: no fault is found", name)
		}
	}
}

// TestOneDamagedMember: an archive of which one member was damaged on its way has one fault, which
// names the member, whichever member it is.
func TestOneDamagedMember(t *testing.T) {
	archive := build(t, sample(t))
	members, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range members.File {
		at, err := member.DataOffset()
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.Clone(archive)
		damaged[at+int64(member.CompressedSize64/2)] ^= 1
		if found := faults(Verify(damaged)); len(found) != 1 || !strings.Contains(found[0], member.Name) {
			t.Errorf("%s is damaged, and found are %d faults: %q", member.Name, len(found), found)
		}
	}
}
