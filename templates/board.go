package templates

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

var (
	kindLetters      = [...]string{"", "P", "Kt", "B", "R", "Q", "K"}
	algebraicLetters = [...]string{"", "P", "N", "B", "R", "Q", "K"}
)

// Board draws a position as seen by a side, in at most 40 columns, with White's men in capitals.
// The descriptive names of the files stand above the board and the algebraic letters below; ranks
// on the left are counted from the side, on the right from its opponent. Every line begins with a
// bar.
func Board(p *board.Position, from board.Side) string {
	return plainSpaces(drawBoard(p, from, both))
}

// drawBoard is Board with the names of one notation or of both.
func drawBoard(p *board.Position, from board.Side, n notation.Set) string {
	d := drawing{p: p, from: from, notation: n, width: 4, letters: kindLetters[:]}
	if n == notation.Algebraic {
		d.width, d.letters = 3, algebraicLetters[:]
	}
	return d.String()
}

// drawing is a board being drawn in characters.
type drawing struct {
	p        *board.Position
	from     board.Side
	notation notation.Set
	width    int // of a square, in columns
	letters  []string
}

// String draws the board, a line for each rank.
func (d drawing) String() string {
	drawn := make([]byte, 0, 512)
	if d.notation != notation.Algebraic {
		drawn = d.files(drawn, func(file int) string { return fileNames[file] })
	}
	for row := range 8 {
		drawn = d.row(drawn, row)
	}
	if d.notation&notation.Algebraic != 0 {
		drawn = d.files(drawn, func(file int) string { return string(rune('a' + file)) })
	}
	return string(drawn)
}

// square is the square at a row and a column counted from the top left.
func (d drawing) square(row, column int) board.Square {
	if d.from == board.Black {
		return board.At(7-column, row)
	}
	return board.At(column, 7-row)
}

// row writes one rank, counted from the top.
func (d drawing) row(line []byte, row int) []byte {
	rank := d.square(row, 0).Rank()
	line = fmt.Appendf(line, "|"+drawnMark+" %d |", rankFrom(rank, d.left()))
	for column := range 8 {
		line = pad(append(line, ' '), d.man(d.square(row, column)), d.width-1)
	}
	if d.notation != notation.Algebraic {
		line = fmt.Append(line, " ", rankFrom(rank, d.left().Other()))
	}
	return append(bytes.TrimRight(line, " "), '\n')
}

// left is the side whose ranks are counted on the left.
func (d drawing) left() board.Side {
	if d.notation == notation.Algebraic {
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

// files writes a line with the names of the files.
func (d drawing) files(line []byte, name func(file int) string) []byte {
	line = append(line, "|"+drawnMark+"    "...)
	for column := range 8 {
		line = pad(append(line, ' '), name(d.square(0, column).File()), d.width-1)
	}
	return append(bytes.TrimRight(line, " "), '\n')
}

// pad writes a word, and spaces up to a width.
func pad(line []byte, word string, width int) []byte {
	line = append(line, word...)
	for range width - len(word) {
		line = append(line, ' ')
	}
	return line
}

// menList tells where every man stands, for those who hear a letter or write large, a row for each
// side: "White King K1, Queen Q1, …". Squares are counted from the side whose men they are, in
// descriptive notation unless the reader wants algebraic alone. Every line begins with a bar.
func menList(p *board.Position, n notation.Set) string {
	if n != notation.Algebraic {
		n = notation.Descriptive
	}
	var b strings.Builder
	for _, side := range []board.Side{board.White, board.Black} {
		if men := menOf(p, side, n); men != "" {
			b.WriteString(quoted(sideName(side) + " " + men))
		}
	}
	return strings.Replace(b.String(), "|", "|"+menMark, 1)
}

// menOf lists the men of a side, each kind with the squares where men of the kind stand, or "" if
// the side has no men.
func menOf(p *board.Position, side board.Side, n notation.Set) string {
	var b strings.Builder
	for kind := board.King; kind >= board.Pawn; kind-- {
		set := p.Men(side, kind)
		if set.Len() == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(texts.One(set.Len(), kindKeys[kind]))
		for sq := range set.All() {
			b.WriteString(" " + square(sq, side, n))
		}
	}
	return b.String()
}

// BoardOptions say how a board is drawn.
type BoardOptions struct {
	From     board.Side   // whose men are at the foot
	Last     board.Move   // the last move, whose squares are marked; board.Pass: none
	Notation notation.Set // names files and ranks as Board does: by pieces, by letters, or by both
}

// AfterLast shows a game's board from White's side, with the last move marked.
func AfterLast(s game.State) BoardOptions {
	return BoardOptions{From: board.White, Last: lastMove(s), Notation: both}
}

// lastMove is the last move of a game; board.Pass before the first.
func lastMove(s game.State) board.Move {
	if n := len(s.Line); n > 0 {
		return s.Line[n-1].Move
	}
	return board.Pass
}

// BoardPNG writes a position as a PNG of 472 by 472 pixels. The same position and options give the
// same bytes. An error of BoardPNG is an error of w.
func BoardPNG(w io.Writer, p *board.Position, o BoardOptions) error {
	return press.Board(w, p, press.Options{From: o.From, Last: o.Last, Names: o.names()})
}

// names are what stands round the board.
func (o BoardOptions) names() (n press.Names) {
	for i := range 8 {
		file, rank := i, 7-i
		if o.From == board.Black {
			file, rank = 7-i, i
		}
		letter := string(rune('a' + file))
		n.Above[i], n.Below[i] = fileNames[file], fileNames[file]
		n.Left[i], n.Right[i] = fmt.Sprint(rankFrom(rank, o.From)), fmt.Sprint(rankFrom(rank, o.From.Other()))
		switch o.Notation & both {
		case both:
			n.Below[i] = letter
		case notation.Algebraic:
			n.Above[i], n.Below[i] = letter, letter
			n.Left[i], n.Right[i] = fmt.Sprint(rank+1), fmt.Sprint(rank+1)
		}
	}
	return n
}

// unheardOf reports whether other programs take no FEN with such men.
func unheardOf(p *board.Position) bool {
	return p.Flaws()&(board.NoKing|board.SeveralKings|board.PawnOnEndRank) != 0
}
