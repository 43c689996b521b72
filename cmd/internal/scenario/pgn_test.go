package scenario

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"corrd/store/peertest"
	"corrd/templates"
)

// TestAnotherProgramOpensEveryGame writes the game of every scenario as PGN and lets pgn-extract
// read all of them. pgn-extract must play every move and complain of nothing.
func TestAnotherProgramOpensEveryGame(t *testing.T) {
	program := peertest.Program(t, "NO GAME OPENED BY ANOTHER PROGRAM", "pgn-extract", "pgn-extract", "/usr/games/pgn-extract") // Debian has it among the games
	var all bytes.Buffer
	var names []string
	for _, s := range inCore(t) {
		c := throughCore(s)
		if !c.begun || len(c.state.Line) == 0 {
			continue
		}
		if c.state.Hushed() {
			// the PGN of a running game writes a move that leaves a King in check like any other
			// move
			continue
		}
		names = append(names, s.Name)
		text := templates.PGN(c.state, [2]string{s.Name, `B. "Black" \ {Esq.} % [no tag]`}, templates.Office{Domain: "club.example"}, c.log...)
		wantComments(t, s.Name, text)
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "[") && len(line) > 256 {
				t.Errorf("%s: a tag of %d bytes", s.Name, len(line))
			}
		}
		all.WriteString(text + "\n")
	}
	extract := exec.Command(program, "-o", os.DevNull)
	extract.Stdin = &all
	said, err := extract.CombinedOutput()
	want := fmt.Sprintf("%d games matched out of %[1]d.", len(names))
	if err != nil || !strings.Contains(string(said), want) {
		t.Errorf("pgn-extract ends with %v, without %q", err, want)
	}
	// It names every game, and warns of a result that the odds or the umpire gave against what
	// stands on the board. After a thousand games it writes their number where the next line
	// begins.
	allowed := regexp.MustCompile(` - B\. 'Black'|^Processing stdin|^(Games: [0-9]+\s*)?Warning: Result of .* is inconsistent with|^File stdin: Line number|` + want)
	for line := range strings.Lines(string(said)) {
		if !allowed.MatchString(line) {
			t.Errorf("pgn-extract says: %s", line)
		}
	}
}

var (
	comment   = regexp.MustCompile(`\{[^{}]*\}`)
	timeTaken = regexp.MustCompile(`^\{\[%emt \d+:\d\d:\d\d\](\}| [^\[])`)
)

// wantComments checks the movetext of a game: each move has one comment at most, no comment stands
// within another, and a time is told for programs, once and at the beginning, or else in prose.
func wantComments(t *testing.T, name, text string) {
	t.Helper()
	_, moves, _ := strings.Cut(text, "\n\n")
	moves = strings.Join(strings.Fields(moves), " ")
	if strings.Contains(moves, "} {") {
		t.Errorf("%s: a move has two comments:\n%s", name, text)
	}
	if rest := comment.ReplaceAllString(moves, ""); strings.ContainsAny(rest, "{}[]%;") {
		t.Errorf("%s: comments are not closed:\n%s", name, text)
	}
	for _, c := range comment.FindAllString(moves, -1) {
		if strings.Contains(c, "%") && (strings.Count(c, "%") > 1 || !timeTaken.MatchString(c)) {
			t.Errorf("%s: the comment %q", name, c)
		}
	}
}
