package templates

import (
	"fmt"
	"io"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// Board draws a position as seen by a side, with the names of both notations (notation.Diagram).
// Every line begins with a bar.
func Board(p *board.Position, from board.Side) string {
	return press.PlainSpaces(drawBoard(p, from, both))
}

// drawBoard is Board with the names of one notation or of both.
func drawBoard(p *board.Position, from board.Side, n notation.Set) string {
	var b strings.Builder
	for _, line := range notation.Diagram(p, from, n) {
		b.WriteString("|" + press.DrawnMark + line + "\n")
	}
	return b.String()
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
			b.WriteString(press.Quoted(sideName(side) + " " + men))
		}
	}
	return strings.Replace(b.String(), "|", "|"+press.MenMark, 1)
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
		n.Above[i], n.Below[i] = notation.File(file), notation.File(file)
		n.Left[i], n.Right[i] = fmt.Sprint(notation.Rank(rank, o.From)), fmt.Sprint(notation.Rank(rank, o.From.Other()))
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
