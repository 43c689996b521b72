package templates

import (
	"fmt"
	"io"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/templates/picture"
)

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
	return picture.Board(w, p, picture.Options{From: o.From, Last: o.Last, Names: o.names()})
}

// names are what stands round the board.
func (o BoardOptions) names() (n picture.Names) {
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
