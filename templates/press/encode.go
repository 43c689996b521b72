package press

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"sync"
)

// The measures of a picture in octets: two pixels an octet, and before each row the octet that
// names its filter.
const (
	spriteWidth = squareSize / 2
	marginWidth = margin / 2
	rowWidth    = 1 + boardSize/2
)

// filterUp names the one filter of all rows: of each octet the octet above is subtracted (PNG,
// 9.2). What repeats from row to row becomes zeros.
const filterUp = 2

// packed is a picture of two pixels an octet, in rows from the top.
type packed struct {
	width  int // of a row, in octets
	octets []byte
}

// pack returns a picture with two pixels an octet. Its width is even.
func pack(picture *image.Paletted) packed {
	p := packed{width: picture.Rect.Dx() / 2}
	for i := 0; i < len(picture.Pix); i += 2 {
		p.octets = append(p.octets, picture.Pix[i]<<4|picture.Pix[i+1])
	}
	return p
}

func (p packed) row(y int) []byte { return p.octets[y*p.width:][:p.width] }

// filtered returns all rows but the first less the row above each. The first row stays as it is.
func (p packed) filtered() packed {
	f := packed{p.width, bytes.Clone(p.octets)}
	for i := p.width; i < len(f.octets); i++ {
		f.octets[i] -= p.octets[i-p.width]
	}
	return f
}

// pngStrip is a part of a filtered row, ready to be compressed.
type pngStrip struct {
	width      int // in octets
	lead, tail int // zeros at its ends; lead is the whole width where it holds nothing else
	words      []deflateWord
	sum        sum
}

// newStrip returns octets of a filtered row, compressed.
func newStrip(b *codebook, octets []byte) pngStrip {
	s := pngStrip{width: len(octets), lead: len(octets), sum: sumOf(octets)}
	lead, middle, tail := trim(octets)
	if len(middle) > 0 {
		s.lead, s.tail, s.words = lead, tail, b.words(symbolsOf(middle))
	}
	return s
}

// trim cuts off the zeros at both ends.
func trim(octets []byte) (lead int, middle []byte, tail int) {
	middle = bytes.TrimLeft(octets, "\x00")
	lead = len(octets) - len(middle)
	middle = bytes.TrimRight(middle, "\x00")
	return lead, middle, len(octets) - lead - len(middle)
}

// stamp is a sprite, ready to be put into the rows of a picture.
type stamp struct {
	sprite      sprite
	first, last []byte               // its outermost rows
	below       map[*stamp]*pngStrip // its first row below another sprite
	strips      [squareSize]pngStrip // its rows; the first is below clear pixels
}

// newStamp returns a sprite as it is put into pictures.
func newStamp(b *codebook, name sprite, p packed) *stamp {
	s := &stamp{sprite: name, first: p.row(0), last: p.row(squareSize - 1)}
	filtered := p.filtered()
	for y := range s.strips {
		s.strips[y] = newStrip(b, filtered.row(y))
	}
	return s
}

// like reports whether all rows of two stamps but the first are alike, because the same man stands
// on both and neither ground is marked.
func (s *stamp) like(other *stamp) bool {
	a, b := s.sprite, other.sprite
	return a.side == b.side && a.kind == b.kind && a.shade < markedShade && b.shade < markedShade
}

// join gives each stamp its first rows below all of them.
func join(b *codebook, stamps []*stamp) {
	known := map[string]*pngStrip{} // by their octets, of which there are few
	for _, s := range stamps {
		s.below = map[*stamp]*pngStrip{}
		for _, above := range stamps {
			row := bytes.Clone(s.first)
			for x, octet := range above.last {
				row[x] -= octet
			}
			if known[string(row)] == nil {
				joint := newStrip(b, row)
				known[string(row)] = &joint
			}
			s.below[above] = known[string(row)]
		}
	}
}

// border is a picture without its board, in rows from the top.
type border [boardSize]borderRow

// borderRow is what stands on both sides of the board, or of a row without a board the whole as
// left. The row below the board counts as one of the board: it follows upon the sprites above.
type borderRow struct{ left, right pngStrip }

// newBorder returns the border of a picture.
func newBorder(b *codebook, picture packed) *border {
	var f border
	filtered := picture.filtered()
	for y := range f {
		row := filtered.row(y)
		if y < margin || y > boardSize-margin {
			f[y].left = newStrip(b, row)
			continue
		}
		f[y].left, f[y].right = newStrip(b, row[:marginWidth]), newStrip(b, row[len(row)-marginWidth:])
	}
	return &f
}

// encoder writes pictures. It keeps its buffers from one picture to the next.
type encoder struct {
	book   *codebook
	stream bitStream
	sum    sum
	zeros  int  // octets of the row that are yet to be written
	begun  bool // something of the row is written
	blank  bool // the row above is all zeros
	equal  int  // octets of rows that equal the row above, yet to be written
	copied int  // octets that equal those of the square to the left, yet to be written
	out    bytes.Buffer
}

