package dossier

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOlderArchives verifies archives that older versions of corrd have made, whose formats lack
// fields and whose readers read some words otherwise, and one of an older store. None is called altered.
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
