package clerk_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// told are the files that tell of limits, by a short name.
var told = map[string]string{
	"law": "game/codes/laws/house.txt", "help": "templates/texts/help.txt", "why": "templates/texts/why.txt",
	"facts": "templates/texts/facts.txt", "words": "templates/texts/words.txt", "operating": "OPERATING.md",
	"lapsed": "templates/texts/office/lapsed.txt", "over": "templates/texts/office/challenge_over.txt",
	"sent": "templates/texts/office/challenge_sent.txt", "challenge": "templates/texts/office/challenge.txt",
	"newcomer": "templates/texts/office/not_registered.txt", "preview": "templates/texts/office/umpire_preview.txt",
	"undelivered": "templates/texts/office/undelivered.txt",
}

// toldLimits are the limits that the words of letters, the law of the house and OPERATING.md tell,
// each with the name that enforces it. # stands for the number in words, #th for the ordinal, ##
// for figures. A length of time is counted in days, or in minutes if it is shorter than one.
var toldLimits = []struct {
	file, name string
	told       map[string]string // phrases, one a line, by the file in which each stands
}{
	{"game/said.go", "MostSaid", map[string]string{"law": "may say something so # times a day", "why": "say something to the other # times a day", "operating": "# times a day and until"}},
	{"game/said.go", "TogetherAfter", map[string]string{"law": "until # days after the end, and changes nothing\nUntil # days after the end \"again\"\nnot accepted within # days lapses",
		"help": "until # days after the end", "why": "until # days after the end", "words": "refused again late: # days have passed", "operating": "within # days, challenges\nlapses after # days",
		"lapsed": "within # days", "over": "within # days", "sent": "within # days", "challenge": "within # days"}},
	{"game/due.go", "mailboxGrace", map[string]string{"law": "for # days at most, until a letter is accepted there", "facts": "once in a game and for # days at most\nfor # days because letters to you came back\nfor # days no letter has arrived there",
		"words": "the clock of %[1]s stands, for # days at most\nuntil one is accepted, for # days at most", "undelivered": "for # days at most (house:14)"}},
	{"game/turn.go", "stayTime", map[string]string{"law": "not exacted within # days"}},
	{"game/transit.go", "certifyAfter", map[string]string{"facts": "the true words go out by themselves after # days\nthey come by themselves after # days"}},
	{"game/clocks/clocks.go", "unputFor", map[string]string{"law": "the flag waits for # days at most"}},
	{"game/clocks/late.go", "FirstNudge", map[string]string{"law": "without a limit of time after # days, then sixty more"}},
	{"game/clocks/late.go", "silenceAfter", map[string]string{"law": "nothing has been heard of a side for # days", "facts": "has not written for # days\nhas been silent for # days",
		"words": "event unheard: # days without a letter", "operating": "has been silent for # days"}},
	{"game/play/statement.go", "mostLetters", map[string]string{"law": "tells the other something by # letters in one turn at most", "why": "something by # letters in this turn", "operating": "something beside its moves # times at most"}},
	{"interpret/parse.go", "maxNote", map[string]string{"law": "at most ## characters each time"}},
	{"interpret/kinds.go", "MostSeries", map[string]string{"operating": "up to ## conditional series"}},
	{"game/proof/lines.go", "mostLines", map[string]string{"operating": "up to # lines of the tree"}},
	{"cmd/internal/desk/silence.go", "MostQuestions", map[string]string{"law": "and # different ones in one day; the #th answer says that it is the last", "operating": "and different ones # times a turn and day"}},
	{"cmd/internal/desk/register.go", "mostConfirmations", map[string]string{"newcomer": "# times a day at most"}},
	{"cmd/internal/umpire/umpire.go", "ShownFor", map[string]string{"preview": "and within # days\n# days have passed"}},
	{"cmd/internal/ledger/held.go", "shortestWindow", map[string]string{"law": "at least # minutes and at most a day"}},
	{"cmd/internal/ledger/held.go", "longestUnasked", map[string]string{"law": "and # days at most while nobody accepts the question"}},
	{"cmd/internal/clerk/observe.go", "mostWatchedEach", map[string]string{"operating": "# games each"}},
	{"cmd/internal/clerk/observe.go", "mostObservers", map[string]string{"operating": "# observers a game"}},
	{"cmd/internal/clerk/observe.go", "mostLetters", map[string]string{"operating": "# letters a day and observer"}},
	{"cmd/internal/clerk/rounds.go", "keptFor", map[string]string{"operating": "keeps their bytes for ## days"}},
}

// TestLimitsAreToldAsTheyAre finds, in each text that tells a limit, the number by which it is
// enforced: whoever changes one learns where the other stands.
func TestLimitsAreToldAsTheyAre(t *testing.T) {
	texts := map[string]string{}
	for name, file := range told {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = strings.Join(strings.Fields(string(text)), " ")
	}
	for _, l := range toldLimits {
		n := limit(t, l.file, l.name)
		for name, phrases := range l.told {
			for phrase := range strings.SplitSeq(phrases, "\n") {
				if want := withNumber(phrase, n); !strings.Contains(strings.ToLower(texts[name]), strings.ToLower(want)) {
					t.Errorf("%s: %s is %d, and %s does not say %q", l.file, l.name, n, told[name], want)
				}
			}
		}
	}
}

// withNumber puts a number into a phrase.
func withNumber(phrase string, n int) string {
	figures := strconv.Itoa(n)
	if n >= 1000 {
		figures = fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	words := map[int]string{2: "two", 3: "three", 7: "seven", 10: "ten", 14: "fourteen", 20: "twenty", 28: "twenty-eight", 30: "thirty", 40: "forty", 60: "sixty"}
	word := cmp.Or(words[n], figures)
	return strings.NewReplacer("##", figures, "#th", word+"th", "#", word).Replace(phrase)
}

// limit evaluates the number by which a constant or variable of a file is declared. A length of
// time comes in days, or in minutes if it is shorter than a day.
func limit(t *testing.T, file, name string) int {
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	minutes, counted, found := 0, 0, false
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, id := range spec.Names {
			if id.Name == name && i < len(spec.Values) {
				minutes, counted, found = product(spec.Values[i])
			}
		}
		return true
	})
	switch {
	case !found:
		t.Fatalf("%s: %s has no number", file, name)
	case minutes == 0:
		return counted
	case counted*minutes%(24*60) == 0:
		return counted * minutes / (24 * 60)
	}
	return counted * minutes
}

// product returns the factors of a product of figures and of units of time; a function stands for
// what it returns.
func product(x ast.Expr) (minutes, counted int, ok bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		n, err := strconv.Atoi(strings.ReplaceAll(x.Value, "_", ""))
		return 0, n, err == nil
	case *ast.SelectorExpr:
		minutes = map[string]int{"Day": 24 * 60, "Hour": 60, "Minute": 1}[x.Sel.Name]
		return minutes, 1, minutes != 0
	case *ast.Ident:
		return 24 * 60, 1, x.Name == "Day"
	case *ast.FuncLit:
		if returned, is := x.Body.List[0].(*ast.ReturnStmt); is && len(returned.Results) == 1 {
			return product(returned.Results[0])
		}
	case *ast.BinaryExpr:
		m, n, one := product(x.X)
		k, i, other := product(x.Y)
		return max(m, 1) * max(k, 1) * min(m+k, 1), n * i, one && other && x.Op == token.MUL
	}
	return 0, 0, false
}
