package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game"
)

// codesRuled are the codes, each with the terms that its challenge must name, a provision of
// another code that the code's games do not have, and the laws that the rulings cite. Where the
// umpire applies the laws as written, one of the two laws is a rule of corrd's own.
var codesRuled = []struct {
	code, terms, foreign string
	laws                 []string
}{
	{"british-1899", "", "L16", []string{"house:16"}},
	{"american-1897", "", "S-Corr VIII", []string{"house:16"}},
	{"london-club", ", late umpire, umpire carol@corrd.localhost", "II.10.D", []string{"house:16", "L16"}},
	{"staunton-1871", ", late umpire, umpire carol@corrd.localhost", "L16", []string{"house:16", "S-Corr I"}},
}

// stages are the games in which the verbs are tried: what is written, after which each side
// has answered in turn.
var stages = []struct {
	name    string
	letters []string
}{
	{"moved", []string{"white P-K4"}},
	{"doubtful", []string{"white Kt-B3"}},
	{"adopted", []string{"white Kt-B3", "black adopt 2"}},
	{"impossible", []string{"white P-K4", "black P-K4", "white B-KR5"}},
	{"exacted", []string{"white P-K4", "black P-K4", "white B-KR5", "black exact"}},
	{"protested", []string{"white P-K4", "black protest: my letter was lost"}},
	{"suspended", []string{"white P-K4", "rule --suspend --fundamental"}},
	{"over", []string{"white P-K4", "black resign"}},
}

// ruled is a verb, as corrctl has it, and the stages in which the verb is tried.
var ruled = []struct {
	verb   string
	stages string
}{
	{"--forfeit white", "moved over"}, {"--annul", "moved over"}, {"--restore-turn 1", "moved over"}, {"--restore-event 3", "adopted moved"},
	{"--draw", "moved over"}, {"--award black", "moved over"}, {"--adopt g1f3", "doubtful moved"}, {"--exact", "impossible moved"},
	{"--waive", "impossible moved"}, {"--correct-time white +2h", "moved over"}, {"--extend 2d", "moved suspended"}, {"--suspend", "moved over"},
	{"--resume", "suspended moved"}, {"--move e7e5", "moved over"}, {"--dismiss", "protested moved"}, {"--void-requirement", "exacted moved"},
	{"--intention g1f3", "doubtful moved"}, {"--count-fifty", "moved over"}, {"--fine white shilling", "moved over"},
	{"--term", "moved over"}, {"--reopen", "over moved"}, {"--search 1000", "moved over"}, {"undo", "suspended moved"},
}

