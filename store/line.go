package store

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"corrd/game"
)

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
