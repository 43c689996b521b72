package mailer

import "strings"

// cleanText is s with LF line ends and without controls and invisible marks.
// Characters that turn the direction of writing, so that a line reads otherwise
// than it is stored, become U+FFFD; replaced tells whether there were any.
func cleanText(s string) (clean string, replaced bool) {
	if isPlain(s) {
		return s, false
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	clean = strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\u2028', r == '\u2029', r == '\u0085', r == '\f', r == '\v':
			return '\n'
		case r == '\n', r == '\t':
			return r
		case r < ' ', 0x7f <= r && r < 0xa0, isInvisible(r):
			return -1
		case '\u202a' <= r && r <= '\u202e' && r != '\u202c', '\u2066' <= r && r <= '\u2068':
			replaced = true
			return '\ufffd'
		case r == '\u202c', r == '\u2069':
			return -1
		}
		return r
	}, s)
	return strings.ToValidUTF8(clean, "\ufffd"), replaced
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

// isInvisible tells the marks that take no place: soft hyphen, zero-width space
// and no-break space, word joiner, direction marks.
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u061c', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff':
		return true
	}
	return false
}
