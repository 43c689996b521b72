package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// openings are phrases in lower case that texts may begin with, by their first
// letter, so that a line is compared with a handful of them.
type openings map[rune][]string

func openingsOf(phrases ...string) openings {
	o := openings{}
	for _, p := range phrases {
		first, _ := utf8.DecodeRuneInString(p)
		o[first] = append(o[first], p)
	}
	return o
}

// begin tells whether s, in lower case, begins with one of the phrases; the
// space at the end of a phrase may be the end of s.
func (o openings) begin(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	for _, p := range o[first] {
		if strings.HasPrefix(s, p) || strings.HasSuffix(p, " ") && s == p[:len(p)-1] {
			return true
		}
	}
	return false
}

// endings are phrases in lower case that texts may end with, by their last
// letter.
type endings map[rune][]string

func endingsOf(phrases ...string) endings {
	e := endings{}
	for _, p := range phrases {
		last, _ := utf8.DecodeLastRuneInString(p)
		e[last] = append(e[last], p)
	}
	return e
}

// end tells whether s, in lower case, ends with one of the phrases; with asWord
// only if no letter stands before it.
func (e endings) end(s string, asWord bool) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	for _, p := range e[last] {
		if strings.HasSuffix(s, p) && (!asWord || isWord(s, len(s)-len(p), len(s))) {
			return true
		}
	}
	return false
}

// containsWord tells whether one of the phrases stands in s, in lower case, as a
// word; those of scripts that do not part words may stand anywhere.
func (o openings) containsWord(s string) bool {
	for at, r := range s {
		for _, p := range o[r] {
			if to := at + len(p); to <= len(s) && s[at:to] == p && isWord(s, at, to) {
				return true
			}
		}
	}
	return false
}

// isWord tells whether s[from:to] has no letter of a spaced script beside it.
func isWord(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !isSpacedLetter(before) && !isSpacedLetter(after)
}

func isSpacedLetter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}
