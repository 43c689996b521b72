package codes

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite laws/scenarios.txt from the scenario files")

var citation = regexp.MustCompile(`\bS-(?:Corr|Reg|Odds|Cons) [IVX]+|\bS-Def [a-z ]*[a-z]|\bS-Agreement|\bL\d+\b|\b(?:I|II|III|IV)\.\d+(?:\.[A-E]\b|\.bracket)?(?:\([a-g]\))?|\b(?:house:\d+)`)

// TestScenariosAreListed keeps laws/scenarios.txt what the scenario files say:
// each shows the provisions in its name, in its first line, and those it expects.
func TestScenariosAreListed(t *testing.T) {
	files, err := filepath.Glob("../../testdata/scenarios/*/*.txt")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d scenario files, %v", len(files), err)
	}
	var list strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file), ".txt")
		list.WriteString(strings.Join(append([]string{name}, citedIn(filepath.Base(file), string(text))...), "\t") + "\n")
	}
	if *update {
		if err := os.WriteFile("laws/scenarios.txt", []byte(list.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, _ := os.ReadFile("laws/scenarios.txt"); string(kept) != list.String() {
		t.Error("laws/scenarios.txt is not what the files say: go test ./game/codes -update rewrites it")
	}
}

// citedIn returns the provisions a scenario file shows, sorted.
func citedIn(name, text string) []string {
	clause, _, _ := strings.Cut(name, "-")
	found := citation.FindAllString(strings.Replace(clause, "house.", "house:", 1), -1)
	for i, line := range strings.Split(text, "\n") {
		if i == 0 || strings.HasPrefix(line, "expect law ") || strings.HasPrefix(line, "expect result ") {
			found = append(found, citation.FindAllString(line, -1)...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

var ways = []string{"automatic", "choice", "umpire", "inapplicable"}

// TestEveryProvisionIsAccountedFor: at least two scenarios show each provision that the server
// enacts or leaves to the players.
func TestEveryProvisionIsAccountedFor(t *testing.T) {
	for _, c := range All {
		rows := map[Law]Coverage{}
		for _, row := range c.Coverage() {
			rows[row.Law] = row
		}
		for _, law := range c.Provisions() {
			row, ok := rows[law]
			switch {
			case strings.Contains(string(law), ":"): // of the house or the terms
			case !ok:
				t.Errorf("%s: nothing is said of %s", c.ID, law)
			case !slices.Contains(ways, row.How) || row.Why == "":
				t.Errorf("%s: %s is treated %q because %q", c.ID, law, row.How, row.Why)
			case slices.Contains(ways[:2], row.How) && len(row.Scenarios) < 2:
				t.Errorf("%s: %s is shown by %v", c.ID, law, row.Scenarios)
			}
		}
		for _, law := range lawsIn("coverage") {
			if !slices.ContainsFunc(All, func(c *Code) bool { return c.Digest(law) != "" }) {
				t.Errorf("there is no %s", law)
			}
		}
	}
}

func TestAppendixIsBritish(t *testing.T) {
	if british1899.Digest("Appendix") == "" || american1897.Digest("Appendix") != "" {
		t.Error("only the British code has an Appendix")
	}
	if law, ok := american1897.Provision("iii. 2 (a)"); !ok || law != "III.2(a)" {
		t.Errorf("found %q", law)
	}
	for name, want := range map[string]Law{"III.3 bracket": "III.3.bracket", "ii.11 a": "II.11.A"} {
		if law, ok := british1899.Provision(name); !ok || law != want {
			t.Errorf("%q is found as %q", name, law)
		}
	}
}

func TestLawOfSectionsIsCitedWhole(t *testing.T) {
	code, _ := ByID("british-1899")
	law, ok := code.Provision("ii.8")
	if digest := code.Digest(law); !ok || law != "II.8" || !strings.HasPrefix(digest, "(a) ") || !strings.Contains(digest, " (e) ") {
		t.Errorf("II.8 is %q, %v: %q", law, ok, digest)
	}
	for name, want := range map[string]Law{"Intro": "Introduction", "APPEN": "Appendix", "terms:ti": "terms:time"} {
		if law, ok := code.Provision(name); !ok || law != want {
			t.Errorf("%q is found as %q, %v", name, law, ok)
		}
	}
	for _, name := range []string{"II", "II.80", "II.8(z)", "", "Int", "house", "terms", "II.9("} {
		if law, ok := code.Provision(name); ok {
			t.Errorf("%q is found as %q", name, law)
		}
	}
}
