package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/local"
	"corrd/cmd/internal/terminal"
)

// refused are, for each command, lines that are refused where there are three players, the events
// 1, into which Alice and Carol may enter, and 2, which was undone, and no game. ~ stands for a
// space within an argument, and ^ for an argument in which nothing is written.
var refused = map[string][]string{
	"game show": {"7", "x", "0"}, "game letters": {"7"}, "game windows": {"7"}, "game events": {"7"}, "game score": {"7"},
	"game pgn": {"7"}, "game book": {"7 --out 7.pdf"}, "game board": {"7", "7 --png 7.png"}, "game file": {"7 --out 7.zip", "7 --out ^"},
	"game journey": {"7"}, "game list": {"--event 9", "--player Nobody", "--idle soon"},
	"rule game": {"7 --draw --law II.8 --reason none", "7 --draw", "7 --draw --law ^ --reason none"},
	"rule undo": {"7.3 --law II.8 --reason none", "7 --law II.8 --reason none"},

	"dispute list": {"--game x"}, "dispute show": {"7", "^"}, "dispute ask": {"7 white --within 3d --words why", "7 white"},
	"dispute note": {"7 words", "7 ^"}, "dispute close": {"7 --reason none", "7"}, "dispute file": {"7 --out 7.zip"},
	"dispute verify": {"nosuch", ".nosuch/deep", "broken.toml"},
	"umpire add":     {"Walker nowhere", "^ walker@example.org"}, "umpire remove": {"Nobody"},

	"player list": {"--event 9", "--silent soon"}, "player add": {"Alice other@example.org", "Other alice@corrd.localhost", "Bob bob", "Bob", "Bob --postal ^"},
	"player show": {"Nobody", "A", "7"}, "player import": {"nosuch", ".", "broken.toml"}, "player rename": {"7 Bob", "Alice corrd"},
	"player address add": {"Alice nowhere", "7 bob@example.org"}, "player address remove": {"Alice alice@corrd.localhost"},
	"player postal": {"7 Here", "Alice ^"}, "player remove": {"7", "Nobody --erase --yes"}, "player approve": {"Nobody"}, "player refuse": {"Nobody"},
	"player leave": {"7 3d", "Alice 1h"}, "player withdraw": {"7 --law house:16 --reason none"}, "player rotate-keys": {"7.white", "7"},
	"player replace": {"7.white Alice --law house:25 --reason none"},

	"event new": {"nosuch", ".", "broken.toml", "empty.toml"}, "event show": {"9"}, "event announce": {"9", "2"},
	"event enter": {"9 Alice", "1 Nobody", "1 Alice --consent again", "1 Alice --consent ^", "1 Bob --consent word"},
	"event start": {"9", "1", "2"}, "event table": {"9", "1"}, "event pgn": {"9", "1"},
	"event withdraw":   {"9 Alice --reason none", "1 Bob --reason none", "2 Alice --reason none"},
	"event substitute": {"1 Alice Bob --consent word --reason none"},
	"event adjudicate": {"1 7 draw --reason none", "1 7 red --reason none"}, "event close": {"9", "1"},
	"event undo": {"9 --reason none", "1 --entry Bob --reason none", "2 --reason none", "2 --announcement --reason none"},

	"message":   {"nosuch --to all", ". --to all", "broken.toml --to all", "news.txt --to event~x", "news.txt --to event~9", "news.txt --to Nobody", "news.txt --to ^"},
	"card list": {"7"}, "card print": {"7 --out 7.pdf"}, "card posted": {"7"}, "card enter": {"7.white --postmark 2026-01-01 --text P-K4", "--player Alice --postmark 2026-01-01 --text accept"},
	"site build": {"."}, "stats": {"--year 0", "--pgn", "--year 2025 --pgn"},

	"letter read": {"nosuch", "."}, "letter show": {"7", "o7", "x"}, "inbox show": {"7"}, "inbox release": {"7"}, "inbox discard": {"7 --reason none"},
	"outbox retry": {"7"}, "outbox park": {"7"}, "outbox show": {"7"}, "budget show": {"Nobody"}, "budget lift": {"Nobody"},
	"settle": {"--timeout soon"}, "clock advance": {"soon"}, "clock accept": {""}, "backup": {"/nowhere/copy.db"}, "check": {"nosuch.db"}, "export": {"--all .", "--all ^"},

	"read": {"--code fide P-K4", "", "--fen x P-K4"}, "law show": {"XX", "house:99", "event:4.nothing", "III.3 --house", "--code fide III.3"},
	"law compare": {"nosuch"}, "telegram count": {"--tariff x word"}, "scenario run": {"nosuch"}, "completion": {"tcsh"},
}

