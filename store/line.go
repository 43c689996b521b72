package store

import (
	"bytes"
	"encoding/json"
	"strconv"

	"corrd/game"
)

// readLine takes a line apart into its header and its data. It reads what
// EncodeEvent writes and nothing else; a game is folded from hundreds of lines,
// and a general reader would take three times as long.
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
	c.skip(`,"data":`)
	data, whole := bytes.CutSuffix(c.rest, []byte("}"))
	return h, data, c.ok && whole
}

// cutter cuts fields off the front of a line; ok stays false after one that is
// not there.
type cutter struct {
	rest []byte
	ok   bool
}

func (c *cutter) skip(prefix string) {
	rest, found := bytes.CutPrefix(c.rest, []byte(prefix))
	c.rest, c.ok = rest, c.ok && found
}

// number cuts off a name and the number after it.
func (c *cutter) number(name string) int64 {
	c.skip(name)
	end := max(bytes.IndexByte(c.rest, ','), 0)
	n, err := strconv.ParseInt(string(c.rest[:end]), 10, 64)
	c.rest, c.ok = c.rest[end:], c.ok && err == nil
	return n
}

// text cuts off a name and the string after it.
func (c *cutter) text(name string) (s string) {
	c.skip(name)
	end := quoted(c.rest)
	literal := c.rest[:end]
	c.rest = c.rest[end:]
	if end > 0 && bytes.IndexByte(literal, '\\') < 0 {
		return string(literal[1 : end-1])
	}
	if json.Unmarshal(literal, &s) != nil {
		c.ok = false
	}
	return s
}

// quoted gives the length of the string in quotation marks that b begins with,
// 0 if it begins with none.
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
