package press

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Pictures are deflated (RFC 1951) from strips, whose codes are known before a picture is asked
// for: a row of a sprite is put into the compressed stream as it is, and what repeats between the
// strips is one match. A general compressor would look for these matches in each picture again.
// The one block of the stream has the same code in all pictures; it is made from the octets of all
// sprites, and has a word for every octet and every length.

// The symbols of a block (RFC 1951, 3.2.5): an octet is its own symbol.
const (
	endOfBlock  = 256
	shortest    = 3 // octets of a match
	longest     = 258
	allSymbols  = 286
	longestCode = 15 // bits of the code of a symbol
)

// distances are those that matches have, each with its symbol, the symbol's code in our block, and
// the extra bits (RFC 1951, 3.2.5).
var distances = map[int]struct {
	symbol      int
	code, extra deflateWord
}{
	octetBefore: {0, deflateWord{0b0, 1}, deflateWord{}},
	squareLeft:  {9, deflateWord{0b01, 2}, deflateWord{squareLeft - 25, 3}},
	rowAbove:    {15, deflateWord{0b11, 2}, deflateWord{rowAbove - 193, 6}},
}

const (
	octetBefore = 1
	squareLeft  = spriteWidth
	rowAbove    = rowWidth
)

// symbol is an octet, or a match by its length and its distance.
type symbol struct {
	octet    byte
	length   int // 0 for an octet
	distance int // one of distances
}

// code returns the symbol of the alphabet of octets and lengths, and the extra bits of a length.
func (s symbol) code() (number int, extra uint32, width int) {
	switch {
	case s.length == 0:
		return int(s.octet), 0, 0
	case s.length == longest:
		return allSymbols - 1, 0, 0
	case s.length < 11:
		return endOfBlock + 1 + s.length - shortest, 0, 0
	}
	rest := uint32(s.length - shortest)
	width = bits.Len32(rest) - 3 // four codes for each width of the extra bits
	return endOfBlock + 1 + 4*width + int(rest>>width), rest & (1<<width - 1), width
}

// symbolsOf returns the symbols of octets: each octet, or the octets that repeat the one before as
// matches.
func symbolsOf(octets []byte) []symbol {
	var list []symbol
	for i := 0; i < len(octets); {
		n := 1
		for i+n < len(octets) && octets[i+n] == octets[i] {
			n++
		}
		list = append(list, runOf(octets[i], n)...)
		i += n
	}
	return list
}

// runOf returns the symbols of an octet that stands n times, at most 259. A short run takes fewer
// bits without a match, because most octets are zeros.
func runOf(octet byte, n int) []symbol {
	const shortestRun = 8
	if n >= shortestRun {
		return []symbol{{octet: octet}, {length: n - 1, distance: octetBefore}}
	}
	return slices.Repeat([]symbol{{octet: octet}}, n)
}

// deflateWord is a sequence of bits, the first of them the lowest.
type deflateWord struct {
	bits  uint64
	width int
}

// then returns both words as one.
func (w deflateWord) then(next deflateWord) deflateWord {
	return deflateWord{w.bits | next.bits<<w.width, w.width + next.width}
}

// codebook has the words of all symbols.
type codebook struct {
	header  []deflateWord // of the block
	symbols [allSymbols]deflateWord
	runs    [rowWidth][]deflateWord  // of so many zeros
	repeats [longest + 1]deflateWord // of matches with the row above, by their length
	copies  [longest + 1]deflateWord // of matches with the square to the left, by their length
}

// newCodebook returns the code that is shortest for the symbols counted.
func newCodebook(counts [allSymbols]int) *codebook {
	b := &codebook{}
	widths := widthsOf(counts)
	b.symbols = wordsOf(widths)
	b.header = headerOf(widths)
	for n := range b.runs {
		b.runs[n] = b.words(runOf(0, n))
	}
	for n := shortest; n <= longest; n++ {
		b.repeats[n] = b.word(symbol{length: n, distance: rowAbove})
		b.copies[n] = b.word(symbol{length: n, distance: squareLeft})
	}
	return b
}

// word returns the word of a symbol.
func (b *codebook) word(s symbol) deflateWord {
	number, extra, width := s.code()
	w := b.symbols[number]
	w = w.then(deflateWord{uint64(extra), width})
	if s.length > 0 {
		d := distances[s.distance]
		w = w.then(d.code).then(d.extra)
	}
	return w
}

