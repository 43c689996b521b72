package mailer

import (
	"strings"
)

// Clean is s as it can be shown to anybody: with LF line ends, in UTF-8, and without
// the controls and marks that Hidden names. What came in a letter is cleaned when the
// letter is read, and what goes out when it is written.
func Clean(s string) string {
	if s = strings.ReplaceAll(s, "\r\n", "\n"); isPlain(s) {
		return s
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\u2028', r == '\u2029', r == '\u0085', r == '\f', r == '\v':
			return '\n'
		case Hidden(r):
			return -1
		}
		return r
	}, s)
	return strings.ToValidUTF8(clean, "\ufffd")
}

// Hidden tells the characters that show nothing by themselves and can change how
// the rest is shown: the controls of C0 and C1, but for line feed and tab, the line
// and paragraph separators, the marks of annotations, and what isInvisible tells.
func Hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < ' ', 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029', '\ufff9' <= r && r <= '\ufffb':
		return true
	}
	return isInvisible(r)
}

// isInvisible tells the marks that take no place: soft hyphen, zero-width space
// and no-break space, word joiner, and all that bear on direction (UAX #9).
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u061c', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff':
		return true
	}
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// oneLine is s without controls and with single spaces.
func OneLine(s string) string {
	return strings.Join(strings.Fields(Clean(s)), " ")
}

// isPlain tells texts in printable ASCII with LF line ends, which are clean.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}
