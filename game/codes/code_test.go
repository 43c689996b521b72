package codes

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// citations returns the provisions a code cites, by the rule that cites them.
func citations(c *Code) map[string]Law {
	found := map[string]Law{}
	v := reflect.ValueOf(*c)
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		if rule, ok := v.Field(i).Interface().(interface{ Cite() Law }); ok {
			found[v.Type().Field(i).Name] = rule.Cite()
		}
	}
	for _, d := range c.Draws {
		found[string(d.Ground)] = d.By.Cite()
	}
	for f, law := range c.Breaches {
		found[fmt.Sprint("breach ", f)] = law
	}
	forfeits, _, _ := c.Forfeit.Get()
	for _, law := range forfeits {
		found["forfeit "+string(law)] = law
	}
	return found
}

func TestEveryCitationHasADigest(t *testing.T) {
	for _, c := range All {
		cited := citations(c)
		if len(cited) < 25 {
			t.Fatalf("%s cites only %d provisions", c.ID, len(cited))
		}
		for field, law := range cited {
			if c.Digest(law) == "" {
				t.Errorf("%s: %s cites %q, which has no digest", c.ID, field, law)
			}
		}
	}
}

// TestEveryTermHasADigest: each term of an agreement, which the proposal to change it cites, has a
// digest in laws/terms.txt. The terms of carriage are cited as that of the medium.
func TestEveryTermHasADigest(t *testing.T) {
	for _, line := range termLines(t) {
		if !slices.ContainsFunc(lawsIn("terms"), func(law Law) bool { return strings.HasPrefix(line, string(law[len(TermsPrefix):])+" ") }) {
			t.Errorf("laws/terms.txt has no digest of the term %q", line)
		}
	}
}

// beforePlay are the terms that nobody can change once the game has begun. Nor can those of
// carriage be changed.
var beforePlay = []string{"code", "annex", "conditionals", "first move", "board", "medium", "odds", "colour", "games", "position", "umpire"}

// TestTermsInPlay: of each term it is decided whether it can be agreed on in play or not. A new
// term stands in neither list.
func TestTermsInPlay(t *testing.T) {
	begins := func(line string) func(string) bool {
		return func(key string) bool { return strings.HasPrefix(line, key+" ") }
	}
	lines := termLines(t)
	for _, line := range lines {
		if slices.ContainsFunc(InPlay, begins(line)) == slices.ContainsFunc(beforePlay, begins(line)) {
			t.Errorf("the term %q must stand either in InPlay of beforehand.go or in beforePlay of this test", line)
		}
	}
	for _, key := range slices.Concat(InPlay, beforePlay) {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, key+" ") }) {
			t.Errorf("there is no term %q", key)
		}
	}
}

// termLines are all terms of an agreement but those of carriage, as they are written, each with a
// value.
func termLines(t *testing.T) []string {
	t.Helper()
	all := terms.Default()
	v := reflect.ValueOf(&all).Elem()
	for _, one := range v.Fields() {
		if one.Kind() == reflect.String && one.String() == "" {
			one.SetString("other") // so that it is written
		}
	}
	lines := all.Lines()
	if fields := v.NumField() - 1; len(lines) != fields { // Carriage has the terms of a medium
		t.Fatalf("%d terms are written, and there are %d: %q", len(lines), fields, lines)
	}
	return lines
}

// TestEveryRuleOfTheHouseHasADigest: of each rule that the code of corrd names, and of each term
// that it cites, the words stand in laws/house.txt or laws/terms.txt; and the rules are numbered
// without a gap, so that none of their words is lost.
func TestEveryRuleOfTheHouseHasADigest(t *testing.T) {
	named := regexp.MustCompile(`"((?:house|terms):[a-z0-9 ]+)"`)
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range named.FindAllStringSubmatch(string(source), -1) {
			if found++; All[0].Digest(Law(m[1])) == "" {
				t.Errorf("%s: there is no digest of %s", path, m[1])
			}
		}
		return err
	})
	if err != nil || found < 30 {
		t.Fatalf("%d citations: %v", found, err)
	}
	for i, law := range lawsIn("house") {
		if law != Law(fmt.Sprint("house:", i+1)) {
			t.Fatalf("%s stands in the place of house:%d", law, i+1)
		}
	}
}

func TestDigestsAreReadUnderTheCodeInForce(t *testing.T) {
	british, _ := ByID("british-1899")
	american, _ := ByID("american-1897")
	if british.Digest("II.8(c)") == american.Digest("II.8(c)") {
		t.Error("the two codes word II.8(c) differently")
	}
	if british.Digest("III.3") != american.Digest("III.3") {
		t.Error("III.3 is the same in both")
	}
	if d := All[0].Digest("V.1"); d != "" {
		t.Errorf("there is no V.1: %q", d)
	}
}

func TestAmericanIsBritishAmended(t *testing.T) {
	b, a := citations(&british1899), citations(&american1897)
	delete(a, "Equity") // the Appendix is the British code's alone
	delete(b, "Equity")
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the citations differ: %v %v", a, b)
	}
}

func TestRulesOfReading(t *testing.T) {
	terms := terms.Default()
	if r := british1899.Rules(terms); r.Notations != notation.Descriptive || r.Promotion != board.NoKind {
		t.Errorf("by default %+v", r)
	}
	terms.Notation = []string{"descriptive", "numeric"}
	if r := british1899.Rules(terms); r.Notations != notation.Descriptive|notation.Numeric {
		t.Errorf("two notations: %v", r.Notations)
	}
	free := amend(british1899, func(c *Code) { c.Record, c.Promotion = Under("III.1", AnyNotation), Under("III.1", BecomesQueen) })
	if r := free.Rules(terms); r.Notations != notation.All || r.Promotion != board.Queen {
		t.Errorf("where no agreement is needed: %+v", r)
	}
	silent := Code{}
	if r := silent.Rules(terms); r.Notations != notation.All || r.Promotion != board.NoKind {
		t.Errorf("under a code that is silent: %+v", r)
	}
}

// TestSilence: the zero rule is not a provision, and its citation says that the code is silent.
func TestSilence(t *testing.T) {
	var silent Rule[Doubt]
	if _, law, ok := silent.Get(); ok || law != "" || silent.Cite() != Silence {
		t.Errorf("%q %v %v", law, ok, silent)
	}
	if doubt, law, ok := Under("III.3", ReceiverAdopts).Get(); !ok || law != "III.3" || doubt != ReceiverAdopts {
		t.Errorf("%q %q %v", doubt, law, ok)
	}
	if All[0].Digest(Silence) == "" {
		t.Error("silence has no digest")
	}
}
