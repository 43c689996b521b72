package press

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"sync"

	"github.com/klauspost/compress/zlib"
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

// encoder writes pictures. It keeps its buffers from one picture to the next.
type encoder struct {
	rows       []byte // of the picture
	filtered   []byte // the rows, each less the row above
	compressed bytes.Buffer
	out        bytes.Buffer
	zlib       *zlib.Writer
}

// encoders are the encoders that are not in use. image/png goes pixel by pixel, and would take most
// of the time of a letter.
var encoders = sync.Pool{New: func() any {
	e := &encoder{rows: make([]byte, boardSize*rowWidth), filtered: make([]byte, boardSize*rowWidth)}
	e.zlib, _ = zlib.NewWriterLevel(nil, packing) // the level is one that there is
	return e
}}

// packing is how hard pictures are compressed, from 1 to 9.
const packing = 5

// put copies a picture into the rows, its left upper corner behind so many octets and rows.
func (e *encoder) put(p packed, left, top int) {
	for y := range len(p.octets) / p.width {
		copy(e.rows[(top+y)*rowWidth+1+left:], p.row(y))
	}
}

// encode returns the rows as a PNG.
func (e *encoder) encode() []byte {
	copy(e.filtered, e.rows[:rowWidth])
	for i, above := range e.rows[:len(e.rows)-rowWidth] {
		e.filtered[i+rowWidth] = e.rows[i+rowWidth] - above
	}
	for y := range boardSize {
		e.filtered[y*rowWidth] = filterUp
	}
	e.compressed.Reset()
	e.zlib.Reset(&e.compressed)
	e.zlib.Write(e.filtered) // into memory, which does not fail
	e.zlib.Close()
	e.out.Reset()
	e.out.Write(preamble)
	chunk(&e.out, "IDAT", e.compressed.Bytes())
	chunk(&e.out, "IEND", nil)
	return bytes.Clone(e.out.Bytes())
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
