package game_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

var update = flag.Bool("update", false, "write the tables of testdata anew")

// laidDown compares a table with the file in which it is laid down. Whoever adds a row decides what
// stands there, and sees it in the file.
func laidDown(t *testing.T, path string, table []string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(strings.Join(table, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	laid := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, line := range table {
		if !slices.Contains(laid, line) {
			t.Errorf("%q is not laid down in %s; decide whether it should be so (go test -update writes the table)", line, path)
		}
	}
	for _, line := range laid {
		if !slices.Contains(table, line) {
			t.Errorf("%s says %q, which is not so any more", path, line)
		}
	}
}

// TestKindsOfEvents: of every kind of event it is laid down whether it gives a letter something new
// to act on, and which side its letter is about. A new kind stands in none of the lines.
func TestKindsOfEvents(t *testing.T) {
	files, err := filepath.Glob("../store/testdata/events/*")
	if err != nil || len(files) < 60 {
		t.Fatal("no kinds of events: ", files, err)
	}
	var table []string
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		fact, err := store.ReadFact(tag, []byte("{}")) // the side that it names is White
		if err != nil {
			t.Fatal(tag, err)
		}
		stirs, about := "stirs", "who acted"
		if !game.Stirs(fact) {
			stirs = "stirs nothing"
		}
		switch e := (game.Event{By: game.PartyOf(board.Black), Fact: fact}); {
		case game.About(e, board.Black) == board.White:
			about = "the side named"
		case game.About(e, board.White) == board.White:
			about = "the side to move"
		}
		table = append(table, fmt.Sprintf("%s: %s, about %s", tag, stirs, about))
	}
	laidDown(t, "testdata/kinds.txt", table)
}

// TestRewoundFields: of every field of State it is laid down whether it stays as it is when the
// game goes back to the state before an event, or goes back too.
func TestRewoundFields(t *testing.T) {
	stays := map[string]bool{}
	var table []string
	for _, path := range []string{"apply.go", "state.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "rewind" {
					ast.Inspect(n, func(n ast.Node) bool {
						if a, ok := n.(*ast.AssignStmt); ok {
							for _, left := range a.Lhs {
								if sel, ok := left.(*ast.SelectorExpr); ok {
									stays[sel.Sel.Name] = true
								}
							}
						}
						return true
					})
				}
			case *ast.TypeSpec:
				fields, ok := n.Type.(*ast.StructType)
				if n.Name.Name != "State" || !ok {
					return true
				}
				for _, field := range fields.Fields.List {
					names := field.Names
					if len(names) == 0 { // embedded
						switch typ := field.Type.(type) {
						case *ast.SelectorExpr:
							names = []*ast.Ident{typ.Sel}
						case *ast.Ident:
							names = []*ast.Ident{typ}
						}
					}
					for _, name := range names {
						if stays[name.Name] {
							table = append(table, name.Name+" is set by the rewinding")
						} else {
							table = append(table, name.Name+" goes back")
						}
					}
				}
			}
			return true
		})
	}
	if len(table) < 60 || !stays["Keys"] {
		t.Fatalf("%d fields were found, %v stay", len(table), stays)
	}
	laidDown(t, "testdata/rewind.txt", table)
}
