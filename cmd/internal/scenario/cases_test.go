package scenario

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

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
	for _, s := range scenarios(t, suite) {
		text, err := os.ReadFile(s.Name)
		head, _, _ := strings.Cut(string(text), "\ncode:")
		if err != nil || !strings.Contains(head, "# Open: ") || !strings.Contains(head, "# Taken: ") {
			t.Errorf("%s does not say what was open and what was taken: %v", s.Name, err)
		}
	}
}
