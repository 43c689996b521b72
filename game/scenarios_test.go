package game

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScenarios plays the published cases through the pure core.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("../testdata/scenarios/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), "code: "+filepath.Base(filepath.Dir(name))) {
				t.Error("its code is not that of its folder")
			}
			play(t, string(text))
		})
	}
}
