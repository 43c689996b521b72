package mailer

import (
	"strings"
	"unicode"
)

// maxBlock is the number of lines of the longest header block.
const maxBlock = 12

// headerBlock is the number of lines of the header block, as Outlook puts it
// above what it quotes without marks, that begins here; 0 if there is none.
// Either it has labels that are known: the author's and the date's or the
// subject's. Or, in whatever language, it has three labelled lines or more with
// an address and a year among them, or four with a year and a time of day.
func (t *trimmer) headerBlock() int {
	if t.at >= len(t.lines) || !isLabelled(t.lines[t.at]) {
		return 0
	}
	var b block
	n := 0
	for ; t.at+n < len(t.lines) && n < maxBlock; n++ {
		line := t.lines[t.at+n]
		if isLabelled(line) {
			b.add(line)
		} else if isBlank(line) || !isContinued(t.lines[t.at+n-1]) {
			break
		}
	}
	if b.isHeader() {
		return n
	}
	return 0
}

// block is what the labelled lines of a candidate have.
type block struct {
	labels               [labelSubject + 1]bool
	lines                int
	address, year, clock bool
}

func (b *block) add(line string) {
	b.labels[labelOf(line)] = true
	b.lines++
	b.address = b.address || hasAddress(line)
	b.year = b.year || hasYear(line)
	b.clock = b.clock || hasClock(line)
}

func (b *block) isHeader() bool {
	return b.labels[labelFrom] && (b.labels[labelSent] || b.labels[labelSubject]) ||
		b.lines >= 3 && b.address && b.year || b.lines >= 4 && b.year && b.clock
}

// isContinued tells a line of addresses that goes on in the next.
func isContinued(line string) bool {
	s := strings.TrimSpace(line)
	return strings.HasSuffix(s, ";") || strings.HasSuffix(s, ",") || len(s) >= quoteWidth
}

// isLabelled tells a line that begins with at most three words of letters and a
// colon, bold or not.
func isLabelled(line string) bool {
	label := labelText(line)
	return label != "" && strings.Count(label, " ") < 3 && !strings.ContainsFunc(label, func(r rune) bool {
		return !strings.ContainsRune(" -'’\u200c", r) && !unicode.IsLetter(r) && !unicode.IsMark(r)
	})
}

// labelOf is the kind of a line such as "From: Bob" or "*Gesendet:* Montag".
func labelOf(line string) label { return labels[strings.ToLower(labelText(line))] }

// labelText is what stands before the first colon of a line; "" if it is long or
// there is none.
func labelText(line string) string {
	s := strings.TrimLeft(line, " \t*\u00a0")
	i := strings.IndexAny(s, ":：")
	if i <= 0 || i > 40 {
		return ""
	}
	return strings.Trim(s[:i], " *\u00a0")
}
