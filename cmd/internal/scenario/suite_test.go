package scenario

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// suite is where the published scenarios lie.
const suite = "../../../testdata/scenarios"

// scenarios reads every scenario file below a folder.
func scenarios(t *testing.T, root string) []Scenario {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "*", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario files below %s: %v", root, err)
	}
	var all []Scenario
	for _, name := range files {
		s, err := readFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		all = append(all, s)
	}
	return all
}

func readFile(name string) (Scenario, error) {
	f, err := os.Open(name)
	if err != nil {
		return Scenario{}, err
	}
	defer f.Close()
	return Parse(name, f)
}

// slug names a scenario by its folder and file.
func slug(s Scenario) string {
	name := filepath.ToSlash(s.Name)
	parts := strings.Split(strings.TrimSuffix(name, ".txt"), "/")
	return strings.Join(parts[len(parts)-2:], "/")
}

func TestCore(t *testing.T) {
	for _, s := range scenarios(t, suite) {
		t.Run(slug(s), func(t *testing.T) {
			out := Core(s)
			if !out.OK() {
				t.Error(out)
			}
			if out.Beyond != 0 {
				t.Log(out)
			}
		})
	}
}

func TestDaemon(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon for each file")
	}
	for _, s := range scenarios(t, suite) {
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			if out := Daemon(context.Background(), s, umpire); !out.OK() {
				t.Error(out)
			}
		})
	}
}
