package clerk_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"corrd/interpret"
)

// cases are the functions whose cases decide what comes of a statement, by those to whom it is
// addressed.
var cases = map[string][]string{
	"game":   {"game/play/statement.go:statement", "game/play/statement.go:remaining"},
	"office": {"cmd/internal/clerk/commands.go:command", "cmd/internal/clerk/commands.go:aboutGame"},
}

// before are the kinds for the office and the registrar that never come to a case, and what takes
// them before.
var before = map[string]string{
	"KindAccept":    "desk.UnkeyedAnswer",
	"KindDecline":   "desk.UnkeyedAnswer",
	"KindChallenge": "desk.Challenges",
	"KindSet":       "settingsIn of settings.go",
	"KindShow":      "the default of aboutGame",
}

// TestEveryKindReachesACase: each kind of statement has a case where it is carried out, by those to
// whom its row in interpret/kinds.go addresses it. Moves are taken in game/play/moves.go, and what
// a row says is passed on is parted off by spoken of game/play/question.go: neither has a case.
func TestEveryKindReachesACase(t *testing.T) {
	named := kindsNamed(t)
	if len(named) != len(interpret.Kinds()) {
		t.Fatalf("rows of interpret/kinds.go has %d names for %d kinds", len(named), len(interpret.Kinds()))
	}
	inGame, inOffice := casesIn(t, cases["game"]), casesIn(t, cases["office"])
	for name, kind := range named {
		to := kind.Row().To
		switch taken := kind.IsMove() || kind.Row().PassedOn; {
		case kind.Acts() && !taken && !inGame[name]:
			t.Errorf("%s acts in a game and has no case in %v: a letter that states it is answered as one that nobody understands", name, cases["game"])
		case taken && inGame[name]:
			t.Errorf("%s has a case in %v that no letter comes to: it is taken before, as its row says", name, cases["game"])
		}
		if to&(interpret.ToOffice|interpret.ToRegistrar) != 0 && !inOffice[name] && before[name] == "" {
			t.Errorf("%s is for the office or the registrar and has no case in %v: a letter that states it is shown the game", name, cases["office"])
		}
		if before[name] != "" && inOffice[name] {
			t.Errorf("%s has a case in %v that no letter comes to: %s takes it before", name, cases["office"], before[name])
		}
	}
}

// kindsNamed returns the kinds by the names of their constants.
func kindsNamed(t *testing.T) map[string]interpret.Kind {
	t.Helper()
	byName, named := map[string]interpret.Kind{}, map[string]interpret.Kind{}
	for _, k := range interpret.Kinds() {
		byName[k.String()] = k
	}
	eachFile(t, func(_, path string, f *ast.File) {
		if path != "interpret/kinds.go" {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			row, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			id, isKind := row.Key.(*ast.Ident)
			fields, isRow := row.Value.(*ast.CompositeLit)
			if !isKind || !isRow || !strings.HasPrefix(id.Name, "Kind") {
				return true
			}
			for _, field := range fields.Elts {
				kv, ok := field.(*ast.KeyValueExpr)
				if name, is := kv.Value.(*ast.BasicLit); ok && is && kv.Key.(*ast.Ident).Name == "Name" {
					if k, known := byName[strings.Trim(name.Value, `"`)]; known {
						named[id.Name] = k
					}
				}
			}
			return false
		})
	})
	return named
}

// casesIn returns the constants of kinds that are cases of some functions, each written as its file
// and its name.
func casesIn(t *testing.T, functions []string) map[string]bool {
	t.Helper()
	found, looked := map[string]bool{}, 0
	eachFile(t, func(_, path string, f *ast.File) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !slices.Contains(functions, path+":"+fn.Name.Name) {
				continue
			}
			looked++
			ast.Inspect(fn, func(n ast.Node) bool {
				clause, ok := n.(*ast.CaseClause)
				if !ok {
					return true
				}
				for _, x := range clause.List {
					if sel, ok := x.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "Kind") {
						found[sel.Sel.Name] = true
					}
				}
				return true
			})
		}
	})
	if looked != len(functions) {
		t.Fatalf("%d of the functions %v were found", looked, functions)
	}
	return found
}
