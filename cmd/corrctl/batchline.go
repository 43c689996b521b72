package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// batchGame is a line of a batch.
type batchGame struct {
	id        string // its JSON; "" where there is none
	fen, code string
	notation  []string
	plies     []batchPly
}

// batchPly is a ply as printed, and the move really made, which the board
// follows. Either may be null.
type batchPly struct {
	text, uci  string
	said, made bool
}

// read takes a line apart. It says what is wrong with it, "" if nothing; the id is
// kept if it could be read. Lines in the usual shape are read by lineScanner,
// which is several times as fast as encoding/json; that has the last word on all
// others.
func (g *batchGame) read(line string, number int) string {
	*g = batchGame{notation: g.notation[:0], plies: g.plies[:0]}
	s := lineScanner{rest: line}
	if utf8.ValidString(line) && s.game(g) {
		return ""
	}
	id := g.id
	*g = batchGame{}
	if trouble := g.readStrictly(line); trouble != "" {
		if g.id == "" {
			g.id = id
		}
		return fmt.Sprintf("line %d %s", number, trouble)
	}
	return ""
}

// readStrictly reads a line of any shape, and says what it is instead of a game.
func (g *batchGame) readStrictly(line string) string {
	var l struct {
		ID       json.RawMessage `json:"id"`
		FEN      string          `json:"fen"`
		Code     string          `json:"code"`
		Notation []string        `json:"notation"`
		Plies    [][]*string     `json:"plies"`
	}
	err := json.Unmarshal([]byte(line), &l)
	g.id = string(l.ID)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return "is no game: write {\"id\":1,\"plies\":[[\"P-K4\",\"e2e4\"]]}"
	case errors.As(err, &wrong):
		return fmt.Sprintf("has a wrong %q: %s", wrong.Field, shapes[wrong.Field])
	case err != nil:
		return "is no JSON: " + err.Error()
	case l.Plies == nil:
		return `has no "plies": ` + shapes["plies"]
	}
	g.fen, g.code, g.notation = l.FEN, l.Code, l.Notation
	for i, p := range l.Plies {
		if len(p) != 2 {
			return fmt.Sprintf("has a wrong ply %d: %s", i+1, shapes["plies"])
		}
		var ply batchPly
		if p[0] != nil {
			ply.text, ply.said = *p[0], true
		}
		if p[1] != nil {
			ply.uci, ply.made = *p[1], true
		}
		g.plies = append(g.plies, ply)
	}
	return ""
}

// shapes says what each key of a line holds.
var shapes = map[string]string{
	"fen":      "it is a position in FEN",
	"code":     "it is the name of a code of laws, such as british-1899",
	"notation": "it is a list of notations, such as [\"descriptive\"]",
	"plies":    "it is a list of pairs, the text and the move really made, such as [[\"P-K4\",\"e2e4\"]]; either may be null",
}

// lineScanner reads JSON in the shape of a batch and gives up on everything else.
type lineScanner struct{ rest string }

// next takes a character, with the spaces before it, off the head of the rest, and
// reports whether it stands there.
func (s *lineScanner) next(c byte) bool {
	for len(s.rest) > 0 && s.rest[0] == ' ' {
		s.rest = s.rest[1:]
	}
	if len(s.rest) == 0 || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// game reads the whole line.
func (s *lineScanner) game(g *batchGame) bool {
	if !s.next('{') {
		return false
	}
	for {
		key, ok := s.text()
		if !ok || !s.next(':') || !s.value(g, key) {
			return false
		}
		if !s.next(',') {
			return s.next('}') && s.rest == "" && g.plies != nil
		}
	}
}

// value reads what stands behind a key.
func (s *lineScanner) value(g *batchGame, key string) (ok bool) {
	switch key {
	case "id":
		g.id, ok = s.scalar()
	case "fen":
		g.fen, ok = s.text()
	case "code":
		g.code, ok = s.text()
	case "notation":
		g.notation = g.notation[:0]
		ok = s.list(func() bool {
			name, ok := s.text()
			g.notation = append(g.notation, name)
			return ok
		})
	case "plies":
		g.plies = append(g.plies[:0], batchPly{})[:0] // there, if empty
		ok = s.list(func() bool { return s.ply(g) })
	}
	return ok
}

// list reads a list, each item by a function.
func (s *lineScanner) list(item func() bool) bool {
	if !s.next('[') {
		return false
	}
	if s.next(']') {
		return true
	}
	for {
		if !item() {
			return false
		}
		if !s.next(',') {
			return s.next(']')
		}
	}
}

func (s *lineScanner) ply(g *batchGame) (ok bool) {
	var p batchPly
	if !s.next('[') {
		return false
	}
	if p.text, p.said, ok = s.textOrNull(); !ok || !s.next(',') {
		return false
	}
	if p.uci, p.made, ok = s.textOrNull(); !ok || !s.next(']') {
		return false
	}
	g.plies = append(g.plies, p)
	return true
}

func (s *lineScanner) textOrNull() (text string, given, ok bool) {
	if text, ok = s.text(); ok {
		return text, true, true
	}
	s.rest, ok = strings.CutPrefix(s.rest, "null")
	return "", false, ok
}

// scalar reads a string, as it stands, or a whole number.
func (s *lineScanner) scalar() (string, bool) {
	before := strings.TrimLeft(s.rest, " ")
	if _, ok := s.text(); ok {
		return before[:len(before)-len(s.rest)], true
	}
	n := 0
	for n < len(before) && before[n] >= '0' && before[n] <= '9' {
		n++
	}
	s.rest = before[n:]
	return before[:n], n > 0 && (before[0] != '0' || n == 1)
}

// text reads a string.
func (s *lineScanner) text() (string, bool) {
	if !s.next('"') {
		return "", false
	}
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			return text, true
		case c == '\\':
			return s.escaped(i)
		case c < ' ':
			return "", false
		}
	}
	return "", false
}

// escaped reads the rest of a string that has its first escape at i. Halves of
// characters beyond the first plane are left to encoding/json.
func (s *lineScanner) escaped(i int) (string, bool) {
	text := []byte(s.rest[:i])
	for rest := s.rest[i:]; len(rest) > 1 && rest[0] >= ' '; {
		switch {
		case rest[0] == '"':
			s.rest = rest[1:]
			return string(text), true
		case rest[0] != '\\':
			text, rest = append(text, rest[0]), rest[1:]
			continue
		case strings.IndexByte(`"\bfnrtu`, rest[1]) < 0:
			return "", false
		}
		c, _, after, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			return "", false
		}
		text, rest = utf8.AppendRune(text, c), after
	}
	return "", false
}