// never are the commands that nothing can be wrong with but the words after them.
var never = []string{"umpire list", "challenge list", "event list", "site", "inbox list", "outbox list", "clock show", "audit", "man", "version"}

// saysHow finds in a refusal what to do next: a command, or an example, or what to write instead.
var saysHow = regexp.MustCompile(`corrctl [a-z]|as in|[;,:] (name|give|leave|make|ask|mend) `)

// TestRefusalsSayWhatToDo: whatever is refused, of whatever command, is refused in one line, which
// says what to do next, and which is not what was done.
func TestRefusalsSayWhatToDo(t *testing.T) {
	w := local.NewTown(t)
	t.Setenv("CORRD_SOCKET", w.House.Socket)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"broken.toml": "name = = 2\n", "empty.toml": "", "news.txt": "Subject: News\n\nNone.\n",
		"winter.toml": "name = \"Winter\"\nenter_by = 2026-01-03\nbegin = 2026-01-05\nclose = 2026-06-01\nterms = \"code british-1899\"\nplayers = [\"Alice\", \"Carol\"]\n"} {
		if err := os.WriteFile(filepath.Join(".", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"player add --quiet Alice alice@corrd.localhost", "player add --quiet Bob bob@corrd.localhost", "player add --quiet Carol carol@corrd.localhost",
		"event new winter.toml", "event new winter.toml", "event enter 1 Alice --consent word", "event undo 2 --announcement --reason none"} {
		if status, _, said := corrctl(strings.Fields(line)...); status != 0 {
			t.Fatalf("%s: %s", line, said)
		}
	}
	terminal.EachCommand(commandTree, func(path string, n *kong.Node) {
		if len(n.Children) > 0 || n.Hidden {
			return
		}
		if len(refused[path]) == 0 && !slices.Contains(never, path) {
			t.Errorf("corrctl %s is refused nowhere here", path)
		}
	})
	for path, lines := range refused {
		for _, line := range lines {
			args := strings.Fields(path + " " + line)
			for i, arg := range args {
				args[i] = strings.NewReplacer("~", " ", "^", "").Replace(arg)
			}
			status, _, said := corrctl(args...)
			text, is := strings.CutPrefix(said, "corrctl: ")
			switch {
			case status == 0 || !is || strings.Count(said, "\n") != 1:
				t.Errorf("%q: status %d, %q", args, status, said)
			case !saysHow.MatchString(text):
				t.Errorf("%q: nothing says what to do: %s", args, text)
			case line != "" && strings.Contains(text, "corrctl "+strings.Join(args, " ")+" "):
				t.Errorf("%q: is what was done: %s", args, text)
			}
		}
	}
}

// TestArgumentsAreQuoted: whatever a shell would not read as it stands is quoted.
func TestArgumentsAreQuoted(t *testing.T) {
	for text, want := range map[string]string{"bob@example.org": "bob@example.org", "7.white": "7.white", "": "''", "A B": "'A B'", "O'Neil": `'O'\''Neil'`,
		"a;b": "'a;b'", "*": "'*'", "a|b": "'a|b'", "(x)": "'(x)'", "~": "'~'", "#7": "'#7'", "a&b": "'a&b'", "a>b": "'a>b'", "a\nb": "'a\nb'"} {
		if got := argument(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

// TestAdviceOnFiles: of a file that cannot be read, and of no other, a refusal says what to name,
// unless it says so itself.
func TestAdviceOnFiles(t *testing.T) {
	gone := func(op string) error { return &fs.PathError{Op: op, Path: "x", Err: fs.ErrNotExist} }
	for _, c := range []struct {
		err  error
		want string // behind the error; "": nothing
	}{
		{gone("open"), "; name a file that is there"},
		{fmt.Errorf("the words: %w", gone("lstat")), "; name a file that is there"},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, "; name a file that you may read, or ask its owner"},
		{fmt.Errorf("%w; make that backup first, without --beside", gone("lstat")), ""},
		{fmt.Errorf("no backup has been made: %w; where a disk is full, name a file on another", gone("open")), ""},
		{gone("mkdir"), ""},
		{writing(&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}), ""},
		{&fs.PathError{Op: "write", Path: "x", Err: fs.ErrPermission}, ""},
	} {
		if got := strings.TrimPrefix(new(desk).inFull(c.err), c.err.Error()); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
