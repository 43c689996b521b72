package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"corrd/game"
)

// header holds the fields of the plain line of an event that come before its data. The plain
// line is a JSON object with its fields in this order:
//
//	{"seq":1,"at":"2026-01-01T00:00:00Z","by":"white","law":"I.13.C","letter":7,"kind":"played","act":{…},"data":{…}}
//
// The value of at is in whole seconds UTC. A line without a letter leaves the field letter out, and
// one that is not the first of an act the field act.
type header struct {
	Seq    int64
	At     string
	By     string
	Law    game.Law
	Letter int64
	Kind   string
	Act    string // an object of JSON, without somebody's words
}

// EncodeEvent writes event seq of a game as a record of format 2. raw is the letter that brought
// the event about, or nil when no letter did or when its bytes are not kept. EncodeEvent returns
// an error if the log has no tag for the kind of the fact.
func EncodeEvent(seq int64, e game.Event, raw []byte, key SaltKey) ([]byte, error) {
	rec := []byte{sealedWithout}
	if raw != nil {
		hash := key.salt(seq, 0).Seal(raw)
		rec = append([]byte{sealedRaw}, hash[:]...)
	}
	return appendPlain(rec, seq, e)
}

// appendPlain appends the plain line of an event.
func appendPlain(b []byte, seq int64, e game.Event) ([]byte, error) {
	tag, ok := KindOf(e.Fact)
	if !ok {
		return nil, fmt.Errorf("store: no tag for an event %T", e.Fact)
	}
	data, err := marshal(e.Fact)
	if err != nil {
		return nil, err
	}
	return appendLine(b, header{
		Seq: seq, At: e.At.UTC().Format(time.RFC3339), By: e.By.String(),
		Law: e.Law, Letter: e.Letter, Kind: tag, Act: e.Act,
	}, data), nil
}

// DecodeEvent reads a record of either format and returns the number of the event and the event; an
// erased text is empty. DecodeEvent returns ErrNewer for an unknown kind of event and for an
// unknown field of a known kind, and ErrCorrupt for any other record that is not an event.
// DecodeEvent does not prove that EncodeEvent wrote the record; only the chain of hashes can prove
// the origin of a record.
func DecodeEvent(rec []byte) (seq int64, e game.Event, err error) {
	r, err := readRecord(rec)
	if err != nil {
		return 0, e, err
	}
	h, data, ok := readLine(r.plain)
	if !ok {
		return 0, e, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, r.plain)
	}
	k, ok := kindByTag[h.Kind]
	if !ok {
		return 0, e, fmt.Errorf("%w: event %d is of the unknown kind %q", ErrNewer, h.Seq, h.Kind)
	}
	e.Law, e.Letter, e.Act = h.Law, h.Letter, h.Act
	if e.By, ok = parseParty(h.By); !ok {
		return 0, e, fmt.Errorf("%w: event %d is by %q", ErrCorrupt, h.Seq, h.By)
	}
	if e.At, err = time.Parse(time.RFC3339, h.At); err != nil {
		return 0, e, fmt.Errorf("%w: event %d: %v", ErrCorrupt, h.Seq, err)
	}
	e.Fact, err = k.read(data)
	return h.Seq, e, err
}

// readEvent reads a record of the log of a game, which must be event seq; otherwise ReadEvent
// returns ErrCorrupt, or the errors of DecodeEvent.
func readEvent(rec []byte, seq int64) (game.Event, error) {
	n, e, err := DecodeEvent(rec)
	if err == nil && n != seq {
		err = fmt.Errorf("%w: event %d says that it is %d", ErrCorrupt, seq, n)
	}
	return e, err
}

// hashAfter returns the hash of an event from its record and from prev, the hash of the event
// before (32 zero octets for the first event of a game): SHA-256 of prev and the line of the event.
// An event of format 1 that has lost texts by an erasure has the hash that was kept for it.
func hashAfter(prev [32]byte, rec []byte, key SaltKey) ([32]byte, error) {
	r, err := readRecord(rec)
	switch {
	case err != nil:
		return prev, err
	case r.kind == '{':
		return chain(prev, r.plain), nil
	case r.kind == erasedFormat1:
		return r.hash, nil
	}
	line, err := r.appendLine(make([]byte, 0, 1024), key)
	return chain(prev, line), err
}

func chain(prev [32]byte, line []byte) (sum [32]byte) {
	h := sha256.New()
	h.Write(prev[:])
	h.Write(line)
	h.Sum(sum[:0])
	return sum
}

