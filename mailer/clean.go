package mailer

import (
	"regexp"
	"slices"
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

// mostSigned is how many lines at the end of some words may be a signature.
const mostSigned = 8

var (
	// closing matches the line with which a letter takes its leave.
	closing = regexp.MustCompile(`(?i)^\W*(?:(?:with )?(?:kind|kindest|best|warm|warmest|many)? ?(?:regards|wishes|greetings|thanks)|yours(?: \w+)?|sincerely|cheers|love|mit \w+ gr\S+|(?:viele|liebe|beste|herzliche) gr\S+|cordialement|saludos)\W*$`)
	// reaches matches an address of mail or the number of a telephone.
	reaches = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]+|(?:\+|\b0|\()\d[\d ()/.-]{6,}\d`)
	// bidding matches the verb of somebody who asks to be reached.
	bidding = regexp.MustCompile(`(?i)^\W*(?:please |do )?(?:write|ring|call|phone|telephone|mail|e-?mail|text|contact|reach|answer|reply|send|use|see)\b [^:]*$`)
	// dated matches a day, whose figures reach nobody, and postscript what stands below a signature
	// and is none of it.
	dated, postscript = regexp.MustCompile(`\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b`), regexp.MustCompile(`(?i)^\W*(?:p\.? ?(?:p\.? ?)?s|n\.? ?b)\b`)
	// reaching are the words beside one that are of no sentence.
	reaching = regexp.MustCompile(`(?i)\b(?:tel(?:ephone|efon)?|(?:tele)?phone|mob(?:ile|il)?|cell|fax|direct|line|office|home|work|e-?mail|web|ext)\b`)
)

// Unsigned returns words that are to be passed on to somebody else without what the signature
// below them says of where its writer lives and is reached: the lines under the name below a
// closing, if one of them has an address of mail or a telephone number, and without a closing the
// lines that are nothing else. A sentence that tells of a number stays, and so does a postscript.
func Unsigned(words string) string {
	lines := strings.Split(strings.TrimRight(words, "\n "), "\n")
	from := max(0, len(lines)-mostSigned)
	first := slices.IndexFunc(lines[from:], isContact)
	if first < 0 {
		return words
	}
	first += from
	for at := first - 1; at >= from; at-- {
		if closing.MatchString(lines[at]) {
			behind := slices.IndexFunc(lines[first:], postscript.MatchString)
			if behind < 0 {
				behind = len(lines) - first
			}
			return strings.TrimRight(strings.Join(slices.Concat(lines[:min(at+2, first)], lines[first+behind:]), "\n"), "\n ")
		}
	}
	rest := slices.DeleteFunc(slices.Clone(lines[first:]), isContact)
	return strings.TrimRight(strings.Join(slices.Concat(lines[:first], rest), "\n"), "\n ")
}

// isContact reports whether a line has an address or a number by which somebody is reached, and is
// no sentence.
func isContact(line string) bool {
	if line = dated.ReplaceAllString(line, ""); !reaches.MatchString(line) || bidding.MatchString(line) {
		return false
	}
	const fewestDigits = 8
	for word := range strings.FieldsSeq(reaching.ReplaceAllString(reaches.ReplaceAllString(line, ""), "")) {
		if word[0] >= 'a' && word[0] <= 'z' {
			return false
		}
	}
	digits := len(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, line))
	return strings.Contains(line, "@") || digits >= fewestDigits
}
