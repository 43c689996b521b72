package game_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"corrd/game"
	"corrd/store/storetest"
)

var update = flag.Bool("update", false, "write the tables of testdata anew")

// TestKindsOfEvents: of every kind of event it is laid down whether it gives a letter something new
// to act on. A new kind stands in none of the lines.
func TestKindsOfEvents(t *testing.T) {
	var table []string
	storetest.EachKind(t, "../store/testdata", func(tag string, fact game.Fact) {
		stirs := "stirs"
		if !game.Stirs(fact) {
			stirs = "stirs nothing"
		}
		table = append(table, tag+": "+stirs)
	})
	storetest.LaidDown(t, "testdata/kinds.txt", table, *update)
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
	storetest.LaidDown(t, "testdata/rewind.txt", table, *update)
}
