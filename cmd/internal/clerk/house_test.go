package clerk_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"corrd/game/carrier"
)

// root is the top of the module as seen from this package.
const root = "../../.."

// shared are the small packages that all rooms of the daemon may use.
var shared = []string{"corrd/cmd/internal/watch", "corrd/cmd/internal/ledger", "corrd/templates/texts"}

// mayImport is which packages of the module, and which outside the standard
// library, each package may import. A test file may import anything.
var mayImport = map[string][]string{
	"game/board":               {"corrd/game/reason"},
	"game/carrier":             {"corrd/game/board", "corrd/game/reason"},
	"game/reason":              {},
	"game/proof":               {"corrd/game/board"},
	"interpret":                {"corrd/game/board", "corrd/interpret/carrying", "corrd/interpret/notation", "corrd/interpret/speech", "corrd/interpret/weigh"},
	"interpret/speech":         {"corrd/interpret/notation"},
	"interpret/weigh":          {},
	"interpret/carrying":       {"corrd/interpret/notation", "corrd/interpret/speech", "corrd/interpret/weigh"},
	"interpret/notation":       {"corrd/game/reason", "corrd/game/board", "golang.org/x/text"},
	"game/terms":               {"corrd/game/reason", "corrd/game/board", "corrd/game/carrier", "corrd/interpret", "corrd/interpret/notation"},
	"game/codes":               {"corrd/game/reason", "corrd/game/board", "corrd/game/terms", "corrd/interpret/notation", "corrd/interpret"},
	"game/clocks":              {"corrd/game/board", "corrd/game/carrier", "corrd/game/codes", "corrd/game/terms", "corrd/interpret/speech"},
	"game/line":                {"corrd/game/board", "corrd/game/codes", "corrd/interpret/notation"},
	"game/stated":              {"corrd/game/line", "corrd/game/terms", "corrd/interpret", "corrd/interpret/notation"},
	"game":                     {"corrd/game/reason", "corrd/game/board", "corrd/game/carrier", "corrd/game/clocks", "corrd/game/codes", "corrd/game/line", "corrd/game/terms", "corrd/game/stated", "corrd/interpret", "corrd/interpret/notation"},
	"game/telling":             {"corrd/game", "corrd/game/board", "corrd/game/carrier", "corrd/game/clocks", "corrd/game/codes", "corrd/game/line", "corrd/game/terms"},
	"game/tournament":          {"corrd/game", "corrd/game/board", "corrd/game/codes", "corrd/game/terms"},
	"game/play":                {"corrd/game", "corrd/game/tournament", "corrd/game/board", "corrd/game/carrier", "corrd/game/clocks", "corrd/game/codes", "corrd/game/line", "corrd/game/proof", "corrd/game/terms", "corrd/game/stated", "corrd/interpret", "corrd/interpret/notation"},
	"mailer":                   {"corrd/game/reason", "golang.org/x/net/publicsuffix", "golang.org/x/text"},
	"mailer/parse":             {"corrd/game/reason", "corrd/mailer", "github.com/emersion", "golang.org/x/net/html", "golang.org/x/net/idna", "golang.org/x/text", "blitiri.com.ar/go/spf"},
	"mailer/transport":         {"corrd/mailer", "github.com/emersion"},
	"store":                    {"corrd/game", "corrd/game/tournament", "corrd/game/board", "github.com/klauspost/compress/flate"},
	"store/bolt":               {"corrd/game/tournament", "corrd/store", "corrd/game", "corrd/game/board", "go.etcd.io/bbolt"},
	"store/postgres":           {"corrd/game/tournament", "corrd/store", "corrd/store/bolt", "corrd/game", "corrd/game/board", "github.com/jackc/pgx/v5"},
	"store/peertest":           {"github.com/jackc/pgx/v5"},
	"store/storetest":          {"corrd/game/tournament", "corrd/store", "corrd/game", "corrd/game/play", "corrd/game/board", "corrd/game/terms", "pgregory.net/rapid"},
	"templates/texts":          {"corrd/game/reason"},
	"templates":                {"corrd/game/reason", "corrd/templates/press", "corrd/templates/texts", "corrd/game", "corrd/game/board", "corrd/game/carrier", "corrd/game/clocks", "corrd/game/codes", "corrd/game/line", "corrd/game/stated", "corrd/game/terms", "corrd/interpret", "corrd/interpret/notation", "corrd/mailer", "github.com/arran4/golang-ical", "corrd/game/telling"},
	"templates/site":           {"corrd/game/tournament", "corrd/game/board", "corrd/game/codes", "corrd/interpret/notation", "corrd/mailer", "corrd/templates", "corrd/templates/press", "corrd/templates/texts", "corrd/game/telling"},
	"templates/press":          {"corrd/templates/texts", "corrd/game/tournament", "corrd/game/board", "golang.org/x/image", "golang.org/x/text", "github.com/klauspost/compress/zlib", "github.com/go-fonts/latin-modern", "github.com/go-fonts/liberation"},
	"cmd/internal/watch":       {"corrd/game", "corrd/game/clocks", "corrd/game/play", "corrd/store", "corrd/interpret"},
	"cmd/internal/ledger":      {"corrd/game/tournament", "corrd/templates/texts", "corrd/game", "corrd/game/carrier", "corrd/game/clocks", "corrd/game/play", "corrd/game/board", "corrd/interpret", "corrd/interpret/notation", "corrd/mailer", "corrd/store", "corrd/templates", "corrd/templates/press", "golang.org/x/text", "corrd/game/terms", "corrd/game/telling"},
	"cmd/internal/tournaments": {"corrd/templates/press", "corrd/cmd/internal/ledger", "corrd/templates", "corrd/cmd/internal/umpire", "corrd/game", "corrd/game/board", "corrd/game/codes", "corrd/game/play", "corrd/game/reason", "corrd/game/terms", "corrd/game/tournament", "corrd/interpret", "corrd/mailer", "corrd/store", "corrd/templates/texts", "github.com/BurntSushi/toml"},
	"cmd/internal/courier":     slices.Concat(shared, []string{"corrd/game/tournament", "corrd/game", "corrd/game/clocks", "corrd/game/play", "corrd/game/board", "corrd/mailer", "corrd/store", "corrd/templates", "corrd/templates/press"}),
	"cmd/internal/dossier":     {"corrd/cmd/internal/umpire", "corrd/game/terms", "corrd/templates/texts", "corrd/game", "corrd/game/carrier", "corrd/game/play", "corrd/game/board", "corrd/game/codes", "corrd/game/stated", "corrd/interpret", "corrd/mailer", "corrd/mailer/parse", "corrd/store", "github.com/emersion", "corrd/cmd/internal/ledger", "corrd/cmd/internal/watch"},
	"cmd/internal/control":     slices.Concat(shared, []string{"corrd/cmd/internal/tournaments", "corrd/game/reason", "corrd/game/terms", "corrd/game/tournament", "corrd/cmd/internal/dossier", "corrd/cmd/internal/umpire", "corrd/game", "corrd/game/play", "corrd/game/board", "corrd/game/clocks", "corrd/game/line", "corrd/interpret", "corrd/interpret/notation", "corrd/mailer", "corrd/store", "corrd/templates", "corrd/templates/press", "corrd/templates/site", "corrd/game/telling"}),
	"cmd/internal/daemon":      slices.Concat(shared, []string{"corrd/cmd/internal/clerk", "corrd/cmd/internal/control", "corrd/cmd/internal/courier", "corrd/cmd/internal/dossier", "corrd/game/terms", "corrd/mailer", "corrd/store", "corrd/store/bolt", "corrd/store/postgres"}),
	"cmd/internal/reading":     {"corrd/cmd/internal/control", "corrd/cmd/internal/watch", "corrd/templates/site"},
	"cmd/internal/desk":        {"corrd/templates/texts", "corrd/cmd/internal/ledger", "corrd/game", "corrd/game/board", "corrd/game/terms", "corrd/interpret", "corrd/mailer", "corrd/store", "corrd/templates", "corrd/cmd/internal/tournaments", "corrd/game/tournament", "corrd/game/reason", "corrd/game/codes", "corrd/game/play"},
	"cmd/internal/clerk":       slices.Concat(shared, []string{"corrd/cmd/internal/desk", "corrd/cmd/internal/tournaments", "corrd/game/tournament", "corrd/cmd/internal/umpire", "corrd/cmd/internal/courier", "corrd/game", "corrd/game/carrier", "corrd/game/clocks", "corrd/game/play", "corrd/game/reason", "corrd/game/stated", "corrd/game/terms", "corrd/game/board", "corrd/interpret", "corrd/interpret/notation", "corrd/mailer", "corrd/mailer/parse", "corrd/mailer/transport", "corrd/store", "corrd/templates", "corrd/templates/press", "corrd/game/telling"}),
	"cmd/internal/office":      {"github.com/emersion"},
	"cmd/internal/local":       slices.Concat(shared, []string{"corrd/cmd/internal/daemon", "corrd/cmd/internal/control", "corrd/cmd/internal/office", "corrd/cmd/internal/reading", "corrd/game/terms", "corrd/game/board", "corrd/mailer", "corrd/mailer/parse", "corrd/mailer/transport", "corrd/store", "github.com/emersion", "corrd/interpret/notation"}),
	"cmd/internal/bench":       {"corrd/cmd/internal/control", "corrd/cmd/internal/reading", "corrd/templates", "corrd/cmd/internal/office", "corrd/cmd/internal/ledger", "corrd/cmd/internal/clerk", "corrd/cmd/internal/daemon", "corrd/cmd/internal/watch", "corrd/game", "corrd/game/play", "corrd/game/terms", "corrd/game/board", "corrd/interpret", "corrd/interpret/notation", "corrd/mailer", "corrd/mailer/parse", "corrd/store", "corrd/store/bolt", "corrd/store/postgres", "corrd/store/peertest", "github.com/jackc/pgx/v5"},
	"cmd/internal/serve":       slices.Concat(shared, []string{"corrd/templates/press", "corrd/cmd/internal/reading", "corrd/cmd/internal/clerk", "corrd/cmd/internal/daemon", "corrd/cmd/internal/control", "corrd/cmd/internal/dossier", "corrd/game/codes", "corrd/game/carrier", "corrd/game/terms", "corrd/interpret", "corrd/mailer", "corrd/mailer/parse", "corrd/mailer/transport", "corrd/store", "corrd/store/bolt", "corrd/store/postgres", "github.com/BurntSushi/toml"}),
	"cmd/internal/umpire":      slices.Concat(shared, []string{"corrd/game", "corrd/game/board", "corrd/game/codes", "corrd/game/play", "corrd/game/reason", "corrd/game/tournament", "corrd/mailer", "corrd/store", "corrd/templates", "github.com/alecthomas/kong", "corrd/game/telling"}),
	"cmd/internal/scenario":    {"corrd/"},
	"cmd/corrd":                {"corrd/", "github.com/alecthomas/kong"},
	"cmd/internal/terminal":    {"corrd/mailer", "github.com/alecthomas/kong", "golang.org/x/term"},
	"cmd/corrctl":              {"corrd/", "github.com/alecthomas/kong", "golang.org/x/sys", "golang.org/x/text"},
}

