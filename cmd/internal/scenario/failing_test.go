package scenario

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// promised reads the first line of a file that must fail: the line and the message of the
// failure.
var promised = regexp.MustCompile(`^# fails at (\d+): (.*)\n`)

// TestFailing checks that every expectation can fail, in both drivers, with a message that says
// what came instead.
func TestFailing(t *testing.T) {
	for _, s := range scenariosBelow(t, "testdata") {
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			m := promised.FindSubmatch(text)
			line, _ := strconv.Atoi(string(m[1]))
			for driver, out := range map[string]Outcome{"core": Core(s), "daemon": Daemon(context.Background(), s, nil)} {
				if out.OK() || out.Line != line || !strings.HasPrefix(out.Fault, string(m[2])) {
					t.Errorf("%s: %s", driver, out)
				}
			}
		})
	}
}

func playText(t *testing.T, text string, play func(Scenario) Outcome) Outcome {
	t.Helper()
	s, err := Parse("text.txt", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return play(s)
}

// TestBeyondCore checks that the core refuses steps that it cannot judge, and does not guess.
func TestBeyondCore(t *testing.T) {
	for _, step := range []string{"stranger: P-K4", "stranger@white: P-K4", "white: show", "umpire: player list"} {
		out := playText(t, "code: british-1899\n\nwhite: P-K4\nexpect move e2e4\n"+step+"\nexpect state finished\n", Core)
		if want := "ok text.txt 2 steps; from line 5 on only a daemon can judge"; out.String() != want {
			t.Errorf("%s: %s", step, out)
		}
	}
}

// TestBeyondDaemon checks that the daemon too refuses steps that it cannot judge, and that its
// clock stands still while the daemon is down.
func TestBeyondDaemon(t *testing.T) {
	out := playText(t, "code: british-1899\n\nexpect state await_move\ndown 2h\nexpect law house:21\n",
		func(s Scenario) Outcome { return Daemon(context.Background(), s, nil) })
	if want := "ok text.txt 1 steps; from line 4 on only the game without a daemon can judge"; out.String() != want {
		t.Error(out)
	}
}

// TestRuling checks that the number of the game stands where corrctl expects it, and that a
// refusal fails the step.
func TestRuling(t *testing.T) {
	var asked []string
	umpire := func(_ context.Context, socket string, args []string) error {
		if _, err := os.Stat(socket); err != nil {
			t.Error(err)
		}
		asked = append(asked, strings.Join(args, " "))
		if args[0] == "rule" {
			return errors.New("not today")
		}
		return nil
	}
	text := "code: british-1899\n\numpire: game show\numpire: clock show\numpire: rule --draw --law II.8(a)\n"
	out := playText(t, text, func(s Scenario) Outcome { return Daemon(context.Background(), s, umpire) })
	if out.Steps != 2 || out.Line != 5 || !strings.HasSuffix(out.Fault, "not today") {
		t.Error(out)
	}
	if got := strings.Join(asked, "; "); got != "game show 1; clock show; rule 1 --draw --law II.8(a)" {
		t.Errorf("the umpire was asked: %s", got)
	}
	out = playText(t, text, func(s Scenario) Outcome { return Daemon(context.Background(), s, nil) })
	if out.OK() || out.Line != 3 {
		t.Errorf("without an umpire: %s", out)
	}
}

// TestPlay checks that a suite is played in order whatever finishes first, and leaves nothing
// behind.
func TestPlay(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var all []Scenario
	for _, step := range []string{"wait 40d", "expect to_act black", "expect to_act white"} {
		s, err := Parse(step, strings.NewReader("code: british-1899\n\n"+step+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	var lines []string
	for out := range Play(context.Background(), all, nil) {
		lines = append(lines, out.String())
	}
	want := "ok wait 40d 1 steps|FAILED expect to_act black:3: expected to_act black, got white|ok expect to_act white 1 steps"
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("got %s", got)
	}
	for range Play(context.Background(), all, nil) {
		break
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "corrd-scenario-*")); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

// TestCancelled checks that a daemon ends at once when its caller has gone away.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := playText(t, "code: british-1899\n\nwhite: P-K4\n", func(s Scenario) Outcome { return Daemon(ctx, s, nil) })
	if out.OK() {
		t.Error(out)
	}
}

// TestHeaderMoves checks that the moves of the header are sent in a notation on which the terms
// agree.
func TestHeaderMoves(t *testing.T) {
	for _, notation := range []string{"descriptive", "algebraic", "numeric", "gringmuth", "uedemann"} {
		text := "notation: " + notation + "\nmoves: e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1\n\nexpect move e1g1\nexpect to_act black\nexpect clock white used 0s\n"
		if out := playText(t, text, Core); !out.OK() {
			t.Error(notation, out)
		}
	}
}
