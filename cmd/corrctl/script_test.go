package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/watch"
	"corrd/store/peertest"
)

func TestMain(m *testing.M) {
	watch.HeapForTests()
	peertest.FilesInMemory()
	testscript.Main(m, map[string]func(){"corrctl": main, "corrctl-on-full-disk": onFullDisk})
}

// TestScript runs testdata/script: command lines as a user types them, beside
// letters that players write. Besides the usual commands a script has
//
//	daemon                 corrd with a post office and a virtual clock, from here to the script's
//	                       end
//	write NAME TEXT        a letter of NAME's to corrd; \n for new lines
//	answer NAME TEXT       a letter in answer to NAME's newest
//	forge NAME WHOM TEXT   a letter of NAME's in answer to WHOM's newest
//	bounce NAME            NAME's newest letter comes back: the mailbox does not take it
//	newest NAME            prints NAME's newest letter, its lines ended by \n
//	here corrctl …         corrctl in this process, which asks the daemon and reads no file: a
//	                       program of its own (exec corrctl …) starts for longer than such a command
//	                       takes; "exits N here corrctl …" as well
//	exits N COMMAND        the command ends with status N
//	quotes FILE            what the command before printed stands in a file, word for word
//	verifies DIR GAME      the log of a game that was exported verifies, by what stands there alone
//	follows DIR            the commands of HOW-TO-VERIFY.txt in an export print what they should of
//	                       game 1
func TestScript(t *testing.T) {
	commands := map[string]func(*testscript.TestScript, bool, []string){
		"daemon": startDaemon, "write": writeLetter, "answer": answerLetter, "newest": newestLetter, "forge": forgeLetter, "bounce": bounceLetter, "here": here, "exits": exits, "quotes": quotes, "verifies": verifies, "follows": follows,
	}
	maps.Copy(commands, evidenceCommands)
	maps.Copy(commands, cardCommands)
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txt*"))
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	testscript.Run(t, testscript.Params{
		Files: slices.DeleteFunc(scripts, func(script string) bool { return !peertest.Sampled(filepath.Base(script), peertest.Share(1, 2)) }),
		Setup: func(env *testscript.Env) error {
			repository, err := filepath.Abs(filepath.Join("..", ".."))
			env.Setenv("REPO", repository)
			env.Values["town"] = new(*local.Town)
			return err
		},
		Cmds: commands,
	})
}

// scripted is a script as a Town asks for a test.
type scripted struct{ *testscript.TestScript }

func (scripted) Helper()                             {}
func (s scripted) Error(args ...any)                 { s.Fatal(args...) }
func (s scripted) Errorf(format string, args ...any) { s.Fatalf(format, args...) }
func (s scripted) Fatal(args ...any)                 { s.Fatalf("%s", fmt.Sprint(args...)) }
func (s scripted) Cleanup(f func())                  { s.Defer(f) }

// daemonOf is a script's daemon, and those who write to it.
func daemonOf(ts *testscript.TestScript) *local.Town { return *ts.Value("town").(**local.Town) }

func startDaemon(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 0)
	w := local.NewTown(scripted{ts})
	w.Named = func(mailbox string) string { return strings.ToUpper(mailbox[:1]) + mailbox[1:] }
	ts.Setenv("CORRD_SOCKET", w.House.Socket)
	*ts.Value("town").(**local.Town) = w
}

func writeLetter(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2)
	w := daemonOf(ts)
	ts.Check(w.Who(args[0]).Write(w.House.Site.Address(), "a letter", lines(args[1]), ""))
	w.Settle()
}

func answerLetter(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2)
	w := daemonOf(ts)
	ts.Check(w.Who(args[0]).Answer(w.Last(args[0]), "", lines(args[1])))
	w.Settle()
}

func forgeLetter(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 3)
	w := daemonOf(ts)
	ts.Check(w.Who(args[0]).Answer(w.Last(args[1]), "", lines(args[2])))
	w.Settle()
}

func bounceLetter(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	w := daemonOf(ts)
	ts.Check(w.Who(args[0]).Bounce(w.Last(args[0])))
	w.Settle()
}

func newestLetter(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	_, err := ts.Stdout().Write(bytes.ReplaceAll(daemonOf(ts).Last(args[0]).Raw, []byte("\r\n"), []byte("\n")))
	ts.Check(err)
}

// inProcess is held while corrctl runs in this process, of which it takes the zone of its reader.
var inProcess sync.Mutex

func here(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: here corrctl COMMAND…; exits 1 here corrctl COMMAND… if it is refused")
	}
	if status := runHere(ts, args); status != 0 {
		ts.Fatalf("%s ends with status %d", strings.Join(args, " "), status)
	}
}

