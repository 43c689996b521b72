package store

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"corrd/game"
)

// A record is the form in which a store keeps one event: the plain line, in which the texts stand
// at their places, and what is needed to make the hashed line from the plain line. A record of
// format 1 is the line of the event. Any other record begins with one of the octets below, which
// says what stands before the plain line.
const (
	sealedWithout = 2 // nothing: no letter brought the event about, and the key gives every salt
	sealedRaw     = 3 // the hash of the raw letter; the key gives every salt
	sealedEach    = 4 // for each text, the raw letter first, a mark and what the mark says
	// the order that erased texts of the event, and the hash of the chain after the event
	erasedFormat1 = 1
)

// The marks of sealedEach.
const (
	markRaw    = 'r' // the salt and the hash of the raw letter
	markText   = 't' // the salt of a text that is kept
	markErased = 'e' // the order that erased a text, and the hash of the text
	markGone   = 'g' // the order that erased the raw letter, and the hash of the letter
)

// record is a record that has been read.
type record struct {
	kind  byte // '{' for a record of format 1
	hash  [32]byte
	order int64
	plain []byte
	each  []Beside // the texts of a record sealedEach; Name and Text are not set
}

func readRecord(b []byte) (r record, err error) {
	if len(b) == 0 {
		return r, fmt.Errorf("%w: an event is empty", ErrCorrupt)
	}
	r.kind = b[0]
	c := sealCutter{rest: b[1:]}
	switch r.kind {
	case '{':
		c.rest = b
	case sealedWithout:
	case sealedRaw:
		r.hash = c.hash()
	case erasedFormat1:
		r.order, r.hash = c.number(), c.hash()
	case sealedEach:
		for !c.failed && len(c.rest) > 0 && c.rest[0] != '{' {
			r.each = append(r.each, c.seal())
		}
	default:
		if r.kind > sealedEach && r.kind < ' ' {
			return r, fmt.Errorf("%w: an event is kept in an unknown way", ErrNewer)
		}
		c.failed = true
	}
	if r.plain = c.rest; c.failed || len(r.plain) == 0 {
		return r, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, b)
	}
	return r, nil
}

// sealCutter cuts off the front of a record, up to the plain line.
type sealCutter struct {
	rest   []byte
	failed bool
}

