package mailer

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Clean returns s in a form that can be shown to anybody: in UTF-8, with LF line ends, and
// without the controls and marks that Hidden reports. A letter is cleaned when it is read,
// and a page when it is written.
func Clean(s string) string {
	if s = strings.ReplaceAll(s, "\r\n", "\n"); isClean(s) {
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

// Hidden reports whether r shows nothing by itself and can change how the rest of a text is
// shown: the controls of C0 and C1 except line feed and tab, the line and paragraph
// separators, the marks of annotations, and what isInvisible reports.
func Hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < ' ', 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029', '\ufff9' <= r && r <= '\ufffb':
		return true
	}
	return isInvisible(r)
}

// isInvisible reports whether r is a mark that takes no place: a soft hyphen, a zero-width
// space or no-break space, a word joiner, or a mark of direction (UAX #9).
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u061c', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff':
		return true
	}
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// OneLine returns s cleaned, on one line, with single spaces and none at its ends.
func OneLine(s string) string {
	return strings.Join(strings.Fields(Clean(s)), " ")
}

// mostHostWords is the number of octets that are kept of the words of another host.
const mostHostWords = 200

// HostWords returns the words of another host, in which anything may stand, on one line and cut to
// a length that can be quoted in a letter.
func HostWords(s string) string {
	if len(s) > 4*mostHostWords {
		s = s[:4*mostHostWords]
	}
	s = OneLine(s)
	if len(s) > mostHostWords {
		s = strings.ToValidUTF8(s[:mostHostWords], "") + "…"
	}
	return s
}

// isClean reports whether Clean changes nothing of a text without CRLF.
func isClean(s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c == 0x7f || c < ' ' && c != '\n' && c != '\t' {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if n == 1 || Hidden(r) {
			return false
		}
		i += n
	}
	return true
}

// isPlain reports whether a text is printable ASCII with LF line ends: such a text is
// clean.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// redacted stands in the place of a key.
const redacted = "(key)"

// runs are the runs of letters and figures in a text.
var runs = regexp.MustCompile("[A-Za-z0-9]+")

// Redact returns a text without the keys in it, which stand in addresses and subjects, so
// that the text can be passed on to somebody else. A key is a run of letters and figures
// that has the length of a key and holds only the digits of keys; no word is such a run.
func Redact(text string) string {
	return runs.ReplaceAllStringFunc(text, func(run string) string {
		if isKey(strings.ToLower(run)) {
			return redacted
		}
		return run
	})
}
