package press

import (
	"image"
	"image/color"
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

// Board writes a position as a PNG of 472 by 472 pixels, four bits each: of 9 kB at most
// in a game. The same position and options give the same bytes. It fails only as w does.
func Board(w io.Writer, p *board.Position, o Options) error {
	_, err := w.Write(recent.picture(o.scene(p)))
	return err
}

// scene is what the picture of a board shows.
type scene struct {
	sprites [64]sprite // row by row from the left upper corner
	names   Names
}

// scene returns what is seen of a position.
func (o Options) scene(p *board.Position) scene {
	s := scene{names: o.Names}
	for i := range s.sprites {
		s.sprites[i] = o.sprite(p, i%8, i/8)
	}
	return s
}

// draw returns the picture as a PNG.
func (s *scene) draw() []byte {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	d := drawings()
	e.put(d.bordered(s.names), 0, 0)
	for i, man := range s.sprites {
		e.put(d.sprites[man], marginWidth+i%8*spriteWidth, margin+i/8*squareSize)
	}
	return e.encode()
}

// gallery keeps pictures that may be wanted again. The zero gallery is empty.
type gallery struct {
	sync.Mutex
	pictures map[scene][]byte // at most galleryRoom
}

// galleryRoom is how many pictures a gallery keeps: they take 2 MB.
const galleryRoom = 256

// recent are the boards that were drawn of late. Games open alike, reminders show the board again,
// and the reading room shows every board of a game each time that a move is added.
var recent gallery

// picture returns the picture of a scene, which nobody may change.
func (g *gallery) picture(s scene) []byte {
	g.Lock()
	known := g.pictures[s]
	g.Unlock()
	if known != nil {
		return known
	}
	picture := s.draw()
	g.Lock()
	defer g.Unlock()
	if g.pictures == nil || len(g.pictures) == galleryRoom {
		g.pictures = map[scene][]byte{}
	}
	g.pictures[s] = picture
	return picture
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

// drawing is what all pictures are put together from.
type drawing struct {
	sprites map[sprite]packed
	borders sync.Map // packed by Names; each is drawn when it is first wanted
}

// drawings are drawn when the first board is.
var drawings = sync.OnceValue(func() *drawing {
	d := &drawing{sprites: map[sprite]packed{}}
	empty := image.NewAlpha(image.Rect(0, 0, squareSize, squareSize))
	for s := lightShade; s < allShades; s++ {
		d.sprites[sprite{shade: s}] = pack(s.paint(empty, empty))
		for side := board.White; side <= board.Black; side++ {
			for kind := board.Pawn; kind <= board.King; kind++ {
				line, whole := manMasks(side, kind)
				d.sprites[sprite{side, kind, s}] = pack(s.paint(line, whole))
			}
		}
	}
	return d
})

// bordered returns the picture without a board that has the names.
func (d *drawing) bordered(n Names) packed {
	if known, ok := d.borders.Load(n); ok {
		return known.(packed)
	}
	picture := image.NewPaletted(image.Rect(0, 0, boardSize, boardSize), palette)
	n.draw(picture)
	f := pack(picture)
	d.borders.Store(n, f)
	return f
}

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

// shade is a ground that men stand on.
type shade int

const (
	lightShade shade = iota
	darkShade
	markedShade // added to either: a square of the last move
	_
	allShades
)

// The places of the palette, for which four bits a pixel suffice. The five of a man on a light
// square and the five of one on a dark square follow one another alike, and three of them are of
// one colour: therefore a man differs from row to row by the same octets on both. What surrounds
// the board is clear, and the names in it are of a grey that can be read on white paper and on
// black.
const (
	outside uint8 = iota
	lightGround
	inkOnLight // half of ink, half of the ground
	pixelInk
	inkOnBody // half of ink, half of the body
	body      // of white men
	markedLight
	markedDark
	ring // round the squares of the last move: at least 3:1 to light and to dark
	darkGround
	_
	_
	_
	_
	nameInk
	namePale // half of a name's grey
)

// toDark leads from the colours of a man on a light ground to those on a dark one.
const toDark = darkGround - lightGround

var palette = color.Palette{
	outside:             color.NRGBA{0xff, 0xff, 0xff, 0x00},
	lightGround:         opaque(0xf2e6cf),
	inkOnLight:          opaque(0x8a816e),
	pixelInk:            opaque(0x221c18),
	inkOnBody:           opaque(0x908d8b),
	body:                opaque(0xffffff),
	markedLight:         opaque(0xf0e07a),
	markedDark:          opaque(0xcbb03c),
	ring:                opaque(0x17457d),
	darkGround:          opaque(0xc39f74),
	inkOnLight + toDark: opaque(0x735e46),
	pixelInk + toDark:   opaque(0x221c18),
	inkOnBody + toDark:  opaque(0x908d8b),
	body + toDark:       opaque(0xffffff),
	nameInk:             opaque(0x767676),
	namePale:            color.NRGBA{0x76, 0x76, 0x76, 0x80},
}

// opaque is a colour by its red, green and blue, as web pages write it.
func opaque(rgb uint32) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// grounds are the places of the colour of each shade, and how far from those of a light square the
// colours of a man on it are.
var grounds = [allShades]struct{ plain, shift uint8 }{
	lightShade:               {lightGround, 0},
	darkShade:                {darkGround, toDark},
	lightShade + markedShade: {markedLight, 0},
	darkShade + markedShade:  {markedDark, toDark},
}

// tone is the colour of a pixel of a man on a ground, of which so much, of 255, is
// covered by the man's body and by ink.
func (s shade) tone(covered, inked uint8) uint8 {
	shift := grounds[s].shift
	switch {
	case inked >= 0xaa:
		return pixelInk + shift
	case inked >= 0x55 && covered >= 0x80:
		return inkOnBody + shift
	case inked >= 0x55:
		return inkOnLight + shift
	case covered >= 0x80:
		return body + shift
	}
	return grounds[s].plain
}
