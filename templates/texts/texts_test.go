package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"corrd/game/reason"
)

// spoken are the packages whose words reach letters.
var spoken = []string{"templates", "templates/press", "templates/texts", "game", "game/board", "game/carrier", "game/clocks", "game/codes", "game/line", "game/play",
	"game/proof", "game/reason", "game/stated", "game/telling", "game/terms", "game/tournament", "interpret/notation", "mailer/parse",
	"cmd/internal/clerk", "cmd/internal/courier", "cmd/internal/desk", "cmd/internal/ledger", "cmd/internal/tournaments", "cmd/internal/umpire"}

// asking are other packages that ask for words by their keys.
var asking = []string{"templates/site"}

// unspoken are the functions whose words reach no letter: errors, what is logged, mistakes
// of the program, what is waited for, and what was repaired in reading a letter.
var unspoken = []string{"l.addProblem", "w.addProblem", "fmt.Errorf", "errors.New", "panic", "log.Info", "log.Warn", "log.Error", "Log.Info", "Log.Warn", "Log.Error", "c.persist"}

// filing are the functions that give a letter its verdict, which the umpire's tables show and
// no letter does: it is an argument of its own, or put together in one.
var filing = []string{"d.End", "d.Reply", "d.Acknowledge", "d.AskAgain", "d.askedAgain", "d.OnceToday", "d.sayAgain", "d.ignored"}

// verdicts are other words of that kind, and what is said to the operator.
var verdicts = []string{"neither yes nor no", "neither accepts nor declines", "nobody waits for it any more",
	"with a key that has been replaced", "its sender's domain disowns it (DMARC)", "only a signature vouches for it that leaves out what it says or to whom", "its bytes are not kept any more",
	"not read: it would take more work than any letter needs", "from an address that is not on file", "letter %d discarded",
	"the numbers given before cannot be passed over", "players who are to be erased are not",
	"card %d tells it too", "Card in game %d, %s, postmarked %s",
	"\r\n--%s\r\nContent-Type: image/%s\r\nContent-Disposition: attachment; filename=\"card.%s\"\r\nContent-Transfer-Encoding: base64\r\n\r\n",
	"put it back from where it is kept; if it is lost, start corrd once with --new-secret: ",
	"no key in a letter that is out is right then, and whoever writes `show` and a game's number is sent a new one"}

// statements are literals of three words and more that are not sentences, but what a player can
// write, which packages interpret and game/terms read.
var statements = []string{"I offer a draw", "Game %d: %s", "exact penalty, take ", "set reminders on", "set challenges on", "30 days a year", "propose notation descriptive, algebraic", "pawn and move", "pawn and the move",
	"pawn and two", "pawn and two moves", "mate with pawn", "if any I resign", "mate with a pawn", "king's bishop's pawn", ", then %d in %s", `"time reply in 5 days"`, "say: Thank you!"}

// readers are files of which every literal is a form of words that a player or a mail program can
// write.
var readers = []string{"cmd/internal/desk/introduced.go", "cmd/internal/ledger/naming.go", "game/carrier/telegraph.go", "game/play/annul.go", "game/stated/named.go", "mailer/parse/mediatype.go", "mailer/parse/quotemark.go", "mailer/parse/bounce.go", "mailer/parse/links.go", "interpret/notation/token.go", "interpret/notation/later.go", "interpret/notation/man.go", "interpret/notation/write.go"}

// printed are files of which every literal is of a printed code: its title, the place of a
// provision, or a choice, which is a part of a key.
var printed = []string{"game/codes/annex.go", "game/codes/british1899.go", "game/codes/choices.go", "game/codes/london.go", "game/codes/staunton1871.go"}

// recorded are words that events hold: the remarks by which package notation finds the key of
// others, and the signs of a proof.
var recorded = []string{" (no check left)", " (as at the start)", "... (%d moves more)", "cannot be won",
	`no reading gives check: "ch" was read past`, `no reading gives mate: "mate" was read past`,
	`no reading discovers check: "dis" was read past`, `no reading gives double check: "dble" was read past`}

