package local

import (
	"embed"
	"fmt"
	"strings"

	"corrd/game/board"
	"corrd/interpret/notation"
)

//go:embed leeds-doncaster-1834.txt london-edinburgh-1824.txt
var historic embed.FS

// DemoGame is a historic correspondence game as letters: what each club wrote, in turn, and the
// move that was meant. `corrd demo` plays two of them.
type DemoGame struct {
	Title string
	Clubs [2]string // by board.Side
	// Moves are what the clubs wrote and meant, in order.
	Moves []DemoMove
	// Final is what the clubs wrote after the last move, in order.
	Final []DemoLetter
}

// DemoMove is a move as a club wrote it, and the move that was meant.
type DemoMove struct {
	Words string
	UCI   string
}

// DemoLetter is what a side wrote that was no move, or no move that could be played.
type DemoLetter struct {
	By   board.Side
	Text string
}

// DemoSide returns the side that writes the letter with ply number i, counted from 0.
func DemoSide(i int) board.Side { return board.Side(i % 2) }

// DemoGames returns the two games: London–Edinburgh 1824, in the words of corrd's own writer,
// and Leeds–Doncaster 1834, in the words of the newspaper that printed it.
func DemoGames() ([]DemoGame, error) {
	london, err := load("london-edinburgh-1824.txt", longHand)
	if err != nil {
		return nil, err
	}
	last := &london.Moves[len(london.Moves)-1]
	last.Words = "claim draw: endless checks, otherwise " + last.Words
	london.Final = []DemoLetter{{board.White, "draw?"}, {board.Black, "accept draw"}}
	leeds, err := load("leeds-doncaster-1834.txt", nil)
	leeds.Final = []DemoLetter{
		{board.White, "Q B to Q Kt 3d square"},
		{board.Black, "exact penalty C"},
		{board.White, "resign"},
	}
	return []DemoGame{london, leeds}, err
}

// longHand writes a move in the long printed style.
func longHand(p *board.Position, m board.Move) string { return notation.Long(p, m) }

// load reads a game: a head of "key: value" lines, an empty line, then the
// moves in algebraic notation; with write nil each is on its own line, and a
// tab and the words as printed follow it.
func load(name string, write func(*board.Position, board.Move) string) (DemoGame, error) {
	text, err := historic.ReadFile(name)
	if err != nil {
		return DemoGame{}, err
	}
	head, body, _ := strings.Cut(string(text), "\n\n")
	var g DemoGame
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "title":
			g.Title = value
		case "white":
			g.Clubs[board.White] = value
		case "black":
			g.Clubs[board.Black] = value
		}
	}
	sans, words := columns(body, write == nil)
	p := board.Array()
	for i, san := range sans {
		r := notation.Move{Text: san}.Readings(&p, notation.Rules{Notations: notation.Algebraic})
		if r.Verdict != notation.One {
			return g, fmt.Errorf("demo: %s: %q at ply %d is no single move", name, san, i+1)
		}
		if write != nil {
			words = append(words, write(&p, r.Moves[0]))
		}
		g.Moves = append(g.Moves, DemoMove{Words: words[i], UCI: r.Moves[0].String()})
		p = p.Play(r.Moves[0])
	}
	return g, nil
}

// columns splits the moves from the printed words, if there are any.
func columns(body string, printed bool) (sans, words []string) {
	if !printed {
		return strings.Fields(body), nil
	}
	for line := range strings.Lines(body) {
		san, printed, _ := strings.Cut(strings.TrimSpace(line), "\t")
		sans, words = append(sans, san), append(words, printed)
	}
	return sans, words
}
