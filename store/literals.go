package store

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// The boards in letters are PNG in base64. Such octets repeat nothing, and a compressor that looks
// for what repeats spends most of its time on them. Therefore Deflate writes them as a block of
// literals (RFC 1951, 3.2.7) whose code is known beforehand: six bits, or seven, for a digit of
// base64.

// The lengths of the codes of literals, in bits. They fill the code: 62 digits of six bits, 2 of
// seven, the ends of lines of eight, and of the 191 symbols that are left, 65 of fourteen bits and
// 126 of fifteen.
const (
	ofDigit, ofRareDigit, ofLineEnd, ofOther, ofRarest = 6, 7, 8, 14, 15

	others     = 65 // symbols of fourteen bits, the end of the block among them
	endOfBlock = 256
	symbols    = endOfBlock + 1
)

// literal is the code of a symbol, the first bit lowest.
type literal struct{ bits, width uint16 }

// literals has the codes of all symbols, and literalsHeader the header of a block of them that is
// not the last.
var literals, literalsHeader = func() (codes [symbols]literal, header bitWriter) {
	widths := literalWidths()
	code := uint16(0)
	for width := uint16(1); width <= ofRarest; width++ {
		for s, w := range widths {
			if w == width {
				codes[s] = literal{bits.Reverse16(code) >> (16 - width), width}
				code++
			}
		}
		code <<= 1
	}
	return codes, headerOf(widths)
}()

// literalWidths returns the length of the code of each symbol.
func literalWidths() (widths [symbols]uint16) {
	left := others - 1
	for s := range endOfBlock {
		digit := bytes.IndexByte([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"), byte(s)) >= 0
		switch {
		case s == '8' || s == '9':
			widths[s] = ofRareDigit
		case digit:
			widths[s] = ofDigit
		case s == '\r' || s == '\n':
			widths[s] = ofLineEnd
		case left > 0:
			widths[s] = ofOther
			left--
		default:
			widths[s] = ofRarest
		}
	}
	widths[endOfBlock] = ofOther
	return widths
}

// headerOf returns the header of a block that has no distances, and whose codes of literals have
// these lengths. Of the lengths of the codes of lengths, those that are not 0 are 3.
func headerOf(widths [symbols]uint16) (w bitWriter) {
	const dynamic, repeat, mostRepeats, codeWidth = 2, 16, 6, 3
	order := [...]uint16{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	used := []uint16{0, ofDigit, ofRareDigit, ofLineEnd, 9, ofOther, ofRarest, repeat} // 9 fills the code
	w.put(dynamic<<1, 3)
	w.put(0, 5+5) // no symbol above the end of the block, and one distance, of no bits
	w.put(uint64(len(order)-4), 4)
	index := func(n uint16) int { return bytes.IndexByte(asOctets(used), byte(n)) }
	for _, n := range order {
		if index(n) >= 0 {
			w.put(codeWidth, 3)
		} else {
			w.put(0, 3)
		}
	}
	put := func(n uint16) { w.put(uint64(bits.Reverse8(uint8(index(n)))>>(8-codeWidth)), codeWidth) }
	for i := 0; i < len(widths); {
		put(widths[i])
		run := 0
		for i++; i < len(widths) && widths[i] == widths[i-1]; i++ {
			run++
		}
		for run >= 3 {
			n := min(run, mostRepeats)
			put(repeat)
			w.put(uint64(n-3), 2)
			run -= n
		}
		for ; run > 0; run-- {
			put(widths[i-1])
		}
	}
	put(0)
	return w
}

func asOctets(numbers []uint16) (octets []byte) {
	for _, n := range numbers {
		octets = append(octets, byte(n))
	}
	return octets
}

// appendLiterals appends a block that holds octets as literals to blocks that end with an octet.
// The block does not: a stored block follows, the last where last is set.
func appendLiterals(to, octets []byte, last bool) []byte {
	w := bitWriter{octets: append(to, literalsHeader.octets...), pending: literalsHeader.pending, width: literalsHeader.width}
	out, pending, width := w.octets, w.pending, w.width
	for ; len(octets) >= 2; octets = octets[2:] { // two codes and what is pending have 61 bits at most
		a, b := literals[octets[0]], literals[octets[1]]
		pending |= uint64(a.bits) << width
		width += uint(a.width)
		pending |= uint64(b.bits) << width
		width += uint(b.width)
		if width >= 32 {
			out = binary.LittleEndian.AppendUint32(out, uint32(pending))
			pending >>= 32
			width -= 32
		}
	}
	w = bitWriter{out, pending, width}
	for _, octet := range octets {
		w.literal(int(octet))
	}
	w.literal(endOfBlock)
	return w.align(last)
}

// bitWriter appends bits to octets, the first lowest. pending holds fewer than 32 bits between calls.
type bitWriter struct {
	octets  []byte
	pending uint64
	width   uint // of pending
}

func (w *bitWriter) put(bits uint64, width uint) {
	w.pending |= bits << w.width
	if w.width += width; w.width >= 32 {
		w.octets = binary.LittleEndian.AppendUint32(w.octets, uint32(w.pending))
		w.pending >>= 32
		w.width -= 32
	}
}

func (w *bitWriter) literal(symbol int) {
	w.put(uint64(literals[symbol].bits), uint(literals[symbol].width))
}

// align ends the octet with a stored block that is empty (RFC 1951, 3.2.4), and returns the octets.
func (w *bitWriter) align(last bool) []byte {
	header := uint64(0)
	if last {
		header = 1
	}
	w.put(header, 3)
	for w.width > 0 {
		w.octets = append(w.octets, byte(w.pending))
		w.pending >>= 8
		w.width -= min(8, w.width)
	}
	return append(w.octets, 0, 0, 0xff, 0xff)
}