// drawings are files whose literals draw, in the operators of PDF.
var drawings = []string{"templates/press/draw.go", "templates/press/face.go", "templates/press/pdf.go"}

// toOperators are files whose sentences only operators read: what a power of the umpire does, what
// was repaired in a letter, why it is a machine's, and the letter that corrd doctor sends itself.
var toOperators = []string{"game/powers.go", "mailer/parse/author.go", "mailer/parse/transfer.go", "mailer/parse/machine.go", "cmd/internal/tournaments/file.go"}

// literal is a string in a Go file.
type literal struct {
	at    token.Position
	pkg   string
	text  string
	call  string // the innermost function of whose arguments it is a part; ""
	arg   int    // the number of the argument that it is, from 0; -1: it is only a part of one
	quiet bool   // it reaches no letter: an error, what is logged, a verdict
}

var sentence = regexp.MustCompile(`[A-Za-z][a-z']*[,;:]? (?:[A-Za-z'%]+[,;:]? )+[A-Za-z'%]`)

// eachLiteral finds the strings of the packages that are spoken, but for those of tests,
// and the calls of this package.
func eachLiteral(t *testing.T, f func(l literal)) {
	t.Helper()
	fset := token.NewFileSet()
	for _, pkg := range slices.Concat(spoken, asking) {
		files, _ := filepath.Glob(filepath.Join("..", "..", pkg, "*.go"))
		if len(files) == 0 {
			t.Fatalf("no package %s", pkg)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			var path []ast.Node
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case nil:
					path = path[:len(path)-1]
					return true
				case *ast.ImportSpec:
					return false
				case *ast.Field:
					if n.Tag != nil {
						return false
					}
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
						l := literal{at: fset.Position(n.Pos()), pkg: pkg, text: text, arg: -1}
						l.stands(path, n)
						f(l)
					}
				}
				path = append(path, n)
				return true
			})
		}
	}
}

// stands looks at what a literal stands in.
func (l *literal) stands(path []ast.Node, n ast.Expr) {
	composed := false
	for _, outer := range slices.Backward(path) {
		switch outer := outer.(type) {
		case *ast.CompositeLit:
			composed = true
		case *ast.AssignStmt:
			for _, to := range outer.Lhs {
				l.quiet = l.quiet || strings.HasSuffix(called(to), ".Verdict")
			}
		case *ast.CallExpr:
			name := called(outer.Fun)
			if l.call == "" {
				l.call, l.arg = name, slices.Index(outer.Args, n)
			}
			l.quiet = l.quiet || slices.Contains(unspoken, name) || !composed && slices.Contains(filing, name)
		}
	}
}