// encoders are the encoders that are not in use.
var encoders = sync.Pool{New: func() any { return &encoder{book: drawings().book} }}

// begin begins a picture.
func (e *encoder) begin() {
	e.stream.octets = append(e.stream.octets[:0], "\x78\x01"...) // RFC 1950, 2.2: deflated, with a window of 32 kB
	e.sum = sum{plain: 1}
	e.blank = false
	e.stream.put(e.book.header...)
}

// put appends a strip to the row. same says that the same man stands on the square to the left.
func (e *encoder) put(s *pngStrip, same bool) {
	e.sum.add(s.width, s.sum)
	switch {
	case same && (e.copied > 0 || len(s.words) > 0):
		if e.copied == 0 {
			e.flush()
		}
		e.copied += s.width
		return
	case e.copied > 0:
		e.flush()
	}
	e.zeros += s.lead
	if len(s.words) > 0 {
		e.flush()
		e.stream.put(s.words...)
		e.zeros = s.tail
	}
}

// flush writes what was held back: the rows that equal the one above, the beginning of the row,
// and zeros or a copy.
func (e *encoder) flush() {
	if !e.begun {
		e.repeat()
		e.stream.put(e.book.symbols[filterUp])
		e.begun = true
	}
	e.stream.put(e.book.runs[e.zeros]...)
	e.zeros = 0
	if e.copied > 0 {
		e.stream.put(e.book.copies[e.copied])
		e.copied = 0
	}
}

// repeat writes the rows that equal the one above.
func (e *encoder) repeat() {
	for e.equal > 0 {
		n := min(e.equal, longest)
		if rest := e.equal - n; rest > 0 && rest < shortest {
			n -= shortest
		}
		e.stream.put(e.book.repeats[n])
		e.equal -= n
	}
}

// beginRow begins a row with the octet that names its filter.
func (e *encoder) beginRow() {
	e.sum.add(1, sum{filterUp, filterUp})
	e.begun, e.zeros = false, 0
}

// endRow ends a row. One of zeros only, below another such row, is a match.
func (e *encoder) endRow() {
	blank := !e.begun
	if blank && e.blank {
		e.equal += rowWidth
		return
	}
	e.flush()
	e.blank = blank
}

// row writes a row that is one strip.
func (e *encoder) row(whole *pngStrip) {
	e.beginRow()
	e.put(whole, false)
	e.endRow()
}

// rank writes the rows of eight squares, of which the sprites above are known. The border begins
// with the first of these rows.
func (e *encoder) rank(f []borderRow, stamps, above [8]*stamp) {
	e.edge(&f[0], stamps, above)
	for y := 1; y < squareSize; y++ {
		e.beginRow()
		e.put(&f[y].left, false)
		for column, s := range stamps {
			e.put(&s.strips[y], column > 0 && s.like(stamps[column-1]))
		}
		e.put(&f[y].right, false)
		e.endRow()
	}
}

// edge writes the first row of eight squares below others.
func (e *encoder) edge(f *borderRow, stamps, above [8]*stamp) {
	e.beginRow()
	e.put(&f.left, false)
	for column, s := range stamps {
		e.put(s.below[above[column]], false)
	}
	e.put(&f.right, false)
	e.endRow()
}

// write ends the picture and writes it as a PNG.
func (e *encoder) write(w io.Writer) error {
	e.repeat()
	e.stream.put(e.book.symbols[endOfBlock])
	e.stream.finish()
	e.stream.octets = binary.BigEndian.AppendUint32(e.stream.octets, e.sum.adler())
	e.out.Reset()
	e.out.Write(preamble)
	chunk(&e.out, "IDAT", e.stream.octets)
	chunk(&e.out, "IEND", nil)
	_, err := w.Write(e.out.Bytes())
	return err
}

// preamble is what stands before the pixels in every picture: the signature of PNG, the measures,
// the palette and how much of each colour can be seen through.
var preamble = func() []byte {
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	measures := binary.BigEndian.AppendUint32(nil, boardSize)
	measures = binary.BigEndian.AppendUint32(measures, boardSize)
	chunk(&out, "IHDR", append(measures, 4, 3, 0, 0, 0)) // four bits a pixel, by a palette
	var colours, opacities []byte
	for _, c := range palette {
		c := c.(color.NRGBA)
		colours = append(colours, c.R, c.G, c.B)
		opacities = append(opacities, c.A)
	}
	chunk(&out, "PLTE", colours)
	chunk(&out, "tRNS", opacities)
	return out.Bytes()
}()

// chunk writes a chunk of a PNG: its length, its kind, what it holds, and a check sum (PNG, 5.3).
func chunk(out *bytes.Buffer, kind string, data []byte) {
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	out.WriteString(kind)
	out.Write(data)
	sum := crc32.Update(crc32.ChecksumIEEE([]byte(kind)), crc32.IEEETable, data)
	out.Write(binary.BigEndian.AppendUint32(nil, sum))
}
