package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
)

// SaltKey is what the salts of a game are made of. It is random and lies beside the log.
// An erasure in the game writes the salts that remain down one by one and gives the
// game another key, so that nobody can make the others again.
type SaltKey [16]byte

// Salt is 16 octets that stand before a text where the text is hashed.
type Salt [16]byte

// salt makes the salt of text n of event seq; text 0 is the raw letter.
func (k SaltKey) salt(seq int64, n int) (s Salt) {
	var b [len(k) + 12]byte
	copy(b[:], k[:])
	binary.BigEndian.PutUint64(b[len(k):], uint64(seq))
	binary.BigEndian.PutUint32(b[len(k)+8:], uint32(n))
	sum := sha256.Sum256(b[:])
	copy(s[:], sum[:])
	return s
}

// Seal gives the hash that stands in the line for a text.
func (s Salt) Seal(text []byte) (sum [32]byte) {
	h := sha256.New()
	h.Write(s[:])
	h.Write(text)
	h.Sum(sum[:0])
	return sum
}

// RawText names the text that is the raw letter; every other text has the name of its
// field in the data of the event.
const RawText = "raw"

// Beside is one text that a line holds the hash of, as it stands beside the log.
type Beside struct {
	Name   string // RawText, "words", "reason" …
	Salt   Salt
	Text   []byte // JSON as in the data; nil for RawText, whose text is the bytes of the letter, and for what is erased
	Hash   [32]byte
	Erased int64 // the order that erased the text; 0: it is there
}

// personal are the fields of the data of an event in which somebody's words, reasons or
// addresses stand, and the seed that nobody may know while a game is played. In a
// conditional series they are if and then.
var (
	personal = []string{"words", "with", "otherwise", "ground", "remarks", "reason", "text", "umpire", "drawn", "beside"}
	inSeries = []string{"if", "then"}
)

// place is where a text stands in a plain line: its value, from and to.
type place struct {
	name     string
	from, to int
}

// erasedText stands in a plain line where a text was. Every field reads it as its zero value.
var erasedText = []byte("null")

// places finds the texts in a plain line, in order.
func places(plain []byte) ([]place, error) {
	at := bytes.Index(plain, []byte(`,"data":`))
	if at < 0 {
		return nil, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, plain)
	}
	f := finder{line: plain, at: at + len(`,"data":`)}
	f.value(personal)
	if f.failed || f.at != len(plain)-1 {
		return nil, fmt.Errorf("%w: the data of an event cannot be read: %.60q", ErrCorrupt, plain)
	}
	return f.found, nil
}

// finder walks over compact JSON and notes the members that have some names.
type finder struct {
	line   []byte
	at     int
	found  []place
	failed bool
}

func (f *finder) peek() byte {
	if f.at >= len(f.line) {
		f.failed = true
		return 0
	}
	return f.line[f.at]
}

// value walks over one value, and notes in it the members with the names given; nil: none.
func (f *finder) value(names []string) {
	switch f.peek() {
	case '{':
		f.list('}', func() {
			from := f.at
			f.text()
			name := string(f.line[min(from+1, f.at):max(f.at-1, from)])
			if f.peek() != ':' {
				f.failed = true
			}
			f.at++
			f.member(name, names)
		})
	case '[':
		f.list(']', func() { f.value(names) })
	case '"':
		f.text()
	default:
		for f.at < len(f.line) && bytes.IndexByte([]byte(",]}"), f.line[f.at]) < 0 {
			f.at++
		}
	}
}

func (f *finder) member(name string, names []string) {
	from := f.at
	switch {
	case slices.Contains(names, name):
		f.value(nil)
		f.found = append(f.found, place{name, from, f.at})
	case name == "series":
		f.value(inSeries)
	default:
		f.value(names)
	}
}

// list walks over what stands between brackets, of which the first is next.
func (f *finder) list(end byte, one func()) {
	f.at++
	if f.peek() == end {
		f.at++
		return
	}
	for !f.failed {
		one()
		switch f.peek() {
		case ',':
			f.at++
		case end:
			f.at++
			return
		default:
			f.failed = true
		}
	}
}

func (f *finder) text() {
	n := quoted(f.line[min(f.at, len(f.line)):])
	f.at += n
	f.failed = f.failed || n == 0
}

// appendHash appends a hash as a line holds it: hexadecimal, in quotation marks.
func appendHash(b []byte, hash [32]byte) []byte {
	return append(hex.AppendEncode(append(b, '"'), hash[:]), '"')
}
