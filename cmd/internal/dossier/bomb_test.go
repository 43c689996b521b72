package dossier

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

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