// words returns the words of symbols, joined where they have room in one.
func (b *codebook) words(symbols []symbol) []deflateWord {
	var list []deflateWord
	for _, s := range symbols {
		w := b.word(s)
		if n := len(list) - 1; n >= 0 && list[n].width+w.width <= wordWidth {
			list[n] = list[n].then(w)
			continue
		}
		list = append(list, w)
	}
	return list
}

// widthsOf returns how many bits the code of each symbol has (a Huffman code of the counts, each
// taken for at least one).
func widthsOf(counts [allSymbols]int) [allSymbols]int {
	type tree struct {
		count   int
		symbols []int
	}
	for floor := 1; ; floor *= 2 {
		var widths [allSymbols]int
		var forest []tree
		for s, n := range counts {
			forest = append(forest, tree{max(n, floor), []int{s}})
		}
		for len(forest) > 1 {
			slices.SortStableFunc(forest, func(a, b tree) int { return cmp.Compare(b.count, a.count) })
			n := len(forest)
			joined := tree{forest[n-1].count + forest[n-2].count, slices.Concat(forest[n-1].symbols, forest[n-2].symbols)}
			for _, s := range joined.symbols {
				widths[s]++
			}
			forest = append(forest[:n-2], joined)
		}
		if slices.Max(widths[:]) <= longestCode {
			return widths
		}
	}
}

// wordsOf returns the codes of symbols by their widths (RFC 1951, 3.2.2).
func wordsOf(widths [allSymbols]int) (words [allSymbols]deflateWord) {
	code := uint64(0)
	for width := 1; width <= longestCode; width++ {
		for s := range words {
			if widths[s] == width {
				words[s] = deflateWord{bits.Reverse64(code) >> (64 - width), width}
				code++
			}
		}
		code <<= 1
	}
	return words
}

// headerOf returns the header of the one block of a picture (RFC 1951, 3.2.7). The widths stand
// in it as four bits each.
func headerOf(widths [allSymbols]int) []deflateWord {
	const lastDynamic, widthCodes = 0b101, 19
	var apart [16]int // the widths of the codes of distances
	for _, d := range distances {
		apart[d.symbol] = d.code.width
	}
	list := []deflateWord{{lastDynamic, 3}, {allSymbols - 257, 5}, {uint64(len(apart) - 1), 5}, {widthCodes - 4, 4}}
	list = append(list, deflateWord{0, 3 * 3}) // the codes of repeated widths are not used
	for range widthCodes - 3 {
		list = append(list, deflateWord{4, 3})
	}
	for _, n := range append(widths[:], apart[:]...) {
		list = append(list, deflateWord{uint64(bits.Reverse8(uint8(n)) >> 4), 4})
	}
	return list
}

// wordWidth is how many bits a word has at most, so that a stream takes it at once.
const wordWidth = 56

// bitStream takes words and makes octets of them.
type bitStream struct {
	octets  []byte
	pending uint64
	width   int // of pending, below 8 between words
}

// put appends words.
func (s *bitStream) put(words ...deflateWord) {
	for _, w := range words {
		s.pending |= w.bits << s.width
		s.width += w.width
		s.octets = binary.LittleEndian.AppendUint64(s.octets, s.pending)
		whole := s.width / 8
		s.octets = s.octets[:len(s.octets)-8+whole]
		s.pending >>= 8 * whole
		s.width -= 8 * whole
	}
}

// finish fills the last octet.
func (s *bitStream) finish() {
	if s.width > 0 {
		s.octets = append(s.octets, byte(s.pending))
	}
	s.pending, s.width = 0, 0
}

// sum is the check sum of octets as Adler-32 has it (RFC 1950, 9), without its remainders: plain is
// the sum of the octets, weighted that of all plain sums.
type sum struct{ plain, weighted uint64 }

func sumOf(octets []byte) (s sum) {
	for _, b := range octets {
		s.plain += uint64(b)
		s.weighted += s.plain
	}
	return s
}

// add appends n octets, of which the sum is known.
func (s *sum) add(n int, other sum) {
	s.weighted += uint64(n)*s.plain + other.weighted
	s.plain += other.plain
}

// adler returns the check sum. The sum began with plain at one.
func (s sum) adler() uint32 {
	const modulus = 65521
	return uint32(s.weighted%modulus<<16 | s.plain%modulus)
}
