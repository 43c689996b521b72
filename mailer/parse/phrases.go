package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// beginsWith reports whether s, in lower case, begins with one of the phrases. A space at
// the end of a phrase may be the end of s.
func beginsWith(s string, phrases []string) bool {
	for _, p := range phrases {
		if strings.HasPrefix(s, p) || len(p) == len(s)+1 && strings.HasPrefix(p, s) && p[len(s)] == ' ' {
			return true
		}
	}
	return false
}

// phraseTable holds phrases by their first octets.
type phraseTable [256][]string

// byFirst returns a table of phrases.
func byFirst(phrases ...string) *phraseTable {
	var t phraseTable
	for _, p := range phrases {
		t[p[0]] = append(t[p[0]], p)
	}
	return &t
}

// beside returns the phrases that begin with the same octet as s.
func (t *phraseTable) beside(s string) []string {
	if s == "" {
		return nil
	}
	return t[s[0]]
}

// containsAny reports whether one of the phrases stands anywhere in s.
func containsAny(s string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(s, p) })
}

// endsWithWord reports whether s, in lower case, ends with one of the words.
func endsWithWord(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(s, w) && isWord(s, len(s)-len(w), len(s)) })
}

// containsWord reports whether one of the words stands in s, in lower case.
func containsWord(s string, words []string) bool {
	for _, w := range words {
		for at := 0; ; at += len(w) {
			i := strings.Index(s[at:], w)
			if i < 0 {
				break
			}
			if at += i; isWord(s, at, at+len(w)) {
				return true
			}
		}
	}
	return false
}

// isWord reports whether s[from:to] has no letter beside it; a script that does not part
// words has none.
func isWord(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !isSpacedLetter(before) && !isSpacedLetter(after)
}

// isSpacedLetter reports whether r is a letter of a script that parts words by spaces.
func isSpacedLetter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}
