package notation

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
)

// printedGame is a game of testdata/games: what was printed beside what was
// played.
type printedGame struct {
	id         string
	unverified bool // no source but the print: nothing to be scored against
	start      board.Position
	plies      []printedPly
}

type printedPly struct {
	position board.Position
	move     board.Move
	print    string
	mark     byte // ':' printed rightly, '*' misprinted, '~' not to be read
}

// printedGames reads every file of testdata/games.
func printedGames(t testing.TB) []printedGame {
	t.Helper()
	files, err := filepath.Glob("../../testdata/games/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no printed games:", err)
	}
	var games []printedGame
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range strings.Split(string(text), "\ngame ")[1:] {
			games = append(games, readGame(t, section))
		}
	}
	return games
}

func readGame(t testing.TB, section string) printedGame {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(section), "\n")
	g := printedGame{id: lines[0], start: board.Array()}
	p := g.start
	for _, line := range lines[1:] {
		switch key, rest, _ := strings.Cut(line, " "); key {
		case "unverified":
			g.unverified = true
		case "fen":
			var err error
			if p, err = board.ParseFEN(rest); err != nil {
				t.Fatal(g.id, err)
			}
			g.start = p
		default:
			m, ok := board.ParseMove(key)
			if !ok || !p.IsLegal(m) {
				t.Fatalf("%s: %q is no legal move in %s", g.id, key, p.FEN())
			}
			g.plies = append(g.plies, printedPly{p, m, rest[2:], rest[0]})
			p = p.Play(m)
		}
	}
	return g
}

func TestPrintedGames(t *testing.T) {
	scored, alone := 0, 0
	for _, g := range printedGames(t) {
		for i, ply := range g.plies {
			if ply.mark != ':' {
				continue
			}
			r := Move{Text: ply.print}.Readings(&ply.position, Rules{})
			if !slices.Contains(r.Moves, ply.move) {
				t.Errorf("%s ply %d: %q reads as %v %v, not %v", g.id, i+1, ply.print, r.Verdict, r.Moves, ply.move)
			}
			if g.unverified {
				continue
			}
			scored++
			if len(r.Moves) == 1 {
				alone++
			}
		}
	}
	if scored < 2850 || float64(alone) < 0.985*float64(scored) {
		t.Errorf("%d of %d printed moves read as one move alone", alone, scored)
	}
}

// TestDoubtfulPrint: the printed moves that leave more than one reading are those
// listed, each under its reason, with the readings listed.
func TestDoubtfulPrint(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/games/notations/doubtful.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			listed[line] = true
		}
	}
	for _, g := range printedGames(t) {
		for i, ply := range g.plies {
			r := Move{Text: ply.print}.Readings(&ply.position, Rules{})
			if ply.mark != ':' || len(r.Moves) == 1 {
				continue
			}
			line := fmt.Sprintf("%s %d %s => %s", g.id, i+1, ply.print, outcome(r))
			if !listed[line] {
				t.Errorf("not listed: %s", line)
			}
			delete(listed, line)
		}
	}
	for line := range listed {
		t.Errorf("listed, and reads otherwise: %s", line)
	}
}

// Misprints are read as they stand: never as a move that the words do not say.
func TestMisprintsAreNotMended(t *testing.T) {
	for _, g := range printedGames(t) {
		for i, ply := range g.plies {
			if ply.mark != '*' {
				continue
			}
			r := Move{Text: ply.print}.Readings(&ply.position, Rules{})
			for _, m := range r.Moves {
				if !ply.position.IsLegal(m) {
					t.Errorf("%s ply %d: illegal reading %v of %q", g.id, i+1, m, ply.print)
				}
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var plies []printedPly
	for _, g := range printedGames(b) {
		plies = append(plies, g.plies...)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		ply := &plies[i%len(plies)]
		Move{Text: ply.print}.Readings(&ply.position, Rules{})
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
