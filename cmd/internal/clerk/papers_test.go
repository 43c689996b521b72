package clerk_test

import (
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"corrd/game/codes"
)

// papers are the documents of the repository.
var papers = []string{"ARCHITECTURE.md", "CHANGELOG.md", "OPERATING.md", "README.md", "store/postgres/OPERATING.md", "store/postgres/FIGURES.md"}

// walked are the paths in the repository, from its top and with slashes.
var walked = sync.OnceValues(func() (all []string, err error) {
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && e.Name() == ".git" {
			return filepath.SkipDir
		}
		rel, _ := filepath.Rel(root, path)
		all = append(all, filepath.ToSlash(rel))
		return err
	})
	return all, err
})

// files returns the paths in the repository.
func files(t *testing.T) []string {
	t.Helper()
	all, err := walked()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// texts gives every comment of the Go files, tests among them, and every paper, to f.
func texts(t *testing.T, f func(where, text string)) {
	t.Helper()
	for _, file := range goFiles(t) {
		for _, group := range file.Comments {
			f(set.Position(group.Pos()).String(), group.Text())
		}
	}
	for _, paper := range papers {
		text, err := os.ReadFile(filepath.Join(root, paper))
		if err != nil {
			t.Fatal(err)
		}
		f(paper, string(text))
	}
}

var (
	clause   = regexp.MustCompile(`\b(?:(?:I|II|III|IV)\.\d+(?:\.[A-E])?(?:\([a-z]\))?|house:\d+)`)
	standard = regexp.MustCompile(`\bRFC[ -]?\d+`)
	goodRFC  = regexp.MustCompile(`^RFC \d{3,4}$`)
	fileName = regexp.MustCompile(`[\w./-]*\w\.(?:go|txt|md|txtar)\b`)
	quoted   = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")
	foreign  = regexp.MustCompile(`\b[A-Z]{4,6} §?\d|\b[Ii]ssue \d|\.\./\w|\b[Hh]e\b|\b[Hh]is\b|\bhim(?:self)?\b|\b[Ss]he\b|\b[Hh]ers?\b|\bherself\b|[Tt]hat is why`)
)

// elsewhere are files that corrd writes, and one of another project.
var elsewhere = map[string]bool{"HOW-TO-VERIFY.txt": true, "tests/test-vector.txt": true}

// TestCitations: a provision that a comment or a paper cites has a digest under some
// code of laws, a file that one names is in the repository, and an RFC is written as
// one. Only laws are cited here: `corrctl law` prints them.
func TestCitations(t *testing.T) {
	all := "\n" + strings.Join(files(t), "\n") + "\n"
	british, _ := codes.ByID("british-1899")
	american, _ := codes.ByID("american-1897")
	texts(t, func(where, text string) {
		for _, law := range clause.FindAllString(text, -1) {
			if _, ok := british.Provision(law); !ok {
				if _, ok := american.Provision(law); !ok {
					t.Errorf("%s cites %s, which has no digest in game/laws", where, law)
				}
			}
		}
		for _, rfc := range standard.FindAllString(text, -1) {
			if !goodRFC.MatchString(rfc) && !strings.Contains(text, "time."+rfc) && !strings.Contains(text, rfc+".") {
				t.Errorf("%s: write %q as in RFC 5321", where, rfc)
			}
		}
		for _, name := range fileName.FindAllString(text, -1) {
			name = strings.TrimLeft(name, "./")
			if !elsewhere[name] && !strings.Contains(all, "/"+name+"\n") && !strings.Contains(all, "\n"+name+"\n") {
				t.Errorf("%s names %s, which is not in the repository", where, name)
			}
		}
	})
}

// TestPlainWords: no comment or paper sends its reader to a document outside the repository or to a
// number that only those who wrote the code know, and no pronoun tells the sex of a person.
func TestPlainWords(t *testing.T) {
	texts(t, func(where, text string) {
		if word := foreign.FindString(quoted.ReplaceAllString(text, "")); word != "" {
			t.Errorf("%s says %q", where, word)
		}
	})
}

// declared are the names that each package of the module declares, tests among them,
// by the name of the package; a method is there as Type.Method and as Method.
func declared(t *testing.T) map[string]map[string]bool {
	t.Helper()
	names := map[string]map[string]bool{}
	for _, file := range goFiles(t) {
		pkg := strings.TrimSuffix(file.Name.Name, "_test")
		if names[pkg] == nil {
			names[pkg] = map[string]bool{}
		}
		ast.Inspect(file.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names[pkg][n.Name.Name] = true
				if n.Recv != nil {
					of := n.Recv.List[0].Type
					if star, ok := of.(*ast.StarExpr); ok {
						of = star.X
					}
					if of, ok := of.(*ast.Ident); ok {
						names[pkg][of.Name+"."+n.Name.Name] = true
					}
				}
			case *ast.TypeSpec:
				names[pkg][n.Name.Name] = true
				if i, ok := n.Type.(*ast.InterfaceType); ok {
					for _, m := range i.Methods.List {
						for _, name := range m.Names {
							names[pkg][n.Name.Name+"."+name.Name] = true
						}
					}
				}
			case *ast.ValueSpec:
				for _, name := range n.Names {
					names[pkg][name.Name] = true
				}
			}
			return true
		})
	}
	return names
}