// called names what an expression selects by its last two names: "fmt.Errorf".
func called(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		switch x := f.X.(type) {
		case *ast.Ident:
			return x.Name + "." + f.Sel.Name
		case *ast.SelectorExpr:
			return x.Sel.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// TestWordsStandHere: no Go file of a package that is spoken holds a sentence.
func TestWordsStandHere(t *testing.T) {
	eachLiteral(t, func(l literal) {
		if l.quiet || l.text == inLetter || !slices.Contains(spoken, l.pkg) || slices.Contains(slices.Concat(readers, printed, drawings, toOperators), l.pkg+"/"+filepath.Base(l.at.Filename)) ||
			strings.HasPrefix(l.call, "texts.") || slices.Contains(statements, l.text) || slices.Contains(verdicts, l.text) || slices.Contains(recorded, l.text) || Has("ground "+l.text) || Has(l.text) {
			return
		}
		if sentence.MatchString(l.text) {
			t.Errorf("%s: %q belongs into words.txt", l.at, l.text)
		}
	})
}

// TestKeysHaveWords: every key that a Go file names has words, and every key is named, or
// begins with what one names.
func TestKeysHaveWords(t *testing.T) {
	named, begun := map[string]bool{}, []string{}
	eachLiteral(t, func(l literal) {
		named[l.text] = true
		if l.call == "texts.Named" && l.arg == 0 {
			begun = append(begun, l.text+" ")
		} else if strings.HasSuffix(l.text, " ") && l.text != " " {
			begun = append(begun, l.text)
		} else if (strings.HasPrefix(l.call, "texts.") && l.arg >= 0 || slices.Contains([]string{"reason.Because", "because"}, l.call) && l.arg == 0) && !Has(l.text) && Keys(l.text) == nil {
			t.Errorf("%s: no words for %q", l.at, l.text)
		}
	})
	for _, l := range regexp.MustCompile(`count [^ }]+ "([a-z ]+)"|count \([^)]+\) "([a-z ]+)"`).FindAllStringSubmatch(templates(t), -1) {
		named[l[1]+l[2]] = true
	}
	for key := range table {
		key = strings.TrimSuffix(key, inLetter)
		if !named[key] && !slices.ContainsFunc(begun, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
			t.Errorf("no Go file asks for the words of %q", key)
		}
	}
}

// TestRecordedWords holds the words that events of games and archives hold as letters say them:
// corrd decides a game again when a log is verified, and other words would be taken for a forgery.
func TestRecordedWords(t *testing.T) {
	recorded, err := os.ReadFile("testdata/recorded.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := parse(string(recorded))
	for _, rest := range Keys("unread ") {
		if key := "unread " + rest; table[key] != want[key] {
			t.Errorf("%s: %q, and records hold %q", key, table[key], want[key])
		}
		delete(want, "unread "+rest)
	}
	for key := range want {
		t.Errorf("no words for %q, which records hold", key)
	}
}

// atDesk are reasons that nobody reads in a letter: no letter orders what is refused by them.
var atDesk = []string{"order verb", "objection no time to answer", "objection no seat", "objection no umpire"}

// TestLettersNameNoFlag: what an umpire reads in a letter names words of a letter, no flag
// and no program.
func TestLettersNameNoFlag(t *testing.T) {
	for key := range table {
		if !strings.HasPrefix(key, "objection ") && !strings.HasPrefix(key, "order ") || slices.Contains(atDesk, key) {
			continue
		}
		if said := InLetter(reason.Reason(key)); strings.Contains(said, "--") || strings.Contains(said, "corrctl") {
			t.Errorf("%s: a letter would say %q", key, said)
		}
	}
	if got, want := InLetter(reason.Because("objection unknown law", "london-1883", "L16")), `london-1883 has no provision "L16"`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := InLetter(reason.Because("objection annulled already")), Say("objection annulled already"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// templates returns all templates, one after the other.
func templates(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(Files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := Files.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestTableIsWellFormed: no key stands twice, and what is counted has words for several.
func TestTableIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(written) {
		line = strings.TrimSpace(line)
		key, words, ok := strings.Cut(line, ": ")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !ok || words == "" || seen[key] {
			t.Errorf("a bad line, or one that stands twice: %q", line)
		}
		seen[key] = true
	}
	for n, want := range map[int]string{0: "no moves", 1: "one move", 12: "twelve moves", 13: "13 moves", -1: "-1 moves"} {
		if got := Count(n, "move"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// TestWordsOfPersonsAreMarked: no template prints what somebody wrote bare, so that the words can
// be taken for corrd's; quotation marks or bars are about them.
func TestWordsOfPersonsAreMarked(t *testing.T) {
	names := regexp.MustCompile(`(called|range .Conduct}}-) {{\.Words}}|<q>{{[^}]*}}</q>`) // names, the sentences of codes, and what a page has in quotation marks
	action := regexp.MustCompile(`\{\{-? *([^}]*?) *-?\}\}`)
	wrote := regexp.MustCompile(`\.(Fact\.Why|Fact\.Words|Words|Offence\.Words)\b`)
	marked := regexp.MustCompile(`^(if|else|with|range|template|\$)|\b(As|AsEach|quote|quoteLine|[Bb]ecause|Missed|eq) `)
	seen := 0
	for _, found := range action.FindAllStringSubmatch(names.ReplaceAllString(templates(t), ""), -1) {
		if !wrote.MatchString(found[1]) {
			continue
		}
		if seen++; !marked.MatchString(found[1]) {
			t.Errorf("somebody's words are printed bare: %s", found[0])
		}
	}
	if seen < 50 {
		t.Errorf("only %d places were found in which somebody's words stand", seen)
	}
}
