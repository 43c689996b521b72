package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// spoken are the packages whose words reach letters.
var spoken = []string{"templates", "templates/texts"}

// unspoken are the functions whose words reach no letter: errors, and mistakes of the
// program.
var unspoken = []string{"fmt.Errorf", "errors.New", "panic"}

// statements are literals of three words and more that are no sentences, but what a
// player can write, which package interpret reads.
var statements = []string{"I offer a draw", "exact penalty, take ", "set reminders on", "set challenges on"}

// literal is a string in a Go file.
type literal struct {
	at    token.Position
	text  string
	call  string // the function whose argument it is, or is a part of; ""
	whole bool   // it is the whole argument
}

var sentence = regexp.MustCompile(`[A-Za-z][a-z']*[,;:]? (?:[A-Za-z'%]+[,;:]? )+[A-Za-z'%]`)

// eachLiteral finds the strings of the packages that are spoken, but for those of tests,
// and the calls of this package.
func eachLiteral(t *testing.T, f func(l literal)) {
	t.Helper()
	fset := token.NewFileSet()
	for _, pkg := range spoken {
		files, _ := filepath.Glob(filepath.Join("..", "..", pkg, "*.go"))
		if len(files) == 0 {
			t.Fatalf("no package %s", pkg)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			var calls []*ast.CallExpr
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					return false
				case *ast.Field:
					return n.Tag == nil
				case *ast.CallExpr:
					calls = append(calls, n)
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
						call, whole := within(calls, n)
						f(literal{fset.Position(n.Pos()), text, call, whole})
					}
				}
				return true
			})
		}
	}
}

// within names the innermost of some calls of which a node is an argument, or a part of one.
func within(calls []*ast.CallExpr, n ast.Expr) (name string, whole bool) {
	for _, call := range slices.Backward(calls) {
		if n.Pos() < call.Lparen || n.Pos() > call.Rparen {
			continue
		}
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			if x, ok := f.X.(*ast.Ident); ok {
				name = x.Name + "." + f.Sel.Name
			}
		}
		return name, slices.Contains(call.Args, n)
	}
	return "", false
}

// TestWordsStandHere: no Go file of a package that is spoken holds a sentence.
func TestWordsStandHere(t *testing.T) {
	eachLiteral(t, func(l literal) {
		if strings.HasPrefix(l.call, "texts.") || slices.Contains(unspoken, l.call) || slices.Contains(statements, l.text) || Has(l.text) {
			return
		}
		if sentence.MatchString(l.text) {
			t.Errorf("%s: %q belongs into words.txt", l.at, l.text)
		}
	})
}

// TestKeysHaveWords: every key that a Go file names has words, and every key is named, or
// begins with what one names.
func TestKeysHaveWords(t *testing.T) {
	named, begun := map[string]bool{}, []string{}
	eachLiteral(t, func(l literal) {
		named[l.text] = true
		if strings.HasSuffix(l.text, " ") && l.text != " " {
			begun = append(begun, l.text)
		} else if strings.HasPrefix(l.call, "texts.") && l.whole && !Has(l.text) && Keys(l.text) == nil {
			t.Errorf("%s: no words for %q", l.at, l.text)
		}
	})
	for _, l := range regexp.MustCompile(`count [^ }]+ "([a-z ]+)"|count \([^)]+\) "([a-z ]+)"`).FindAllStringSubmatch(templates(t), -1) {
		named[l[1]+l[2]] = true
	}
	for key := range table {
		if !named[key] && !slices.ContainsFunc(begun, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
			t.Errorf("no Go file asks for the words of %q", key)
		}
	}
}

// templates gives all templates, one after the other.
func templates(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(Files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := Files.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestTableIsWellFormed: no key stands twice, and what is counted has words for several.
func TestTableIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(written) {
		line = strings.TrimSpace(line)
		key, words, ok := strings.Cut(line, ": ")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !ok || words == "" || seen[key] {
			t.Errorf("a bad line, or one that stands twice: %q", line)
		}
		seen[key] = true
	}
	for n, want := range map[int]string{0: "no moves", 1: "one move", 12: "twelve moves", 13: "13 moves", -1: "-1 moves"} {
		if got := Count(n, "move"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
