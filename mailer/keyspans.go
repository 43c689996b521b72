package mailer

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"
)

// span is the part of a text from its first octet to the octet after its last.
type span struct{ from, to int }

// keySpans finds the parts of a text that tell of keys, as they stand or in base64, in order and
// apart from one another. room is for what is decoded.
func keySpans(text, room []byte) []span {
	s := search{text: text, room: room}
	all := append(s.keys(), s.base64()...)
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	apart := all[:0]
	for _, part := range all {
		if n := len(apart); n > 0 && part.from < apart[n-1].to {
			apart[n-1].to = max(apart[n-1].to, part.to)
			continue
		}
		apart = append(apart, part)
	}
	return apart
}

// search looks for keys in a text. It counts the octets at which it looks, of which there may be no
// more than grow with the length of the text: the text is a stranger's.
type search struct {
	text   []byte
	room   []byte // of which the capacity is used, again and again
	looked int
}

// The classes of octets, as far as keys are concerned.
const (
	keyDigit     = 1 << iota // a digit of a key, in either case
	alphanumeric             // a letter or a figure
	base64Digit
	keyBreak // what stands between two digits of a key that is broken
	endOfLine
)

var classes = func() (c [256]byte) {
	for b := range c {
		s := string(rune(b))
		switch {
		case b >= 0x80:
		case strings.Contains("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567", s):
			c[b] = keyDigit | alphanumeric | base64Digit
		case strings.Contains("0189", s):
			c[b] = alphanumeric | base64Digit
		case s == "+" || s == "/":
			c[b] = base64Digit
		case s == "\r" || s == "\n":
			c[b] = keyBreak | endOfLine
		case strings.Contains("\x00=> \t", s):
			c[b] = keyBreak
		}
	}
	return c
}()

func is(b, class byte) bool { return classes[b]&class != 0 }

// stretch returns the next part of a text, at a place or after it, that has at least so many octets
// of some classes together, up to the next octet of none of the classes. Both ends lie at octets of
// neither those classes nor the others that are named, or at the ends of the text; floor is the end
// before which the part does not begin. stretch passes over most octets unread.
func (s *search) stretch(floor, least int, class, others byte) (part span, ok bool) {
	text := s.text
	for from := floor; from+least <= len(text); {
		last := from + least - 1
		for last >= from && is(text[last], class) {
			last--
		}
		s.looked += from + least - last
		if last >= from {
			from = last + 1
			continue
		}
		to := from + least
		for to < len(text) && is(text[to], class|others) {
			to++
		}
		for from > floor && is(text[from-1], class|others) {
			from--
		}
		s.looked += to - from
		return span{from, to}, true
	}
	return span{}, false
}

// keys finds the keys of the text: runs of digits of keys that have the length of a key. A run
// begins after an octet that is neither letter nor figure, or after such an octet written as =XX or
// %XX. All octets of a key are digits or breaks; therefore only stretches of these are looked
// through.
func (s *search) keys() (all []span) {
	for done := 0; ; {
		part, ok := s.stretch(done, keyLength, keyDigit|keyBreak, alphanumeric)
		if !ok {
			return all
		}
		all = append(all, s.keysWithin(part)...)
		done = part.to
	}
}

// keysWithin finds the keys of a part of the text, which begins and ends where no key can be
// broken.
func (s *search) keysWithin(part span) (all []span) {
	text := s.text
	for i := part.from; i+keyLength <= part.to; {
		start := i
		for i < part.to && is(text[i], alphanumeric) {
			i++
		}
		if i == start {
			i++
			continue
		}
		if i-start < keyLength && endsRun(text, start, i) {
			continue
		}
		from := start
		to, ok := s.keyAt(from)
		if escaped := start > 0 && (text[start-1] == '=' || text[start-1] == '%'); !ok && escaped && i > start+2 {
			from = start + 2
			to, ok = s.keyAt(from)
		}
		if ok {
			all = append(all, span{from, to})
		}
		s.looked += i - start
		i = max(i, to)
	}
	return all
}

// endsRun reports whether a run of letters and figures, shorter than a key, holds no beginning of a
// broken key: it is neither escaped nor after a full stop, and no break follows that keyAt passes
// over.
func endsRun(text []byte, from, to int) bool {
	if from > 0 && (text[from-1] == '.' || text[from-1] == '=' || text[from-1] == '%') {
		return false
	}
	return to == len(text) || text[to] != 0 && text[to] != '='
}