// TestEveryVerbUnderEveryCode has the umpire try every verb under every code, where the verb
// has something to do and where not, and compares what comes of each with
// testdata/verbs.txt; -update writes that file. The provision of another code is
// refused for each, by name. With -short the first code stands for all.
func TestEveryVerbUnderEveryCode(t *testing.T) {
	if missing := verbsUntried(); len(missing) > 0 {
		t.Errorf("no row tries %v", missing)
	}
	w := local.NewTown(t)
	w.Named = strings.ToUpper
	t.Setenv("CORRD_SOCKET", w.House.Socket)
	codes := codesRuled
	if testing.Short() {
		codes = codes[:1]
	}
	var got strings.Builder
	for n, c := range codes {
		games := make(map[string]int64)
		for i, s := range stages {
			games[s.name] = staged(t, w, int64(n*len(stages)+i+1), c.code, c.terms, s.letters)
		}
		foreign := c.foreign
		for _, r := range ruled {
			for _, stage := range strings.Fields(r.stages) {
				for _, law := range c.laws {
					fmt.Fprintf(&got, "%-14s %-24s %-10s %-8s  %s\n", c.code, r.verb, stage, law, outcome(games[stage], r.verb, law))
				}
			}
			stage, _, _ := strings.Cut(r.stages, " ")
			if said := outcome(games[stage], r.verb, foreign); !strings.Contains(said, fmt.Sprintf("%s has no provision %q", c.code, foreign)) {
				t.Errorf("%s, %s: the law %s of another code comes to: %s", c.code, r.verb, foreign, said)
			}
		}
	}
	file := filepath.Join("testdata", "verbs.txt")
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(file, []byte(got.String()), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wanted, lines := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	if len(codes) < len(codesRuled) { // the file begins with their lines
		wanted, lines = wanted[:min(len(lines)-1, len(wanted))], lines[:len(lines)-1]
	}
	for i := range max(len(wanted), len(lines)) {
		if i >= len(wanted) || i >= len(lines) || wanted[i] != lines[i] {
			t.Fatalf("line %d of %s is otherwise:\n%s", i+1, file, strings.Join(lines[min(i, len(lines)-1):], "\n"))
		}
	}
}

// verbsUntried are the powers of the umpire that no row tries.
func verbsUntried() []string {
	var missing []string
	for _, p := range game.Powers() {
		name := "--" + strings.ReplaceAll(string(p.Verb), "_", "-")
		tried := p.Takes == game.TakesSeat // corrctl player replace
		for _, r := range ruled {
			tried = tried || strings.Fields(r.verb)[0] == name || p.Takes == game.TakesEvent && r.verb == "undo"
		}
		if !tried {
			missing = append(missing, name)
		}
	}
	return missing
}

// staged begins the game of that number between players of its own, and has the letters written.
func staged(t *testing.T, w *local.Town, id int64, code, terms string, letters []string) int64 {
	t.Helper()
	boxes := map[string]string{"white": fmt.Sprint("w", id), "black": fmt.Sprint("b", id)}
	for _, box := range boxes {
		if status, _, trouble := corrctl("player", "add", strings.ToUpper(box), box+"@"+local.Domain, "--quiet"); status != 0 {
			t.Fatal(trouble)
		}
	}
	w.Write(boxes["white"], "challenge "+boxes["black"]+"@"+local.Domain+", colour white, errors law, code "+code+terms)
	w.Reply(boxes["black"], "accept")
	for _, words := range letters {
		who, text, _ := strings.Cut(words, " ")
		if who != "rule" {
			w.Reply(boxes[who], text)
			continue
		}
		args := append([]string{"rule", strconv.FormatInt(id, 10)}, strings.Fields(text)...)
		if status, _, trouble := corrctl(append(args, "--law", "house:16", "--reason", "x")...); status != 0 {
			t.Fatal(trouble)
		}
		w.Settle()
	}
	return id
}

// outcome is what a ruling would come to, in a few words, or why it is refused.
func outcome(id int64, verb, law string) string {
	number := strconv.FormatInt(id, 10)
	var args []string
	if verb == "undo" {
		_, events, _ := corrctl("game", "events", number, "--json")
		args = []string{"rule", "undo", fmt.Sprint(number, ".", strings.Count(events, "\n"))}
	} else {
		args = append([]string{"rule", number}, strings.Fields(verb)...)
		if verb == "--term" {
			args = append(args, "time reply in 5 days")
		}
		args = append(args, "--fundamental")
	}
	status, out, trouble := corrctl(append(args, "--law", law, "--reason", "x", "--preview", "--json")...)
	if status != 0 {
		return fmt.Sprintf("%d: %s", status, strings.TrimPrefix(strings.TrimSpace(trouble), "corrctl: "))
	}
	var v control.RulingView
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		return err.Error()
	}
	var kinds []string
	for _, e := range v.Events {
		kinds = append(kinds, e.Kind+" "+e.Law)
	}
	said := fmt.Sprintf("%s; %s, %s to act, %d moves", strings.Join(kinds, ", "), v.Game.State, v.Game.ToAct, len(v.Game.Moves))
	if v.Game.Result != nil {
		said += "; " + result(v.Game.Result)
	}
	return said
}
