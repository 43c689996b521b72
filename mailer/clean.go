package mailer

import (
	"slices"
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

// isTurned tells a text that overrides the direction of writing.
func isTurned(s string) bool { return strings.Contains(s, "\u202d") || strings.Contains(s, "\u202e") }

// dropTurned is s without the lines whose direction is overridden: their writer
// saw them otherwise than they are stored. turned tells whether there were any.
func dropTurned(s string) (rest string, turned bool) {
	if !isTurned(s) {
		return s, false
	}
	return strings.Join(slices.DeleteFunc(strings.Split(s, "\n"), isTurned), "\n"), true
}

// maxLink is the length of the longest link that is dropped.
const maxLink = 2000

// dropLinks is s without the links in angle brackets that programs put behind a
// word when they make plain text of HTML: "bob@example.org<mailto:…>", and even
// "Kt.to<http://kt.to>", for .to is a domain. A link that stands alone stays.
func dropLinks(s string) string {
	var out strings.Builder
	for {
		at := nextLink(s)
		if at < 0 {
			if out.Len() == 0 {
				return s
			}
			out.WriteString(s)
			return out.String()
		}
		end := strings.IndexAny(s[at:min(len(s), at+maxLink)], ">\n")
		if end < 0 || s[at+end] != '>' {
			end = 0
			out.WriteString(s[:at+1])
		} else {
			out.WriteString(s[:at])
		}
		s = s[at+end+1:]
	}
}

// nextLink is where the next link begins that stands directly behind a word; -1
// if none does.
func nextLink(s string) int {
	for at := 1; at < len(s); at++ {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return -1
		}
		at += i
		if s[at-1] > ' ' && schemes.begin(s[at+1:]) {
			return at
		}
	}
	return -1
}

var schemes = openingsOf("mailto:", "http:", "https:", "tel:")

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
// and no-break space, word joiner, and all that bear on direction (UAX #9).
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u061c', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff':
		return true
	}
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}
