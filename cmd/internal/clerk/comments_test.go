package clerk_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

var (
	firstName = regexp.MustCompile(`^[A-Za-z_]\w*`)
	camelCase = regexp.MustCompile(`\b[a-z]+[A-Z]\w*`)
	// a line of a list of files in the comment of a package: their names, and what they are about
	filesLine = regexp.MustCompile(`(?m)^\t([a-z0-9_]+(?:, [a-z0-9_]+)*) {2,}(\S.*)`)
	namedFile = regexp.MustCompile(`\b\w+\.go\b`)
)

// notOurs are words in camel case that name nothing in Go.
var notOurs = []string{"iCalendar", "kB", "xB6"}

// goFile is a file of Go with its comments, its path from the top of the module, and what it lies
// in.
type goFile struct {
	*ast.File
	path, folder string
	test         bool
}

// parsed are the Go files of the module, tests among them, and where they stand. They are parsed at
// the first need, for all tests of the house.
var (
	set    = token.NewFileSet()
	parsed = sync.OnceValues(func() (all []goFile, err error) {
		paths, err := walked()
		for _, path := range paths {
			if !strings.HasSuffix(path, ".go") {
				continue
			}
			file, err := parser.ParseFile(set, filepath.Join(root, path), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			all = append(all, goFile{file, path, filepath.ToSlash(filepath.Dir(path)), strings.HasSuffix(path, "_test.go")})
		}
		return all, err
	})
)

// goFiles returns every Go file of the module, tests among them. They are shared: nobody changes
// one.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPackageCommentsNameFiles: the files that the comment of a package names are in the package,
// and every file that a comment names is in the module.
func TestPackageCommentsNameFiles(t *testing.T) {
	all := goFiles(t)
	there, everywhere := map[string]bool{}, map[string]bool{}
	for _, file := range all {
		path := set.Position(file.Package).Filename
		there[file.folder+"/"+filepath.Base(path)], everywhere[filepath.Base(path)] = true, true
	}
	listed := 0
	for _, file := range all {
		if file.Doc != nil && !file.test {
			list, _, _ := strings.Cut(file.Doc.Text(), "# Folder") // the post office keeps other files
			for _, line := range filesLine.FindAllStringSubmatch(list, -1) {
				if namedFile.MatchString(line[2]) {
					continue // a list by subject, which names files behind
				}
				for _, name := range strings.Split(line[1], ", ") {
					if listed++; !there[file.folder+"/"+name+".go"] {
						t.Errorf("%s: the comment names %s.go, which %s does not have", set.Position(file.Doc.Pos()), name, file.folder)
					}
				}
			}
		}
		for _, comment := range file.Comments {
			for _, name := range namedFile.FindAllString(comment.Text(), -1) {
				if !everywhere[name] && !strings.HasPrefix(name, "_") {
					t.Errorf("%s: the comment names %s, which is not there", set.Position(comment.Pos()), name)
				}
			}
		}
	}
	if listed < 40 {
		t.Errorf("only %d files were found in comments of packages", listed)
	}
}

// TestCommentsStandOnWhatTheyName: the comment of a declaration that begins with a name begins with
// the name of what is declared. A test, and a value in a list, may have a sentence without its
// name.
func TestCommentsStandOnWhatTheyName(t *testing.T) {
	for _, file := range goFiles(t) {
		for _, decl := range file.Decls {
			name, doc := documented(decl)
			if name == "" || doc == nil {
				continue
			}
			begins := firstName.FindString(doc.Text())
			mustName := begins != "" && begins[0] >= 'a' || ast.IsExported(name) && !file.test
			if mustName && begins != name && name != "init" {
				t.Errorf("%s: the comment of %s begins with %q", set.Position(doc.Pos()), name, begins)
			}
		}
	}
}

// documented returns the name and the comment of a declaration of one function, type or value; ""
// for a list of several.
func documented(decl ast.Decl) (name string, doc *ast.CommentGroup) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return decl.Name.Name, decl.Doc
	case *ast.GenDecl:
		if decl.Lparen.IsValid() || len(decl.Specs) != 1 {
			return "", nil
		}
		switch spec := decl.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name, decl.Doc
		case *ast.ValueSpec:
			if len(spec.Names) == 1 {
				return spec.Names[0].Name, decl.Doc
			}
		}
	}
	return "", nil
}

// TestCommentsNameWhatIs: a word in camel case in a comment is a name that is used in the package,
// or stands in a string there.
func TestCommentsNameWhatIs(t *testing.T) {
	all := goFiles(t)
	used, said := map[string]map[string]bool{}, map[string]*strings.Builder{}
	for _, file := range all {
		if used[file.folder] == nil {
			used[file.folder], said[file.folder] = map[string]bool{}, &strings.Builder{}
		}
		ast.Inspect(file.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				used[file.folder][n.Name] = true
			case *ast.BasicLit:
				said[file.folder].WriteString(n.Value + "\n")
			}
			return true
		})
	}
	for _, file := range all {
		texts := said[file.folder].String()
		for _, group := range file.Comments {
			for _, name := range camelCase.FindAllString(group.Text(), -1) {
				if !used[file.folder][name] && !strings.Contains(texts, name) && !slices.Contains(notOurs, name) {
					t.Errorf("%s names %s, which is not in %s", set.Position(group.Pos()), name, file.folder)
				}
			}
		}
	}
}
