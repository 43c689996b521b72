package parse

import (
	"slices"
	"strings"
)

// isTurned reports whether a text overrides the direction of writing.
func isTurned(s string) bool { return strings.Contains(s, "\u202d") || strings.Contains(s, "\u202e") }

// dropTurned returns s without the lines whose direction is overridden, because their
// writer saw the letters in another order. turned reports whether there were any.
func dropTurned(s string) (rest string, turned bool) {
	if !isTurned(s) {
		return s, false
	}
	return strings.Join(slices.DeleteFunc(strings.Split(s, "\n"), isTurned), "\n"), true
}

// maxLink is the length in octets of the longest link that is dropped.
const maxLink = 2000

// dropLinks returns s without the links in angle brackets that programs put behind a word
// in plain text made of HTML: "bob@example.org<mailto:…>", and even "Kt.to<http://kt.to>",
// because .to is a domain. A link that stands alone stays.
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
		end := at + 1 // behind the link, or behind its bracket if the link has no end
		if n := strings.IndexAny(s[at+1:min(len(s), at+maxLink)], "<>\n"); n >= 0 && s[at+1+n] == '>' {
			end = at + n + 2
			out.WriteString(s[:at])
		} else {
			out.WriteString(s[:end])
		}
		s = s[end:]
	}
}

// nextLink returns where the next link begins that stands directly behind a word; -1 if
// there is none.
func nextLink(s string) int {
	for at := 1; at < len(s); at++ {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return -1
		}
		at += i
		if s[at-1] > ' ' && beginsWith(s[at+1:], schemes) {
			return at
		}
	}
	return -1
}

// schemes begin the links that programs put in angle brackets.
var schemes = []string{"mailto:", "http:", "https:", "tel:"}
