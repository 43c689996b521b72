package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"corrd/game"
)

// SaltKey is the secret from which the salts of a game are derived. A SaltKey is random and lies
// beside the game's log. An erasure writes down each salt of the game that is still needed and
// gives the game another SaltKey, so that nobody can derive the salts of the erased texts again.
type SaltKey [16]byte

// Salt is 16 octets that are hashed before a text.
type Salt [16]byte

// salt derives the salt of text n of event seq; text 0 is the raw letter.
func (k SaltKey) salt(seq int64, n int) (s Salt) {
	var b [len(k) + 12]byte
	copy(b[:], k[:])
	binary.BigEndian.PutUint64(b[len(k):], uint64(seq))
	binary.BigEndian.PutUint32(b[len(k)+8:], uint32(n))
	sum := sha256.Sum256(b[:])
	copy(s[:], sum[:])
	return s
}

// Seal returns the hash that stands for a text in a line: SHA-256 of the salt and the text.
func (s Salt) Seal(text []byte) (sum [32]byte) {
	h := sha256.New()
	h.Write(s[:])
	h.Write(text)
	h.Sum(sum[:0])
	return sum
}

// RawText is the name of the text that is the raw letter. Every other text has the name of its
// field in the data of the event.
const RawText = "raw"

// Beside is one text whose hash stands in a line. The Beside stands beside the log, with the text
// and its salt.
type Beside struct {
	Name string // RawText, "words", "reason" …
	Salt Salt
	// the JSON of the value; nil for RawText, whose text is the bytes of the letter, and nil for
	// an erased text
	Text   []byte
	Hash   [32]byte
	Erased int64 // the order that erased the text; 0: the text is not erased
}

// personal lists the fields of an event's data that hold somebody's words, reasons or addresses,
// or the seed that nobody may know while a game is played. inSeries lists these fields for a
// conditional series.
var (
	personal = []string{"words", "with", "otherwise", "ground", "remarks", "reason", "text", "umpire", "drawn", "beside"}
	inSeries = []string{"if", "then"}
)

// place is the part of a plain line where the value of a text stands: from is its first octet, to
// is the octet after its last.
type place struct {
	name     string
	from, to int
}

// erasedText stands in a plain line in the place of an erased text. Every field reads null as its
// zero value.
var erasedText = []byte("null")

// places finds the texts in a plain line, in order.
func places(plain []byte) ([]place, error) {
	_, to := actIn(plain)
	at := bytes.Index(plain[to:], []byte(`,"data":`))
	if at < 0 {
		return nil, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, plain)
	}
	f := finder{line: plain, at: to + at + len(`,"data":`)}
	f.value(personal)
	if f.failed || f.at != len(plain)-1 {
		return nil, fmt.Errorf("%w: the data of an event cannot be read: %.60q", ErrCorrupt, plain)
	}
	return f.found, nil
}

// actIn returns where the member of a plain line stands in which the act is; from is to where none
// is.
func actIn(plain []byte) (from, to int) {
	from = max(bytes.Index(plain, []byte(`,"kind":`)), 0)
	f := finder{line: plain, at: min(from+len(`,"kind":`), len(plain))}
	f.text()
	if from = f.at; f.failed || !bytes.HasPrefix(plain[from:], []byte(actMember)) {
		return 0, 0
	}
	f.at += len(actMember)
	if f.value(nil); f.failed {
		return 0, 0
	}
	return from, f.at
}

// finder walks over compact JSON and notes the places of the members with certain names.
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

// value walks over one value, and notes the members of the value that have one of the names; with
// nil names value notes none.
func (f *finder) value(names []string) {
	switch f.peek() {
	case '{':
		f.list('}', func() {
			from := f.at
			f.text()
			name := f.line[min(from+1, f.at):max(f.at-1, from)]
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

func (f *finder) member(name []byte, names []string) {
	from := f.at
	if i := slices.IndexFunc(names, func(one string) bool { return one == string(name) }); i >= 0 {
		f.value(nil)
		f.found = append(f.found, place{names[i], from, f.at})
		return
	}
	if string(name) == "series" {
		names = inSeries
	}
	f.value(names)
}

// list walks over the items of an object or an array, whose opening bracket is the next octet.
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

// appendHash appends a hash in the form in which a line holds the hash: hexadecimal, in quotation
// marks.
func appendHash(b []byte, hash [32]byte) []byte {
	return append(hex.AppendEncode(append(b, '"'), hash[:]), '"')
}

// DecodeLine reads an event from its hashed line and from the texts beside the line, and returns
// the number of the event and the event. DecodeLine does not read the raw letter. A text that is
// nil was erased or is withheld, and its field has the zero value. DecodeLine returns ErrCorrupt
// when a salt and a text do not give the hash in the line.
func DecodeLine(line []byte, beside []Beside) (seq int64, e game.Event, err error) {
	plain, err := unseal(line, beside)
	if err != nil {
		return 0, e, err
	}
	return DecodeEvent(plain)
}

// unseal returns the line with each hash replaced by its text.
func unseal(line []byte, beside []Beside) ([]byte, error) {
	rest, isSealed := bytes.CutPrefix(line, []byte(beginning2))
	if !isSealed {
		return line, nil
	}
	plain := append([]byte{'{'}, rest...)
	if len(beside) > 0 && beside[0].Name == RawText {
		plain = withoutRaw(plain, beside[0].Hash)
		beside = beside[1:]
	}
	at, err := places(plain)
	if err != nil {
		return nil, err
	}
	if len(at) != len(beside) {
		return nil, fmt.Errorf("%w: an event has %d texts, and %d stand beside it", ErrCorrupt, len(at), len(beside))
	}
	var b []byte
	done := 0
	for i, p := range at {
		one := beside[i]
		if one.Name != p.name || !bytes.Equal(plain[p.from:p.to], appendHash(nil, one.Hash)) || one.Text != nil && one.Salt.Seal(one.Text) != one.Hash {
			return nil, fmt.Errorf("%w: the text %q beside an event is not what was hashed", ErrCorrupt, p.name)
		}
		text := one.Text
		if text == nil {
			text = erasedText
		}
		b = append(append(b, plain[done:p.from]...), text...)
		done = p.to
	}
	return append(b, plain[done:]...), nil
}

// withoutRaw removes the hash of the raw letter from a line.
func withoutRaw(plain []byte, hash [32]byte) []byte {
	return bytes.Replace(plain, []byte(`,"raw":"`+hex.EncodeToString(hash[:])+`"`), nil, 1)
}
