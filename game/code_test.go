package game

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// citations gives the provisions a code cites, by the field that cites them.
func citations(c *Code) map[string]Law {
	found := map[string]Law{}
	v := reflect.ValueOf(*c)
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch {
		case f.Type() == reflect.TypeFor[Law]():
			found[name] = Law(f.String())
		case f.Kind() == reflect.Struct && f.FieldByName("Law").IsValid():
			found[name] = Law(f.FieldByName("Law").String())
		}
	}
	return found
}

func TestEveryCitationHasADigest(t *testing.T) {
	for _, c := range codes {
		cited := citations(c)
		if len(cited) < 25 {
			t.Fatalf("%s cites only %d provisions", c.ID, len(cited))
		}
		for field, law := range cited {
			if law == "" || c.Digest(law) == "" {
				t.Errorf("%s: %s cites %q, which has no digest", c.ID, field, law)
			}
		}
	}
}

func TestEveryHouseRuleCitedHasADigest(t *testing.T) {
	cited := regexp.MustCompile(`"((?:house|terms):\w+)"`)
	text, err := os.ReadFile("house.go")
	if err != nil {
		t.Fatal(err)
	}
	all := cited.FindAllStringSubmatch(string(text), -1)
	if len(all) < 10 {
		t.Fatalf("only %d rules", len(all))
	}
	for _, m := range all {
		if codes[0].Digest(Law(m[1])) == "" {
			t.Errorf("%s has no digest", m[1])
		}
	}
}

func TestDigestsAreReadUnderTheCodeInForce(t *testing.T) {
	british, _ := CodeByID("british-1899")
	american, _ := CodeByID("american-1897")
	if british.Digest("II.8(c)") == american.Digest("II.8(c)") {
		t.Error("the two codes word II.8(c) differently")
	}
	if british.Digest("III.3") != american.Digest("III.3") {
		t.Error("III.3 is the same in both")
	}
	if d := codes[0].Digest("V.1"); d != "" {
		t.Errorf("there is no V.1: %q", d)
	}
}

// codeFiles are the files in which provisions are named.
var codeFiles = map[string]bool{"british1899.go": true, "american1897.go": true, "house.go": true}

// TestOnlyTheCodesNameProvisions keeps the laws in the values: no other file
// writes a provision's number or asks which code a game is played under.
func TestOnlyTheCodesNameProvisions(t *testing.T) {
	provision := regexp.MustCompile(`"(?:I|II|III|IV)\.\d|"(?:house|terms):|\.ID [!=]=|== *"(?:british|american|staunton|london)`)
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		if codeFiles[name] || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if provision.MatchString(code) && !allowedToAsk(name, code) {
				t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
}

// allowedToAsk lets the table of codes look one up.
func allowedToAsk(name, line string) bool {
	return name == "code.go" && strings.Contains(line, "c.ID == id")
}

func TestAmericanIsBritishAmended(t *testing.T) {
	b, a := citations(&british1899), citations(&american1897)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the citations differ: %v %v", a, b)
	}
	if _, ok := CodeByID("staunton-1871"); ok {
		t.Error("Staunton's code cannot be played yet")
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
	free := amend(british1899, func(c *Code) { c.Agreed = Cited[bool]{} })
	if r := free.Rules(terms); r.Notations != notation.All || !free.Agreed.Silent() {
		t.Errorf("where no agreement is needed: %v", r.Notations)
	}
}
