package daemon_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var mutate = flag.Bool("sim.mutations", false, "build corrd with each fault of testdata/mutations, and see that the seeds named there find it")

// mutation is a fault that is put into the program on purpose: places in its source and their
// replacements. The mutation's file describes the fault, lists the seeds that find it, and gives
// the old and the new text for each source file.
type mutation struct {
	name  string
	what  string
	seeds []string
	edits []edit
}

type edit struct{ file, old, becomes string }

// module is the path from this package to the folder of go.mod.
const module = "../../.."

func mutations(t *testing.T) (all []mutation) {
	t.Helper()
	files, err := filepath.Glob("testdata/mutations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no mutations: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		what, seeds, _ := strings.Cut(string(a.Comment), "\nseeds:")
		m := mutation{name: strings.TrimSuffix(filepath.Base(file), ".txt"), what: what, seeds: strings.Fields(seeds)}
		for i := 0; i+1 < len(a.Files); i += 2 {
			m.edits = append(m.edits, edit{a.Files[i].Name, text(a.Files[i]), text(a.Files[i+1])})
		}
		all = append(all, m)
	}
	return all
}

func text(f txtar.File) string { return strings.TrimSuffix(string(f.Data), "\n") }

// apply returns the source of a file after the edit.
func (e edit) apply(t *testing.T) []byte {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(module, e.file))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(source, []byte(e.old)); n != 1 {
		t.Fatalf("the old text is %d times in %s:\n%s", n, e.file, e.old)
	}
	return bytes.Replace(source, []byte(e.old), []byte(e.becomes), 1)
}

// TestMutations checks that every mutation still fits the source and names seeds. With
// -sim.mutations, which `make mutations` sets, TestMutations also checks that each of these seeds
// fails with the mutation.
func TestMutations(t *testing.T) {
	for _, m := range mutations(t) {
		t.Run(m.name, func(t *testing.T) {
			overlay := m.overlay(t)
			if len(m.edits) == 0 || len(m.seeds) < 3 {
				t.Errorf("%d edits, found by the seeds %v: name three", len(m.edits), m.seeds)
			}
			if *mutate {
				m.find(t, overlay)
			}
		})
	}
}

// overlay writes the edited files, and gives the file that makes the go command use them in place
// of the originals. The originals do not change.
func (m mutation) overlay(t *testing.T) string {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	for i, e := range m.edits {
		original, err := filepath.Abs(filepath.Join(module, e.file))
		if err != nil {
			t.Fatal(err)
		}
		replace[original] = filepath.Join(dir, fmt.Sprint(i, ".go"))
		if err := os.WriteFile(replace[original], e.apply(t), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, list, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// searched is how many seeds find tries in order to replace a seed that no longer finds a
// mutation.
const searched = 100

// find runs the seeds named in the mutated program.
func (m mutation) find(t *testing.T, overlay string) {
	program := filepath.Join(filepath.Dir(overlay), "mutated.test")
	if out, err := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fails := func(seed string) bool {
		return exec.Command(program, "-test.run=^TestSimulator$", "-sim.seed="+seed).Run() != nil
	}
	missed := len(m.seeds) == 0
	for _, seed := range m.seeds {
		if !fails(seed) {
			t.Errorf("seed %s does not find it: %s", seed, m.what)
			missed = true
		}
	}
	if !missed {
		t.Logf("%s Found by the seeds %s", m.what, strings.Join(m.seeds, " "))
		return
	}
	for n, found := 1, 0; n <= searched && found < 6; n++ {
		if seed := fmt.Sprint(n); fails(seed) {
			t.Logf("seed %s finds it", seed)
			found++
		}
	}
}
