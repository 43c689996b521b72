package bolt

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

// Most letters are small, and compress/flate spends most of its time on making
// a Huffman code for each. Here they are written with the fixed code of RFC
// 1951, 3.2.6, and with references into the dictionary. Any reader of that
// format reads them that is given the dictionary.

// maxSmall is up to how many bytes the fixed code pays.
const maxSmall = 8 << 10

const (
	minMatch  = 4
	maxMatch  = 258
	hashBits  = 13
	endOfText = 256
)

// seen is where four bytes with a hash were seen last: a place, plus one.
type seen [1 << hashBits]uint16

// inDictionary is what has been seen before the first byte of any letter.
var inDictionary = func() (s seen) {
	for at := range len(dictionary) - minMatch {
		s[hashOf([]byte(dictionary[at:at+minMatch]))] = uint16(at + 1)
	}
	return s
}()

func hashOf(b []byte) uint32 {
	return binary.LittleEndian.Uint32(b) * 0x9E3779B1 >> (32 - hashBits)
}

// desks are the dictionary, with room behind it for a text.
var desks = sync.Pool{New: func() any {
	b := append(make([]byte, 0, len(dictionary)+maxSmall), dictionary...)
	return &b
}}

// deflateSmall gives text compressed; it has maxSmall bytes at most.
func deflateSmall(text []byte) []byte {
	desk := desks.Get().(*[]byte)
	defer desks.Put(desk)
	all := append(*desk, text...)
	last := inDictionary
	w := bitWriter{out: make([]byte, 0, len(text)/2)}
	w.put(0b011, 3) // the last block, in the fixed code
	for at := len(dictionary); at < len(all); {
		length := 0
		if at+minMatch <= len(all) {
			hash := hashOf(all[at:])
			from := int(last[hash]) - 1
			last[hash] = uint16(at + 1)
			if length = common(all, from, at); length >= minMatch {
				w.match(length, at-from)
			}
		}
		if length < minMatch {
			w.symbol(int(all[at]))
			length = 1
		}
		at += length
	}
	w.symbol(endOfText)
	return w.end()
}

// common is how many bytes at two places are the same; none if from is no place.
func common(all []byte, from, at int) (n int) {
	if from < 0 {
		return 0
	}
	limit := min(maxMatch, len(all)-at)
	for n < limit && all[from+n] == all[at+n] {
		n++
	}
	return n
}

// bitWriter packs bits into bytes, the first into the lowest.
type bitWriter struct {
	out  []byte
	rest uint64
	n    int // bits in rest
}

func (w *bitWriter) put(b uint64, n int) {
	w.rest |= b << w.n
	w.n += n
	for w.n >= 8 {
		w.out = append(w.out, byte(w.rest))
		w.rest >>= 8
		w.n -= 8
	}
}

// symbol writes a literal byte, the end, or the code of a length.
func (w *bitWriter) symbol(s int) {
	code, n := 0x30+s, 8
	switch {
	case s >= 280:
		code = 0xC0 + s - 280
	case s >= 256:
		code, n = s-256, 7
	case s >= 144:
		code, n = 0x190+s-144, 9
	}
	w.put(uint64(bits.Reverse16(uint16(code))>>(16-n)), n)
}

// match refers to as many bytes so far back (RFC 1951, 3.2.5).
func (w *bitWriter) match(length, distance int) {
	switch l := uint64(length - 3); {
	case length == maxMatch:
		w.symbol(285)
	case l < 8:
		w.symbol(257 + int(l))
	default:
		extra := bits.Len64(l) - 3
		w.symbol(261 + 4*extra + int(l>>extra&3))
		w.put(l&(1<<extra-1), extra)
	}
	d := uint64(distance - 1)
	code, extra := d, 0
	if d >= 4 {
		extra = bits.Len64(d) - 2
		code = uint64(2*extra+2) + d>>extra&1
	}
	w.put(uint64(bits.Reverse8(uint8(code))>>3), 5)
	w.put(d&(1<<extra-1), extra)
}

// end fills up the last byte.
func (w *bitWriter) end() []byte {
	w.put(0, (8-w.n)%8)
	return w.out
}