// keyAt returns the end of the key that begins at a place, or the place up to which nothing else
// begins. A key may be broken where quoted-printable breaks a line, and after the full stop of a
// token at the end of any line.
func (s *search) keyAt(from int) (to int, ok bool) {
	text := s.text
	dotted := from > 0 && text[from-1] == '.' || from > 2 && strings.EqualFold(string(text[from-2:from]), "2E")
	i, n := from, 0
	for i < len(text) && n < keyLength {
		if is(text[i], keyDigit) {
			i++
			n++
			continue
		}
		skip := broken(text[i:], dotted)
		if skip == 0 {
			break
		}
		i += skip
	}
	next := i + broken(text[i:], false)
	s.looked += next - from + 1
	ok = n == keyLength && (next >= len(text) || !is(text[next], alphanumeric))
	if !ok && dotted {
		return from, false
	}
	return i, ok
}

// broken returns the length of what stands between two digits of a key: a soft line break, an octet
// zero of UTF-16 or, with anyLine, the end of a line and the marks of quotation after it.
func broken(text []byte, anyLine bool) int {
	soft := len(text) > 0 && text[0] == '='
	switch {
	case len(text) == 0:
		return 0
	case text[0] == 0:
		return 1
	case soft:
		text = text[1:]
	case !anyLine:
		return 0
	}
	n := 0
	if len(text) > 1 && text[0] == '\r' && text[1] == '\n' {
		n = 2
	} else if len(text) > 0 && text[0] == '\n' {
		n = 1
	}
	switch {
	case n == 0:
		return 0
	case soft:
		return n + 1
	}
	for n < len(text) && (text[n] == '>' || text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n
}

// shortestBase64 is how many digits of base64 at least encode a key.
const shortestBase64 = keyLength * 4 / 3

// base64 finds the parts of the text that hold keys in base64: of a part of a letter, whose
// lines follow one another, or of a word of a field.
func (s *search) base64() (all []span) {
	for done := 0; ; {
		part, ok := s.stretch(done, shortestBase64, base64Digit|endOfLine, 0)
		if !ok {
			return all
		}
		all = append(all, s.base64Within(part)...)
		done = part.to
	}
}

// base64Within finds these parts in a part that holds nothing but base64 and ends of lines.
func (s *search) base64Within(part span) (all []span) {
	text := s.text
	for i := part.from; i < part.to; i++ {
		if !is(text[i], base64Digit) {
			continue
		}
		start, digits := i, 0
		for i < part.to {
			from := i
			for i < part.to && is(text[i], base64Digit) {
				i++
			}
			digits += i - from
			end := lineEnd(text[i:part.to])
			if end == 0 || i+end >= part.to || !is(text[i+end], base64Digit) {
				break
			}
			i += end
		}
		s.looked += i - start
		if digits >= shortestBase64 {
			all = append(all, s.keysInRun(text[start:i], start)...)
		}
	}
	return all
}

func lineEnd(text []byte) int {
	switch {
	case len(text) > 1 && text[0] == '\r' && text[1] == '\n':
		return 2
	case len(text) > 0 && text[0] == '\n':
		return 1
	}
	return 0
}

// keysInRun finds the parts of a run of base64, at its place in the whole text, that hold keys.
func (s *search) keysInRun(run []byte, at int) (all []span) {
	s.room = slices.Grow(s.room[:0], base64.RawStdEncoding.DecodedLen(len(run)))
	decoded := s.room[:base64.RawStdEncoding.DecodedLen(len(run))]
	n, _ := base64.RawStdEncoding.Decode(decoded, run) // passes over ends of lines; what cannot be read comes last
	seen, place := 0, 0
	find := func(digit int) int { // the place of a digit in the run
		for ; place < len(run); place++ {
			if is(run[place], base64Digit) {
				if seen == digit {
					return place
				}
				seen++
			}
		}
		return place
	}
	within := search{text: decoded[:n]}
	for _, key := range within.keys() {
		from := find(key.from * 4 / 3)
		all = append(all, span{at + from, at + min(find((key.to*4+2)/3-1)+1, len(run))})
	}
	s.looked += within.looked + len(run)
	return all
}