var (
	codeWord = regexp.MustCompile("`([^`]+)`")
	nameLike = regexp.MustCompile(`^(?:[A-Z]\w*[a-z]\w*|[\w.-]*[/.][\w./-]*\w/?)$`) // a path, a Name or pkg.Name
)

// limits is how the comment of a package says what the package must not know.
var limits = regexp.MustCompile(`must not know|must not look|[Ii]t knows no|knows (?:no|nothing)|does not know|neither knows|decides nothing|know nothing|nothing else|knows? nothing|'s to say`)

// commands are the packages that may know everything.
var commands = []string{"cmd/corrd", "cmd/corrctl"}

// TestPackageComments: the comment of every package says what the package is for and what it must
// not know.
func TestPackageComments(t *testing.T) {
	docs := map[string]string{}
	eachFile(t, func(pkg, path string, file *ast.File) {
		if file.Doc != nil && docs[pkg] != "" {
			t.Errorf("%s: package %s has a second comment", path, pkg)
		}
		docs[pkg] += strings.Join(strings.Fields(file.Doc.Text()), " ")
	})
	for pkg, doc := range docs {
		if !strings.HasPrefix(doc, "Package "+filepath.Base(pkg)+" ") && !strings.HasPrefix(doc, "Package main ") && !slices.Contains(commands, pkg) {
			t.Errorf("package %s has no comment that begins with its name", pkg)
		}
		if !limits.MatchString(doc) && !slices.Contains(commands, pkg) {
			t.Errorf("the comment of package %s does not say what the package must not know", pkg)
		}
	}
}

// TestArchitecture: every package has a place in the table of rooms of ARCHITECTURE.md, and what
// that paper names is there: packages, files, types and functions.
func TestArchitecture(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
		words := codeWord.FindAllStringSubmatch(cell, -1)
		for _, m := range words {
			name := m[1]
			if first := words[0][1]; name != first && !strings.Contains(name, "/") {
				name = filepath.ToSlash(filepath.Join(filepath.Dir(first), name))
			}
			rows[name] = rows[name] || strings.HasPrefix(line, "| `")
		}
	}
	eachFile(t, func(pkg, path string, _ *ast.File) {
		if !rows[pkg] {
			t.Errorf("ARCHITECTURE.md has no row for the package %s", pkg)
			rows[pkg] = true
		}
	})
	paths, names := "\n"+strings.Join(files(t), "\n")+"\n", declared(t)
	for _, m := range codeWord.FindAllStringSubmatch(string(raw), -1) {
		word := strings.TrimSuffix(m[1], "/")
		found := strings.Contains(paths, "/"+word+"\n") || strings.Contains(paths, "\n"+word+"\n")
		for pkg, of := range names {
			name, inside := strings.CutPrefix(word, pkg+".")
			found = found || of[word] || inside && of[name]
		}
		if nameLike.MatchString(m[1]) && !found {
			t.Errorf("ARCHITECTURE.md names %s, which is not in the repository", word)
		}
	}
}
