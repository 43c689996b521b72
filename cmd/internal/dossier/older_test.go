package dossier

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game/terms"
)

// TestOlderArchives verifies archives that older versions of corrd have made, whose formats lack
// fields and whose readers read some words otherwise, and one of an older store. None is called
// altered.
func TestOlderArchives(t *testing.T) {
	files, err := filepath.Glob("testdata/older/*.zip")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		archive, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Verify(archive) {
			if f.Fault {
				t.Errorf("%s: %s", name, f.Words)
			}
		}
	}
}

// TestTermsThatCameLater: an archive of before a term has no line of it, and is the evidence that
// it was. A line that somebody has set, or a change beside the lines, is found as ever.
func TestTermsThatCameLater(t *testing.T) {
	archive := unpacked(t, build(t, sample(t)))
	written := func(files map[string][]byte) state {
		var s state
		if err := json.Unmarshal(files[stateFile], &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	findings := func(sealed bool, s state) []Finding {
		files := maps.Clone(archive)
		var err error
		if files[stateFile], err = marshal(s); err != nil {
			t.Fatal(err)
		}
		var about About
		if err := json.Unmarshal(files[aboutFile], &about); err != nil {
			t.Fatal(err)
		}
		if sealed {
			files[sealFile], err = seal(files, about, house.Sign)
		} else {
			about.Format = sealedSince - 1
			delete(files, sealFile)
			files[aboutFile], err = marshal(about)
		}
		if err != nil {
			t.Fatal(err)
		}
		files[manifestFile] = manifest(files)
		packed, err := pack(files)
		if err != nil {
			t.Fatal(err)
		}
		return Verify(packed)
	}
	unset := terms.Terms{}.Lines()
	lacks := func(line string) state {
		s := written(archive)
		s.Terms = slices.DeleteFunc(s.Terms, func(l string) bool { return l == line })
		return s
	}
	later := 0
	for _, line := range written(archive).Terms {
		came := slices.Contains(unset, line)
		if came {
			later++
		}
		if found := faults(findings(true, lacks(line))); came != (found == nil) {
			t.Errorf("without %q: %q", line, found)
		}
		told := slices.ContainsFunc(findings(false, lacks(line)), func(f Finding) bool {
			return f.Unproved && strings.Contains(f.Words, line)
		})
		if told != came {
			t.Errorf("without %q and without a seal: told to be unproved: %v", line, told)
		}
	}
	if later < 5 {
		t.Errorf("%d terms of the sample are unset", later)
	}
	beside := lacks(unset[len(unset)-1])
	beside.FEN = "8/8/8/8/8/8/8/8 w - - 0 1"
	if faults(findings(true, beside)) == nil {
		t.Error("another position beside a term that is lacking is not found")
	}
	added := lacks(unset[len(unset)-1])
	added.Terms = append(added.Terms, "observers yes")
	if faults(findings(true, added)) == nil {
		t.Error("another value in place of a term that is lacking is not found")
	}
}
