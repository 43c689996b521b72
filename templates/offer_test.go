package templates

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"corrd/interpret"
	"corrd/templates/texts"
)

// TestEveryRightHasWords: of each right that State.Rights offers, a letter has a line that says by
// which words the right is exercised: that of its row in offers, or the words "answer NAME".
func TestEveryRightHasWords(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../game/rights.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]interpret.Kind{}
	for _, k := range interpret.Kinds() {
		named["kind"+strings.ReplaceAll(k.String(), "_", "")] = k
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if fn, ok := call.Fun.(*ast.Ident); !ok || fn.Name != "add" {
			return true
		}
		for _, right := range call.Args[1:] {
			sel, ok := right.(*ast.SelectorExpr)
			if !ok {
				t.Fatalf("a right is no kind: %#v", right)
			}
			kind, known := named[strings.ToLower(sel.Sel.Name)]
			if found++; !known {
				t.Errorf("%s is no kind of statement", sel.Sel.Name)
			} else if offers[kind].lines == nil && !texts.Has("answer "+wordsOf(kind)) {
				t.Errorf("State.Rights offers %s, and neither offers of offer.go nor words.txt (%q) says by which words it is exercised", sel.Sel.Name, "answer "+wordsOf(kind))
			}
		}
		return true
	})
	if found < 15 {
		t.Errorf("only %d rights were found in State.Rights", found)
	}
}
