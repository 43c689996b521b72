package clerk_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The sizes that corrd's code keeps, in lines, tests apart. Nine of ten functions are no longer
// than usualFunction; only a function that is a table is longer than mostFunction.
const (
	mostPackage   = 6850
	mostFile      = 440
	usualFunction = 40
	mostFunction  = 80
)

// longFunctions are the tables that are functions longer than mostFunction.
var longFunctions = []string{}

// TestSizes holds packages, files and functions to a size that a reader can take in.
func TestSizes(t *testing.T) {
	packages, lengths := map[string]int{}, []int{}
	eachFile(t, func(pkg, path string, f *ast.File) {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(string(text), "\n")
		packages[pkg] += lines
		if lines > mostFile {
			t.Errorf("%s has %d lines; a file has %d at most", path, lines, mostFile)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
			lengths = append(lengths, n)
			if name := pkg + "." + fn.Name.Name; n > mostFunction && !slices.Contains(longFunctions, name) {
				t.Errorf("%s has %d lines; a function has %d at most", name, n, mostFunction)
			}
		}
	})
	for pkg, lines := range packages {
		if lines > mostPackage {
			t.Errorf("package %s has %d lines, tests apart; it may have %d", pkg, lines, mostPackage)
		}
	}
	slices.Sort(lengths)
	if usual := lengths[len(lengths)*9/10]; usual > usualFunction {
		t.Errorf("one function in ten has more than %d lines; %d is what nine of ten may have", usual, usualFunction)
	}
}

// mostColumns is how wide a line of a comment is, where a tab takes tabWidth.
const (
	mostColumns = 100
	tabWidth    = 4
)

// TestWidths holds the lines of comments to a width. What is set as it stands, behind a tab, may be
// wider: a list of files, a line of JSON.
func TestWidths(t *testing.T) {
	for _, f := range goFiles(t) {
		text, err := os.ReadFile(filepath.Join(root, f.path))
		if err != nil {
			t.Fatal(err)
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			line = strings.TrimRight(line, "\n")
			comment := strings.TrimLeft(line, "\t")
			columns := utf8.RuneCountInString(comment) + tabWidth*(len(line)-len(comment))
			if strings.HasPrefix(comment, "// ") && !strings.HasPrefix(comment, "//   ") && columns > mostColumns {
				t.Errorf("%s:%d: a comment has %d columns; it has %d at most", f.path, number, columns, mostColumns)
			}
		}
	}
}
