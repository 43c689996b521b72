package ledger

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
	"time"

	"corrd/store"
)

// TestTalliesAreListed: each tally that budget.go declares says of what it is counted.
func TestTalliesAreListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "budget.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); !ok || of.Name != "Tally" {
			return true
		}
		declared++
		name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		times := 0
		for _, c := range counted {
			if string(c.Tally) == name {
				times++
			}
		}
		if times != 1 {
			t.Errorf("%s, %q, is listed %d times among the tallies", spec.Names[0].Name, name, times)
		}
		return true
	})
	if declared != len(counted) {
		t.Errorf("%d tallies are declared, and %d are listed", declared, len(counted))
	}
}

// TestCountsOfAPlayer: what is lifted of a player is all that is counted of the player and of their
// addresses.
func TestCountsOfAPlayer(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	counts := CountsOf(store.Player{ID: 7, Addresses: []string{"Zoe@example.org"}}, now)
	for _, want := range []string{TallyStandings.At("zoe@example.org", now), TallyLeaves.By(7, now), TallyKeyed.At("zoe@example.org", now), TallyAddresses.ByTo(7, "zoe@example.org", now),
		TallyRenames.Proved(store.ByKey).By(7, now), TallyEntries.By(7, now)} {
		if !slices.Contains(counts, want) {
			t.Errorf("%s is not lifted", want)
		}
	}
}
