package dossier

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
)

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