func parseParty(name string) (game.Party, bool) {
	for p := game.Corrd; p <= game.Umpire; p++ {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

// marshal works like json.Marshal and does not escape <, > and &, because people read the lines.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// appendLine appends a plain line, which consists of a header and data.
func appendLine(b []byte, h header, data []byte) []byte {
	b = slices.Grow(b, 128+len(data))
	b = strconv.AppendInt(append(b, `{"seq":`...), h.Seq, 10)
	b = appendText(append(b, `,"at":`...), h.At)
	b = appendText(append(b, `,"by":`...), h.By)
	b = appendText(append(b, `,"law":`...), string(h.Law))
	if h.Letter != 0 {
		b = strconv.AppendInt(append(b, `,"letter":`...), h.Letter, 10)
	}
	b = appendText(append(b, `,"kind":`...), h.Kind)
	if h.Act != "" {
		b = append(append(b, actMember...), h.Act...)
	}
	b = append(append(b, `,"data":`...), data...)
	return append(b, '}')
}

// appendText appends a string as a JSON string.
func appendText(b []byte, s string) []byte {
	literal := append(append(append(b, '"'), s...), '"')
	if written := literal[len(b):]; isPlain(written) && quoted(written) == len(written) {
		return literal
	}
	written, err := marshal(s)
	if err != nil {
		panic(err) // every string has a JSON form
	}
	return append(b, written...)
}

// readLine splits a plain line into its header and its data. readLine reads only what appendLine
// writes: a general JSON reader would take three times as long, and the state of a game needs
// hundreds of lines.
func readLine(b []byte) (h header, data []byte, ok bool) {
	c := cutter{rest: b, ok: true}
	h.Seq = c.number(`{"seq":`)
	h.At = c.text(`,"at":`)
	h.By = c.text(`,"by":`)
	h.Law = game.Law(c.text(`,"law":`))
	if bytes.HasPrefix(c.rest, []byte(`,"letter":`)) {
		h.Letter = c.number(`,"letter":`)
	}
	h.Kind = c.text(`,"kind":`)
	if bytes.HasPrefix(c.rest, []byte(actMember)) {
		h.Act = c.act()
	}
	c.skip(`,"data":`)
	data, whole := bytes.CutSuffix(c.rest, []byte("}"))
	return h, data, c.ok && whole
}

// cutter cuts fields off the front of a line. ok becomes false, and stays false, when an expected
// field is not there.
type cutter struct {
	rest []byte
	ok   bool
}

func (c *cutter) skip(prefix string) {
	rest, found := bytes.CutPrefix(c.rest, []byte(prefix))
	c.rest, c.ok = rest, c.ok && found
}

// number cuts off a name and the whole number after the name. A negative number sets ok to false.
func (c *cutter) number(name string) int64 {
	c.skip(name)
	end := max(bytes.IndexByte(c.rest, ','), 0)
	digits := c.rest[:end]
	n, err := strconv.ParseUint(string(digits), 10, 63)
	c.rest, c.ok = c.rest[end:], c.ok && err == nil && (digits[0] != '0' || end == 1)
	return int64(n)
}

// text cuts off a name and the string after it.
func (c *cutter) text(name string) (s string) {
	c.skip(name)
	end := quoted(c.rest)
	literal := c.rest[:end]
	c.rest = c.rest[end:]
	if end > 0 && isPlain(literal) {
		return string(literal[1 : end-1])
	}
	if json.Unmarshal(literal, &s) != nil {
		c.ok = false
	}
	return s
}

// actMember is the beginning of the member of a line in which the act stands.
const actMember = `,"act":`

// act cuts off the act, which is an object.
func (c *cutter) act() string {
	c.skip(actMember)
	f := finder{line: c.rest}
	f.value(nil)
	written := c.rest[:f.at]
	c.rest = c.rest[f.at:]
	c.ok = c.ok && !f.failed && bytes.HasPrefix(written, []byte("{"))
	return string(written)
}

// isPlain reports whether a JSON string contains no escape sequence and therefore stands for
// exactly the characters that are written.
func isPlain(literal []byte) bool {
	for _, b := range literal {
		if b < ' ' || b == '\\' || b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// quoted returns the length of the quoted string at the beginning of b, or 0 if b does not begin
// with a quoted string.
func quoted(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return 0
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}
