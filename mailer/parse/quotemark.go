package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// barMarks are the characters that mark a line they begin as quoted.
const barMarks = "|»¦│┃┆┊║▌▎▏▐›❯⎜}"

// isQuoted reports whether a line begins with a quote mark: '>' in any width, a bar, a
// colon and a space, or the author's name or initials and '>', as old programs write.
func isQuoted(line string) bool { return quoteMark(line) > 0 }

// quoteMark returns the number of octets of the quote mark that a line begins with, white
// space before the mark included; 0 if there is none.
func quoteMark(line string) int {
	s := line
	if line != "" && (line[0] <= ' ' || line[0] >= utf8.RuneSelf) {
		s = strings.TrimLeft(line, " \t\u00a0\u3000")
	}
	before := len(line) - len(s)
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		return 0
	case 'a' <= r|0x20 && r|0x20 <= 'z':
	case isBracket(r), strings.ContainsRune(barMarks, r):
		return before + size
	case strings.HasPrefix(s, "&gt;"):
		return before + len("&gt;")
	case s == ":", strings.HasPrefix(s, ": "):
		return before + 1
	case strings.ContainsRune("-*•", r):
		if rest := strings.TrimLeft(s[size:], " "); len(rest) < len(s)-size && strings.HasPrefix(rest, ">") {
			return before + len(s) - len(rest) + 1
		}
		return 0
	}
	if n := authorMark(s); n > 0 {
		return before + n
	}
	return 0
}

// wideBrackets are '>' in other widths, which begin with the same octet.
const wideBrackets = "＞﹥"

// isBracket reports whether a sign is '>' in one of its widths.
func isBracket(r rune) bool { return r == '>' || strings.ContainsRune(wideBrackets, r) }

// maxAuthorMark is the number of octets of the longest name before a '>'.
const maxAuthorMark = 40

// authorMark returns the number of octets of an author's mark: initials and '>', or a name
// or an address, '>' and a space, the end or another '>'; 0 if s begins with none. The end
// of an address in an announcement is no mark.
func authorMark(s string) int {
	head := s[:min(len(s), maxAuthorMark)]
	if strings.IndexByte(head, '>') < 0 && strings.IndexByte(head, wideBrackets[0]) < 0 {
		return 0
	}
	i := strings.IndexFunc(head, isBracket)
	if i <= 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	name, after := s[:i], s[i+size:]
	isInitials := len(name) <= 4 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if isInitials || isAuthorName(name) && (after == "" || after[0] == ' ' || after[0] == '>') && !closesAttribution(after) {
		return i + size
	}
	return 0
}

// isAuthorName reports whether name is up to three words of letters, bracketed or not, or
// one word as in an address.
func isAuthorName(name string) bool {
	if inside, ok := strings.CutPrefix(name, "["); ok {
		name = strings.TrimRight(inside, "] ")
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	if !unicode.IsLetter(first) || !unicode.IsLetter(last) && !unicode.IsDigit(last) || strings.Count(name, " ") > 2 {
		return false
	}
	isAddress := strings.ContainsAny(name, "@_") && !strings.Contains(name, " ")
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != ' ' && r != '\'' && r != '.' && (!isAddress || r <= ' ' || r == '<')
	})
}

// isNamed reports whether the line begins with a name and '>' without a space, as the line
// above or below does: a program has marked both.
func (t *trimmer) isNamed() bool {
	line := strings.TrimSpace(t.lines[t.at])
	i := strings.IndexByte(line[:min(len(line), maxAuthorMark)], '>')
	if i <= 0 || !isAuthorName(line[:i]) {
		return false
	}
	return strings.HasPrefix(t.below(), line[:i+1]) || t.at > 0 && strings.HasPrefix(strings.TrimSpace(t.lines[t.at-1]), line[:i+1])
}

// unquoted returns a line without its quote marks and without the bar at the end of a row.
func unquoted(line string) string {
	for range 20 {
		n := quoteMark(line)
		if n == 0 {
			break
		}
		line = line[n:]
	}
	return strings.TrimRight(strings.TrimSpace(line), "| ")
}

// quoteWidth is the length in octets from which a program may have wrapped a quoted line
// and left the remainder unmarked.
const quoteWidth = 65

// isWrappedQuote reports whether the line is the unmarked remainder of a long quoted line,
// with quoted lines directly above and below.
func (t *trimmer) isWrappedQuote() bool {
	if t.at == 0 || t.at+1 >= len(t.lines) || isBlank(t.lines[t.at]) {
		return false
	}
	above, below := t.lines[t.at-1], t.lines[t.at+1]
	return len(above) >= quoteWidth && isQuoted(above) && isQuoted(below) && !t.isKnown(t.at-1)
}

// forumQuote returns the number of lines of the quotation in square brackets, as forums
// write one, that begins here; 0 if there is none, and 1 if the quotation has no end.
func (t *trimmer) forumQuote() int {
	const opening, closing = "[quote", "[/quote]"
	if s := t.lower(t.at); !strings.HasPrefix(s, opening) || !strings.HasPrefix(strings.TrimLeft(s[len(opening):], "= "), "]") && !strings.Contains(s, "]") {
		return 0
	}
	t.closing = max(t.closing, t.at)
	for t.closing < len(t.lines) && !strings.HasSuffix(t.lower(t.closing), closing) {
		t.work++
		t.closing++
	}
	if t.closing < len(t.lines) {
		return t.closing - t.at + 1
	}
	return 1
}
