package notation

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"corrd/game/board"
)

// Letter is the letter of a kind of man in descriptive notation, Kt for a Knight.
func Letter(kind board.Kind) string { return compact.men[kind] }

// File is a file, 0 to 7 from the Queen's side, by the piece that stands on it before the game
// (I.7): "QR".
func File(file int) string { return compact.files[file] }

// Rank is the number, 1 to 8, of a rank, 0 to 7 on the board, as a side counts it.
func Rank(rank int, side board.Side) int {
	if side == board.Black {
		return 8 - rank
	}
	return rank + 1
}

// Square is a square by its file and its rank counted from a side (I.7): e4 is K4 to White and K5
// to Black.
func Square(sq board.Square, from board.Side) string {
	return File(sq.File()) + strconv.Itoa(Rank(sq.Rank(), from))
}

// Diagram draws a position as seen by a side, in at most 39 columns, with White's men in capitals.
// The descriptive names of the files stand above the board and the algebraic letters below; ranks
// on the left are counted from the side, on the right from its opponent. With one notation alone
// only its names stand there. Each line is a line of the drawing.
func Diagram(p *board.Position, from board.Side, n Set) []string {
	d := drawing{p: p, from: from, names: n, width: 4, letters: compact.men[:]}
	if n == Algebraic {
		d.width, d.letters = 3, algebraicLetters[:]
	}
	return d.lines()
}

var algebraicLetters = [...]string{"", "P", "N", "B", "R", "Q", "K"}

// drawing is a board being drawn in characters.
type drawing struct {
	p       *board.Position
	from    board.Side
	names   Set
	width   int // of a square, in columns
	letters []string
}

// lines draws the board, a line for each rank.
func (d drawing) lines() []string {
	drawn := make([]string, 0, 10)
	if d.names != Algebraic {
		drawn = append(drawn, d.files(File))
	}
	for row := range 8 {
		drawn = append(drawn, d.row(row))
	}
	if d.names&Algebraic != 0 {
		drawn = append(drawn, d.files(func(file int) string { return string(rune('a' + file)) }))
	}
	return drawn
}

// square is the square at a row and a column counted from the top left.
func (d drawing) square(row, column int) board.Square {
	if d.from == board.Black {
		return board.At(7-column, row)
	}
	return board.At(column, 7-row)
}

// row draws one rank, counted from the top.
func (d drawing) row(row int) string {
	rank := d.square(row, 0).Rank()
	line := fmt.Appendf(make([]byte, 0, 48), " %d |", Rank(rank, d.left()))
	for column := range 8 {
		line = pad(append(line, ' '), d.man(d.square(row, column)), d.width-1)
	}
	if d.names != Algebraic {
		line = fmt.Append(line, " ", Rank(rank, d.left().Other()))
	}
	return string(bytes.TrimRight(line, " "))
}

// left is the side whose ranks are counted on the left.
func (d drawing) left() board.Side {
	if d.names == Algebraic {
		return board.White
	}
	return d.from
}

func (d drawing) man(sq board.Square) string {
	man, ok := d.p.At(sq)
	switch {
	case !ok:
		return "."
	case man.Side == board.Black:
		return strings.ToLower(d.letters[man.Kind])
	}
	return d.letters[man.Kind]
}

// files draws a line with the names of the files.
func (d drawing) files(name func(file int) string) string {
	line := append(make([]byte, 0, 48), "    "...)
	for column := range 8 {
		line = pad(append(line, ' '), name(d.square(0, column).File()), d.width-1)
	}
	return string(bytes.TrimRight(line, " "))
}

// pad writes a word, and spaces up to a width.
func pad(line []byte, word string, width int) []byte {
	line = append(line, word...)
	for range width - len(word) {
		line = append(line, ' ')
	}
	return line
}