// TestPagesAreMadeOfPublic holds that the pages of the reading room name nothing of packages game
// but telling.Public, so that they show only what game/telling/public.go lists.
func TestPagesAreMadeOfPublic(t *testing.T) {
	named := 0
	eachFile(t, func(pkg, path string, f *ast.File) {
		if pkg != "templates/site" {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "telling" || x.Obj != nil {
				return true
			}
			if named++; sel.Sel.Name != "Public" {
				t.Errorf("%s: a page of the reading room names telling.%s, and may name only telling.Public", path, sel.Sel.Name)
			}
			return true
		})
	})
	if named == 0 {
		t.Error("no page names telling.Public")
	}
}

// pure packages decide the same from the same arguments for ever: no clock, no
// chance, no outside, and no goroutines, so that .ci/run need not run their tests under the race
// detector.
var pure = []string{"game", "game/clocks", "game/line", "game/play", "game/board", "game/carrier", "game/codes", "game/proof", "game/reason", "game/stated", "game/telling", "game/terms", "game/tournament", "interpret", "interpret/carrying", "interpret/notation", "interpret/speech", "interpret/weigh", "templates/texts"}

var impureImports = []string{"os", "net", "log", "log/slog", "context", "sync", "sync/atomic", "math/rand", "math/rand/v2", "crypto/rand"}

