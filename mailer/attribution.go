package mailer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAttribution is the length of the longest attribution, in octets.
const maxAttribution = 500

// attribution is the number of lines, from this one on, of "On … Bob wrote:" in
// any language; 0 if they are none.
func (t *trimmer) attribution() int {
	first := strings.TrimSpace(t.lines[t.at])
	joined := ""
	for n := 1; n <= 4 && t.at+n <= len(t.lines); n++ {
		line := strings.TrimSpace(t.lines[t.at+n-1])
		if line == "" || isQuoted(line) || len(joined)+len(line) > maxAttribution {
			return 0
		}
		joined = strings.TrimPrefix(joined+" "+line, " ")
		if n > 1 && !opensAttribution(first) {
			return 0
		}
		if closesAttribution(line) && isAttribution(joined, t.quoteFollows(t.at+n)) {
			return n
		}
	}
	return 0
}

// quoteFollows tells whether the next line that is not blank is a quoted one.
func (t *trimmer) quoteFollows(from int) bool {
	for _, line := range t.lines[from:] {
		if !isBlank(line) {
			return isQuoted(line)
		}
	}
	return false
}

// closesAttribution tells lines that can end one: by a colon or by the verb.
func closesAttribution(line string) bool {
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：") || endsInVerb(line)
}

// isAttribution weighs a candidate: a date and an address, or a verb of writing
// and one of them, will do; before a marked quote any one of the three.
func isAttribution(s string, beforeQuote bool) bool {
	verb, date, address := hasVerb(s), hasDate(s), hasAddress(s)
	return date && address || verb && (date || address) || beforeQuote && (verb || date || address)
}

// opensAttribution tells a line that can be the first of several: it has a year,
// or begins as attributions do and has a figure.
func opensAttribution(line string) bool {
	if hasYear(line) {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	return attributionOpenings[strings.ToLower(strings.TrimRight(word, ",."))] && strings.ContainsAny(line, "0123456789")
}

func hasAddress(s string) bool {
	i := strings.IndexByte(s, '@')
	return i > 0 && i+1 < len(s) && s[i-1] > ' ' && s[i+1] > ' '
}

// hasDate tells a year, a time of day or a numeric date.
func hasDate(s string) bool {
	if hasYear(s) {
		return true
	}
	for i := 1; i+2 < len(s); i++ {
		if c := s[i]; (c == ':' || c == '/' || c == '.') && isDigit(s[i-1]) && isDigit(s[i+1]) && isDigit(s[i+2]) {
			return true
		}
	}
	return false
}

// hasYear tells a number from 1970 to 2199 of exactly four figures, in any of
// the scripts that have figures of their own.
func hasYear(s string) bool {
	value, length := 0, 0
	for _, r := range s {
		if d := figure(r); d >= 0 && length < 5 {
			value, length = value*10+d, length+1
			continue
		} else if d >= 0 {
			continue
		}
		if length == 4 && value >= 1970 && value < 2200 {
			return true
		}
		value, length = 0, 0
	}
	return length == 4 && value >= 1970 && value < 2200
}

// figure is the value of a decimal figure, ASCII, Arabic, Persian, Devanagari,
// Bengali or Thai; -1 for any other character.
func figure(r rune) int {
	for _, zero := range []rune{'0', '٠', '۰', '०', '০', '๐'} {
		if r >= zero && r <= zero+9 {
			return int(r - zero)
		}
	}
	return -1
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// hasVerb tells whether one of the verbs stands in s as a word; those of scripts
// that do not part words may stand anywhere.
func hasVerb(s string) bool {
	lower := strings.ToLower(s)
	for _, verb := range attributionVerbs {
		for at := 0; ; {
			i := strings.Index(lower[at:], verb)
			if i < 0 {
				break
			}
			at += i
			if isWord(lower, at, at+len(verb)) {
				return true
			}
			at += len(verb)
		}
	}
	return false
}

func endsInVerb(line string) bool {
	lower := strings.ToLower(line)
	for _, verb := range attributionVerbs {
		if strings.HasSuffix(lower, verb) && isWord(lower, len(lower)-len(verb), len(lower)) {
			return true
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
