package picture

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// The measures of a picture in octets: two pixels an octet, and before each row the octet that
// names its filter.
const (
	spriteWidth = squareSize / 2
	marginWidth = margin / 2
	rowWidth    = 1 + boardSize/2
)

// filterUp names the one filter of all rows: of each octet the octet above is subtracted (PNG,
// 9.2). What repeats from row to row becomes zeros, which compress fast and well.
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

func (p packed) height() int { return len(p.octets) / p.width }

// filtered returns all rows but the first less the row above each. The first row stays as it is.
func (p packed) filtered() packed {
	f := packed{p.width, bytes.Clone(p.octets)}
	for i := p.width; i < len(f.octets); i++ {
		f.octets[i] -= p.octets[i-p.width]
	}
	return f
}

// stamp is a sprite, ready to be put into the rows of a picture.
type stamp struct {
	first, last []byte // its outermost rows
	filtered    packed
}

// newStamp returns a sprite as it is put into pictures.
func newStamp(picture *image.Paletted) *stamp {
	p := pack(picture)
	return &stamp{first: p.row(0), last: p.row(p.height() - 1), filtered: p.filtered()}
}

// encoder writes pictures. It keeps its buffers from one picture to the next.
type encoder struct {
	rows       []byte // filtered, each after the octet of its filter
	compressed bytes.Buffer
	out        bytes.Buffer
}

// encoders are the encoders that are not in use.
var encoders = sync.Pool{New: func() any {
	return &encoder{rows: make([]byte, boardSize*rowWidth)}
}}

// stamp puts a sprite on a square, below the sprite of the square above. Either may be nil: there
// is no square.
func (e *encoder) stamp(column, row int, s, above *stamp) {
	at := e.rows[(margin+row*squareSize)*rowWidth+1+marginWidth+column*spriteWidth:]
	clear(at[:spriteWidth])
	if s != nil {
		copy(at, s.first)
		for y := 1; y < squareSize; y++ {
			copy(at[y*rowWidth:], s.filtered.row(y))
		}
	}
	if above != nil {
		for x, octet := range above.last {
			at[x] -= octet
		}
	}
}

// write writes the rows as a PNG. The stateless compressor is the fastest one for rows: the best
// compression would save one octet in ten and take twice as long.
func (e *encoder) write(w io.Writer) error {
	e.compressed.Reset()
	e.compressed.WriteString("\x78\x01") // RFC 1950, 2.2: deflated, with a window of 32 kB
	if err := flate.StatelessDeflate(&e.compressed, e.rows, true, nil); err != nil {
		return err
	}
	e.compressed.Write(binary.BigEndian.AppendUint32(e.compressed.AvailableBuffer(), adler32.Checksum(e.rows)))
	e.out.Reset()
	e.out.Write(preamble)
	chunk(&e.out, "IDAT", e.compressed.Bytes())
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