var impureCalls = []string{"Now", "Since", "Until", "After", "Sleep", "Tick", "NewTimer", "AfterFunc"}

// topLevel are the only folders at the top, beside those that corrd demo and
// corrd local leave where they are run.
var topLevel = []string{".ci", ".git", "cmd", "game", "interpret", "mailer", "store", "templates", "testdata", "corrd-demo", "corrd-local"}

func TestTopLevelFolders(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(topLevel, e.Name()) {
			t.Errorf("%s: the only folders at the top are %v", e.Name(), topLevel)
		}
	}
}

func TestImportRules(t *testing.T) {
	eachFile(t, func(pkg, path string, f *ast.File) {
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("%s: package %s has no import rule; give it one here", path, pkg)
			return
		}
		for _, spec := range f.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if isStandard(name) || slices.ContainsFunc(allowed, func(prefix string) bool { return within(name, prefix) }) {
				continue
			}
			t.Errorf("%s: package %s may import only the standard library and %v, not %s", path, pkg, allowed, name)
		}
	})
}

// TestImportRightsAreUsed: no package may import what it does not.
func TestImportRightsAreUsed(t *testing.T) {
	imported := map[string][]string{}
	eachFile(t, func(pkg, _ string, f *ast.File) {
		for _, spec := range f.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			imported[pkg] = append(imported[pkg], name)
		}
	})
	for pkg, rights := range mayImport {
		for i, right := range rights {
			used := slices.ContainsFunc(imported[pkg], func(name string) bool { return within(name, right) })
			if !used && !slices.Contains(shared, right) || slices.Contains(rights[:i], right) {
				t.Errorf("package %s may import %s, and does not, or may twice", pkg, right)
			}
		}
	}
}

