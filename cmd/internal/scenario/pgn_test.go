package scenario

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"corrd/templates"
)

// pgnExtract gives the path of pgn-extract, which Debian installs among the games. Without the
// program the test is skipped with a message, or fails with CORRD_REQUIRE_PEERS=1.
func pgnExtract(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"pgn-extract", "/usr/games/pgn-extract"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CORRD_REQUIRE_PEERS") == "1" {
		t.Fatal("CORRD_REQUIRE_PEERS=1, and pgn-extract is missing")
	}
	t.Skip("SKIPPED, NO GAME OPENED BY ANOTHER PROGRAM: pgn-extract is missing; apt-get install pgn-extract")
	return ""
}

// TestAnotherProgramOpensEveryGame writes the game of every scenario as PGN and lets pgn-extract
// read all of them. pgn-extract must play every move and complain of nothing.
func TestAnotherProgramOpensEveryGame(t *testing.T) {
	program := pgnExtract(t)
	var all bytes.Buffer
	var names []string
	for _, s := range scenarios(t, suite) {
		c := newCore(s)
		if err := c.begin(s); err != nil {
			continue // a challenge that is refused begins no game
		}
		s.play(context.Background(), c)
		if len(c.state.Line) == 0 {
			continue
		}
		if c.state.Hushed() {
			// the PGN of a running game writes a move that leaves a King in check like any other
			// move
			continue
		}
		names = append(names, s.Name)
		text := templates.PGN(c.state, [2]string{s.Name, `B. "Black" \ {Esq.} % [no tag]`}, templates.Office{Domain: "club.example"})
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
	// It names every game, and warns of a result that the odds or the umpire gave against
	// what stands on the board.
	allowed := regexp.MustCompile(` - B\. 'Black'|^Processing stdin|^Warning: Result of .* is inconsistent with|^File stdin: Line number|` + want)
	for line := range strings.Lines(string(said)) {
		if !allowed.MatchString(line) {
			t.Errorf("pgn-extract says: %s", line)
		}
	}
}