// runHere runs corrctl in this process, and returns its exit status.
func runHere(ts *testscript.TestScript, args []string) int {
	if len(args) < 2 || args[0] != "corrctl" {
		ts.Fatalf("usage: here corrctl COMMAND…")
	}
	var said, trouble bytes.Buffer
	inProcess.Lock()
	status := run(append([]string{"--socket", daemonOf(ts).House.Socket}, args[1:]...), strings.NewReader(""), &said, &trouble)
	inProcess.Unlock()
	_, err := ts.Stdout().Write(said.Bytes())
	ts.Check(err)
	_, err = ts.Stderr().Write(trouble.Bytes())
	ts.Check(err)
	return status
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	status := 0
	if args[1] == "here" {
		status = runHere(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Check(err)
		}
		status = exit.ExitCode()
	}
	if status != want {
		ts.Fatalf("%s ended with status %d, not %d", strings.Join(args[1:], " "), status, want)
	}
}

func arguments(ts *testscript.TestScript, neg bool, args []string, n int) {
	if neg || len(args) != n {
		ts.Fatalf("takes %d arguments, and cannot fail", n)
	}
}

func lines(text string) string { return strings.ReplaceAll(text, `\n`, "\n") }

// verifies goes over the log of a game as HOW-TO-VERIFY.txt says.
func verifies(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2)
	dir := ts.MkAbs(args[0])
	log, err := os.ReadFile(filepath.Join(dir, args[1]+".events.jsonl"))
	ts.Check(err)
	var chain [32]byte
	for line := range bytes.Lines(log) {
		var e control.EventView
		ts.Check(json.Unmarshal(line, &e))
		if e.Line != nil {
			chain = sha256.Sum256(append(chain[:], *e.Line...))
		} else {
			_, err := hex.Decode(chain[:], []byte(e.Hash))
			ts.Check(err)
		}
		if hex.EncodeToString(chain[:]) != e.Hash {
			ts.Fatalf("event %d has the hash %x and says %s", e.Seq, chain, e.Hash)
		}
		for _, b := range e.Beside {
			if b.Erased != nil {
				continue
			}
			text, err := hex.DecodeString(*b.Salt)
			ts.Check(err)
			if b.Name == "raw" {
				raw, err := os.ReadFile(filepath.Join(dir, args[1], fmt.Sprintf("%d.eml", e.Letter)))
				ts.Check(err)
				text = append(text, raw...)
			} else {
				text = append(text, *b.Text...)
			}
			if sum := sha256.Sum256(text); !strings.Contains(*e.Line, hex.EncodeToString(sum[:])) {
				ts.Fatalf("event %d: the hash of %s stands not in %s", e.Seq, b.Name, *e.Line)
			}
		}
	}
}

// follows runs the commands of HOW-TO-VERIFY.txt, which are the lines at its end that are
// indented: they print the hashes of the events of game 1 one after the other, and then
// hashes of texts, all of which stand in the log.
func follows(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	for _, tool := range []string{"sh", "jq", "xxd", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			ts.Logf("SKIPPED: the commands of HOW-TO-VERIFY.txt are not tested, for there is no %s", tool)
			return
		}
	}
	dir := ts.MkAbs(args[0])
	var commands strings.Builder
	_, howto, _ := strings.Cut(ts.ReadFile(filepath.Join(dir, "HOW-TO-VERIFY.txt")), "\nTo verify the chain")
	for line := range strings.Lines(howto) {
		if command, ok := strings.CutPrefix(line, "    "); ok {
			commands.WriteString(command)
		}
	}
	c := exec.Command("sh", "-e", "-u")
	c.Dir, c.Stdin = dir, strings.NewReader(commands.String())
	out, err := c.CombinedOutput()
	ts.Logf("%s", out)
	ts.Check(err)
	printed := strings.Fields(string(out))
	log := ts.ReadFile(filepath.Join(dir, "1.events.jsonl"))
	for line := range strings.Lines(log) {
		var e control.EventView
		ts.Check(json.Unmarshal([]byte(line), &e))
		if len(printed) == 0 || printed[0] != e.Hash {
			ts.Fatalf("event %d: its hash is not printed in its turn", e.Seq)
		}
		printed = printed[1:]
	}
	texts := 0
	for _, word := range printed {
		if len(word) == 2*sha256.Size {
			texts++
			if !strings.Contains(log, word) {
				ts.Fatalf("the hash %s of a text does not stand in the log", word)
			}
		}
	}
	if texts != 2 {
		ts.Fatalf("the hashes of %d texts are printed, want 2", texts)
	}
}

var update = flag.Bool("update", false, "write what commands print into the files that quote it")

// quotes has what the command before printed, a table, stand in a file, word for word.
func quotes(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	file, printed := ts.ReadFile(args[0]), ts.ReadFile("stdout")
	if strings.Contains(file, printed) {
		return
	}
	head, _, _ := strings.Cut(printed, "`")
	before, rest, quoted := strings.Cut(file, "\n"+head)
	if !*update || !quoted {
		ts.Fatalf("%s does not quote this; go test ./cmd/corrctl -run TestScript/compare -update rewrites it:\n%s", args[0], printed)
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(before+"\n"+printed+"\n"+after), 0o644))
}
