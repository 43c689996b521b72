package scenario

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/game/codes"
)

// named returns the provision in the name of a file: "III.3", "house:2", "terms:time".
func named(s Scenario) string {
	name := strings.TrimSuffix(filepath.Base(s.Name), ".txt")
	clause, rest, _ := strings.Cut(name, "-")
	if law, ok := spaced(s, strings.Split(name, "-")); ok {
		return law
	}
	if clause == "terms" {
		term, _, _ := strings.Cut(rest, "-")
		return "terms:" + term
	}
	return strings.Replace(clause, "house.", "house:", 1)
}

// spaced finds a provision whose name has spaces and begins the name of a file: the file
// S-Corr-VIII-two-bishops is named for S-Corr VIII.
func spaced(s Scenario, words []string) (law string, ok bool) {
	code, _ := codes.ByID(s.Terms.Code)
	for n := len(words); words[0] == "S" && n > 1; n-- {
		name := strings.Join(words[2:max(2, n)], " ")
		if law, ok := code.Provision(strings.TrimSpace("S-" + words[1] + " " + name)); ok {
			return string(law), true
		}
	}
	return "", false
}

// asserted returns the laws of events and results that a file expects, the texts that it expects,
// and whether it expects a result.
func asserted(s Scenario) (laws, texts []string, result bool) {
	for _, step := range s.Steps {
		e, ok := step.Do.(Expectation)
		if !ok || e.Not {
			continue
		}
		switch e.Subject {
		case "law":
			laws = append(laws, e.Want)
		case "text":
			texts = append(texts, e.Want)
		case "result":
			result = true
			if _, law, ok := strings.Cut(e.Want, " "); ok {
				laws = append(laws, law)
			}
		}
	}
	return laws, texts, result
}

// TestFilesAssertTheirLaw checks that a file asserts a law, a result, or words that cite its law.
// When an event of the file cites the law for which the file is named, the file must assert this
// law. Many provisions say what words mean and are never cited: I.7 is shown by the move that is
// played, whose event cites I.13.C.
func TestFilesAssertTheirLaw(t *testing.T) {
	for _, s := range scenarios(t) {
		law := named(s)
		laws, texts, result := asserted(s)
		cites := func(text string) bool { return strings.Contains(text, "("+law+")") }
		if len(laws) == 0 && !result && !slices.ContainsFunc(texts, cites) {
			t.Errorf("%s asserts neither a law nor a result", slug(s))
		}
	}
	for _, s := range inCore(t) {
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			law := named(s)
			laws, _, _ := asserted(s)
			of := func(l string) bool { return Expectation{Subject: "law", Want: law}.metBy(l) }
			if slices.ContainsFunc(throughCore(s).cited, of) && !slices.ContainsFunc(laws, of) {
				t.Errorf("it does not assert %s, on which something in it rests", law)
			}
		})
	}
}

var caseFile = regexp.MustCompile("`([^`]+)`")

// TestCasesAreShown checks that every file named by the table of cases exists, and that the file
// says at its top which question was open and which answer was taken.
func TestCasesAreShown(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(suite, "cases.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(table)) {
		for _, m := range caseFile.FindAllStringSubmatch(line, -1) {
			if !strings.HasPrefix(line, "| ") {
				continue
			}
			file := m[1]
			if !strings.Contains(file, "/") {
				file = "british-1899/" + file
			}
			if _, err := os.Stat(filepath.Join(suite, filepath.FromSlash(file)+".txt")); err != nil {
				t.Errorf("%s%v", line, err)
			}
			named++
		}
	}
	if named < 100 {
		t.Errorf("the table names %d files", named)
	}
	for _, s := range scenarios(t) {
		text, err := os.ReadFile(s.Name)
		head, _, _ := strings.Cut(string(text), "\ncode:")
		if err != nil || !strings.Contains(head, "# Open: ") || !strings.Contains(head, "# Taken: ") {
			t.Errorf("%s does not say what was open and what was taken: %v", s.Name, err)
		}
	}
}