func TestPurePackages(t *testing.T) {
	eachFile(t, func(pkg, path string, f *ast.File) {
		if !slices.Contains(pure, pkg) {
			return
		}
		for _, spec := range f.Imports {
			if name, _ := strconv.Unquote(spec.Path.Value); slices.Contains(impureImports, name) {
				t.Errorf("%s: package %s is pure and may not import %s", path, pkg, name)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: package %s is pure and starts no goroutine", path, pkg)
			}
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := call.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(impureCalls, call.Sel.Name) {
				t.Errorf("%s: package %s is pure: time is an argument, not time.%s", path, pkg, call.Sel.Name)
			}
			return true
		})
	})
}

// carriers are the names of the carriers, which are the values of the term `medium`.
var carriers = []string{carrier.Email{}.Name(), carrier.Post{}.Name(), carrier.Telegraph{}.Name()}

// TestCarriersAreAsked holds that outside game/carrier no package decides by the name or the
// type of a carrier: what sets carriers apart is a method of carrier.Carrier.
func TestCarriersAreAsked(t *testing.T) {
	eachFile(t, func(pkg, path string, f *ast.File) {
		if pkg == "game/carrier" {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			var compared []ast.Expr
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					compared = []ast.Expr{n.X, n.Y}
				}
			case *ast.CaseClause:
				compared = n.List
			case *ast.TypeAssertExpr:
				if n.Type != nil { // nil in a switch over types, whose cases name them
					compared = []ast.Expr{n.Type}
				}
			}
			for _, x := range compared {
				if name := carrierNamed(x); name != "" {
					t.Errorf("%s: package %s decides by the carrier %s: ask a method of carrier.Carrier", path, pkg, name)
				}
			}
			return true
		})
	})
}

// TestCarrierNamed has the rule of TestCarriersAreAsked find each way of naming a carrier.
func TestCarrierNamed(t *testing.T) {
	for text, want := range map[string]string{
		`"telegraph"`:                  "telegraph",
		`carrier.Telegraph{}`:          "carrier.Telegraph",
		`carrier.Telegraph{}.Name()`:   "carrier.Telegraph",
		`(carrier.Post{}).Name()`:      "carrier.Post",
		`*carrier.Email`:               "carrier.Email",
		`carrier.DefaultPost().Name()`: "carrier.DefaultPost",
		`a.Medium`:                     "",
		`settings.Post`:                "",
		`carrier.Default().Medium`:     "",
		`"posted"`:                     "",
	} {
		x, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := carrierNamed(x); got != want {
			t.Errorf("%s names the carrier %q, want %q", text, got, want)
		}
	}
}

// carrierNamed returns the carrier whose name or type stands in an expression, or "" if there is
// none.
func carrierNamed(x ast.Expr) (name string) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && slices.Contains(carriers, text) {
				name = text
			}
		case *ast.SelectorExpr:
			of, ok := n.X.(*ast.Ident)
			if ok && of.Name == "carrier" && slices.Contains(carriers, strings.ToLower(strings.TrimPrefix(n.Sel.Name, "Default"))) {
				name = "carrier." + n.Sel.Name
			}
		}
		return true
	})
	return name
}

// eachFile has f look at every Go file of the module that is not a test.
func eachFile(t *testing.T, f func(pkg, path string, file *ast.File)) {
	t.Helper()
	files := 0
	for _, file := range goFiles(t) {
		if !file.test {
			files++
			f(file.folder, file.path, file.File)
		}
	}
	if files < 50 {
		t.Fatalf("only %d files found below %s", files, root)
	}
}

func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != "corrd"
}

// within reports whether an import path is the prefix or lies below it.
func within(path, prefix string) bool {
	prefix = strings.TrimSuffix(prefix, "/")
	return path == prefix || strings.HasPrefix(path, prefix+"/") && !strings.HasPrefix(prefix, "corrd/") || prefix == "corrd" && strings.HasPrefix(path, "corrd/")
}
