package courier

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"corrd/game"
)

// TestWhatFallsDueAgain: of all that can fall due it is laid down whether it comes about again at
// its time while a store that was put back catches up, and whether it ends a game or a turn of it.
// What a new Due does there is decided here.
func TestWhatFallsDueAgain(t *testing.T) {
	type fate struct{ repeats, ends bool }
	want := map[string]fate{
		"DueFlag": {true, true}, "DueStay": {true, true},
		"DueReminder": {true, false}, "DueResumption": {true, false}, "DueNotice": {true, false},
		"DueCertificate": {true, false}, "DueDelivery": {true, false}, "DueIntention": {true, false},
		"DueProof": {}, "NothingDue": {}, // a search is made again
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../../../game/due.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		typ, ok := spec.Type.(*ast.Ident)
		value, is := spec.Values[0].(*ast.BasicLit)
		if !ok || !is || typ.Name != "Due" {
			return true
		}
		found++
		name, due := spec.Names[0].Name, game.Due(strings.Trim(value.Value, `"`))
		decided, known := want[name]
		if !known {
			t.Errorf("nobody has decided whether %s comes about again after a restore", name)
		}
		if got := (fate{repeats(due), ends(due)}); got != decided {
			t.Errorf("%s: %+v, want %+v", name, got, decided)
		}
		return true
	})
	if found != len(want) {
		t.Errorf("%d things can fall due, want %d", found, len(want))
	}
}
