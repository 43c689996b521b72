// Package picture draws a position as a PNG: a board in few colours, small enough to go
// with every letter, and clear on white paper and on black.
//
// It knows squares, men and colours. It must not know notations, games or letters: the
// names round the board are handed in.
package picture

import (
	"image"
	"io"
	"sync"

	"corrd/game/board"
)

// Options say how a board is drawn.
type Options struct {
	From  board.Side // whose men are at the foot
	Last  board.Move // the last move, whose squares are marked; board.Pass: none
	Names Names
}

// Names are what stands round a board, from its left and from its top.
type Names struct{ Above, Below, Left, Right [8]string }

// The measures of a drawn board, in pixels.
const (
	squareSize = 52
	margin     = 28
	ringWidth  = 4 // of the mark of a square of the last move
	boardSize  = 8*squareSize + 2*margin
)

// Board writes a position as a PNG of 472 by 472 pixels, of 13 colours in four bits, and of 9 kB
// at most. The same position and options give the same bytes. It fails only as w does.
func Board(w io.Writer, p *board.Position, o Options) error {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	copy(e.rows, framed(o.Names))
	for column := range 8 {
		var above *stamp
		for row := range 8 {
			s := sprites()[o.sprite(p, column, row)]
			e.stamp(column, row, s, above)
			above = s
		}
		e.stamp(column, 8, nil, above)
	}
	return e.write(w)
}

// frames are the rows of the pictures without a board, filtered, by their names. Each is drawn when
// it is first wanted.
var frames sync.Map

// framed returns the filtered rows of the picture without a board that has the names.
func framed(n Names) []byte {
	if known, ok := frames.Load(n); ok {
		return known.([]byte)
	}
	picture := image.NewPaletted(image.Rect(0, 0, boardSize, boardSize), palette)
	n.draw(picture)
	filtered := pack(picture).filtered()
	var rows []byte
	for y := range filtered.height() {
		rows = append(append(rows, filterUp), filtered.row(y)...)
	}
	frames.Store(n, rows)
	return rows
}

// sprite returns which sprite stands in a column and a row of the picture, counted from its left
// and from its top.
func (o Options) sprite(p *board.Position, column, row int) sprite {
	file, rank := column, 7-row
	if o.From == board.Black {
		file, rank = 7-file, 7-rank
	}
	s := board.Square(8*rank + file)
	shade := darkShade
	if (file+rank)%2 == 1 {
		shade = lightShade
	}
	if o.Last != board.Pass && (s == o.Last.From() || s == o.Last.To()) {
		shade += markedShade
	}
	man, _ := p.At(s) // of no kind where the square is empty
	return sprite{man.Side, man.Kind, shade}
}

// sprite names a drawn man on a ground; of no kind, the empty square.
type sprite struct {
	side  board.Side
	kind  board.Kind
	shade shade
}

// sprites are all men on all grounds, drawn when the first board is.
var sprites = sync.OnceValue(func() map[sprite]*stamp {
	all := map[sprite]*stamp{}
	empty := image.NewAlpha(image.Rect(0, 0, squareSize, squareSize))
	for s := lightShade; s < allShades; s++ {
		all[sprite{shade: s}] = newStamp(s.paint(empty, empty))
		for side := board.White; side <= board.Black; side++ {
			for kind := board.Pawn; kind <= board.King; kind++ {
				line, whole := manMasks(side, kind)
				all[sprite{side, kind, s}] = newStamp(s.paint(line, whole))
			}
		}
	}
	return all
})

// manMasks are the lines of a man, and all that is within them.
func manMasks(side board.Side, kind board.Kind) (line, whole *image.Alpha) {
	g := glyphs['♔'+rune(6*side)+rune(board.King-kind)]
	scale := float32(squareSize) * 1.02 / em
	f := frame{scale, (squareSize - float32(g.advance)*scale) / 2, squareSize * 0.865}
	return f.cover(squareSize, squareSize, g.contours()...), f.silhouette(squareSize, squareSize, g)
}

// paint draws a man from its masks on a ground, within a ring where the ground is marked.
func (s shade) paint(line, whole *image.Alpha) *image.Paletted {
	picture := image.NewPaletted(line.Rect, palette)
	for i := range picture.Pix {
		picture.Pix[i] = s.tone(whole.Pix[i], line.Pix[i])
		x, y := i%picture.Stride, i/picture.Stride
		edge := min(x, y, squareSize-1-x, squareSize-1-y)
		if s >= markedShade && edge < ringWidth && picture.Pix[i] == grounds[s].plain {
			picture.Pix[i] = ring
		}
	}
	return picture
}

// draw writes the names round the board.
func (n Names) draw(picture *image.Paletted) {
	for i := range 8 {
		middle := margin + i*squareSize + squareSize/2
		drawText(picture, n.Above[i], image.Pt(middle, margin/2))
		drawText(picture, n.Below[i], image.Pt(middle, boardSize-margin/2))
		drawText(picture, n.Left[i], image.Pt(margin/2, middle))
		drawText(picture, n.Right[i], image.Pt(boardSize-margin/2, middle))
	}
}

// drawText writes a word on the frame, centred on a point.
func drawText(picture *image.Paletted, text string, at image.Point) {
	const size = 19
	scale := float32(size) / em
	width := float32(0)
	for _, r := range text {
		width += float32(glyphs[r].advance) * scale
	}
	box := image.Rect(0, 0, int(width)+4, size+4)
	corner := at.Sub(image.Pt(box.Dx()/2, box.Dy()/2))
	x := float32(box.Dx())/2 - width/2
	for _, r := range text {
		f := frame{scale, x, float32(box.Dy())/2 + 0.365*size}
		mask := f.cover(box.Dx(), box.Dy(), glyphs[r].contours()...)
		for i, a := range mask.Pix {
			shade := outside
			switch {
			case a >= 0xaa:
				shade = nameInk
			case a >= 0x55:
				shade = namePale
			}
			if shade != outside {
				picture.SetColorIndex(corner.X+i%mask.Stride, corner.Y+i/mask.Stride, shade)
			}
		}
		x += float32(glyphs[r].advance) * scale
	}
}