func (c *sealCutter) bytes(n int) []byte {
	if n <= 0 || n > len(c.rest) {
		c.failed, c.rest = true, nil
		return nil
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

func (c *sealCutter) hash() (hash [32]byte) {
	copy(hash[:], c.bytes(len(hash)))
	return hash
}

func (c *sealCutter) number() int64 {
	n, length := binary.Uvarint(c.rest)
	c.bytes(length)
	return int64(n)
}

func (c *sealCutter) seal() (b Beside) {
	switch mark := c.bytes(1); mark[0] {
	case markRaw:
		b.Name = RawText
		copy(b.Salt[:], c.bytes(len(b.Salt)))
		b.Hash = c.hash()
	case markText:
		copy(b.Salt[:], c.bytes(len(b.Salt)))
	case markGone:
		b.Name = RawText
		b.Erased, b.Hash = c.number(), c.hash()
	case markErased:
		b.Erased, b.Hash = c.number(), c.hash()
	default:
		c.failed = true
	}
	return b
}

// appendSeal appends one text in the form that sealCutter.seal reads.
func appendSeal(b []byte, s Beside) []byte {
	raw := s.Name == RawText
	switch {
	case s.Erased != 0:
		mark := byte(markErased)
		if raw {
			mark = markGone
		}
		return append(binary.AppendUvarint(append(b, mark), uint64(s.Erased)), s.Hash[:]...)
	case raw:
		return append(append(append(b, markRaw), s.Salt[:]...), s.Hash[:]...)
	}
	return append(append(b, markText), s.Salt[:]...)
}

// besides returns the texts of a record of format 2, each with its salt and hash, the raw letter
// first. besides also gives the places of the other texts in the plain line.
func (r *record) besides(key SaltKey) ([]Beside, []place, error) {
	at, err := places(r.plain)
	if err != nil {
		return nil, nil, err
	}
	all := r.each
	if r.kind != sealedEach {
		c := cutter{rest: r.plain, ok: true}
		seq := c.number(`{"seq":`)
		all = make([]Beside, 0, 1+len(at))
		if r.kind == sealedRaw {
			all = append(all, Beside{Name: RawText, Salt: key.salt(seq, 0), Hash: r.hash})
		}
		for n := range at {
			all = append(all, Beside{Salt: key.salt(seq, n+1)})
		}
	}
	texts := all
	if len(texts) > 0 && texts[0].Name == RawText {
		texts = texts[1:]
	}
	if len(texts) != len(at) {
		return nil, nil, fmt.Errorf("%w: an event has %d texts and the salts of %d", ErrCorrupt, len(at), len(texts))
	}
	for i, p := range at {
		texts[i].Name = p.name
		if texts[i].Erased == 0 {
			texts[i].Text = r.plain[p.from:p.to]
			texts[i].Hash = texts[i].Salt.Seal(texts[i].Text)
		}
	}
	return all, at, nil
}

// beginning2 is the beginning of a hashed line of format 2. beginning2 stands in the place of the
// opening brace of the plain line.
const beginning2 = `{"format":2,`

// appendLine appends the line that is hashed: in format 1 the plain line, in format 2 the plain
// line without its act, and with a hash in the place of each text.
func (r *record) appendLine(b []byte, key SaltKey) ([]byte, error) {
	if r.kind == '{' || r.kind == erasedFormat1 {
		return append(b, r.plain...), nil
	}
	all, at, err := r.besides(key)
	if err != nil {
		return b, err
	}
	return r.appendSealed(b, all, at)
}

// appendSealed appends the line of a record of format 2, whose texts besides has given.
func (r *record) appendSealed(b []byte, all []Beside, at []place) ([]byte, error) {
	b = append(b, beginning2...)
	done := 1
	if len(all) > len(at) {
		kind := bytes.Index(r.plain, []byte(`,"kind":`))
		if kind < done {
			return b, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, r.plain)
		}
		b = append(append(b, r.plain[done:kind]...), `,"raw":`...)
		b = appendHash(b, all[0].Hash)
		done, all = kind, all[1:]
	}
	if from, to := actIn(r.plain); from < to {
		b = append(b, r.plain[done:from]...)
		done = to
	}
	for i, p := range at {
		b = append(b, r.plain[done:p.from]...)
		b = appendHash(b, all[i].Hash)
		done = p.to
	}
	return append(b, r.plain[done:]...), nil
}

// Line returns the line of an event as the line is hashed. For an event of format 1 that has lost
// texts by an erasure, it returns the line without these texts, and the hash of the event cannot
// be recomputed from the line (see hashAfter).
func Line(rec []byte, key SaltKey) ([]byte, error) {
	r, err := readRecord(rec)
	if err != nil {
		return nil, err
	}
	return r.appendLine(nil, key)
}

// ReadEntry reads the record of an event that follows the hash prev. ReadEntry does not set Seq
// and Event, which DecodeEvent gives.
func ReadEntry(rec []byte, key SaltKey, prev [32]byte) (e Entry, err error) {
	r, err := readRecord(rec)
	if err != nil {
		return e, err
	}
	e.Plain = bytes.Clone(r.plain)
	if r.kind == '{' || r.kind == erasedFormat1 {
		e.Line, e.Format, e.Erased = bytes.Clone(r.plain), 1, r.order
		e.Hash, err = hashAfter(prev, rec, key)
		return e, err
	}
	all, at, err := r.besides(key)
	if err == nil {
		e.Line, err = r.appendSealed(nil, all, at)
	}
	if err != nil {
		return e, err
	}
	e.Beside, e.Format, e.Hash = all, EventFormat, chain(prev, e.Line)
	for i := range e.Beside {
		e.Beside[i].Text = bytes.Clone(e.Beside[i].Text)
	}
	return e, nil
}

// eraseTexts returns the record of an event without the texts for which erase returns true. erase
// gets the name and the JSON of a text, and nil for the raw letter. The new record holds each
// remaining salt itself, so that the game can get another SaltKey. prev is the hash of the event
// before, and order is the number of the erasure order. In format 1 the record loses the erased
// texts and keeps the hash of the event.
func eraseTexts(rec []byte, key SaltKey, prev [32]byte, order int64, erase func(name string, text []byte) bool) ([]byte, error) {
	r, err := readRecord(rec)
	if err != nil {
		return nil, err
	}
	if r.kind == '{' || r.kind == erasedFormat1 {
		return r.eraseFormat1(rec, prev, order, erase)
	}
	all, at, err := r.besides(key)
	if err != nil {
		return nil, err
	}
	out := []byte{sealedEach}
	for i := range all {
		if b := &all[i]; b.Erased == 0 && erase(b.Name, b.Text) {
			b.Erased = order
		}
		out = appendSeal(out, all[i])
	}
	texts := all[len(all)-len(at):]
	return appendWithout(out, r.plain, at, func(i int) bool { return texts[i].Erased != 0 }), nil
}

func (r *record) eraseFormat1(rec []byte, prev [32]byte, order int64, erase func(name string, text []byte) bool) ([]byte, error) {
	at, err := places(r.plain)
	if err != nil {
		return nil, err
	}
	gone := make([]bool, len(at))
	any := false
	for i, p := range at {
		text := r.plain[p.from:p.to]
		gone[i] = !bytes.Equal(text, erasedText) && erase(p.name, text)
		any = any || gone[i]
	}
	if !any {
		return rec, nil
	}
	hash := r.hash
	if r.kind == '{' {
		hash = chain(prev, r.plain)
	}
	out := append(binary.AppendUvarint([]byte{erasedFormat1}, uint64(order)), hash[:]...)
	return appendWithout(out, r.plain, at, func(i int) bool { return gone[i] }), nil
}

// appendWithout appends a plain line in which null replaces each text that is gone.
func appendWithout(b, plain []byte, at []place, gone func(i int) bool) []byte {
	done := 0
	for i, p := range at {
		if gone(i) {
			b = append(append(b, plain[done:p.from]...), erasedText...)
			done = p.to
		}
	}
	return append(b, plain[done:]...)
}

// Key marks a letter as seen: a Key is a digest of all that two copies of the same letter have in
// common.
type Key [32]byte

// Entry is one event as the log holds the event.
type Entry struct {
	Seq   int64 // the number of the event, 1 for the first event of the game
	Event game.Event
	Hash  [32]byte // SHA-256 of the hash of the event before, and of Line
	Line  []byte   // the line that is hashed: one JSON object
	// the line with the texts in the place of their hashes, and null in the place of each erased
	// text
	Plain  []byte
	Format int // the event format: 1 or 2
	// in format 1, the order that erased texts of the event: Line then lacks the texts, and
	// nobody can recompute Hash; 0: no text was erased
	Erased int64
	Beside []Beside // in format 2, the texts whose hashes Line holds, the raw letter first
}
