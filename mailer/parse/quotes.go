package parse

import (
	"slices"
	"strings"
	"unicode"
)

// trimmed returns a trimmer that has gone through the lines.
func trimmed(lines []string, theirs []bool) *trimmer {
	t := &trimmer{lines: lines, theirs: theirs}
	t.kept = make([]string, 0, min(len(t.lines), 64))
	for t.at < len(t.lines) {
		t.step()
	}
	return t
}

// trim returns what the sender wrote anew in some lines. Text that looks quoted is never new, and
// an own line above a quotation is never cut. Own lines between marked quotations, and below them,
// are new; an announcement or a header block without a marked quotation behind ends the new text.
// below is the line that announced a quotation below which unmarked text was cut, or "" if none
// was. theirs reports which lines are known to be quoted, marked or not; nil: none is.
func trim(lines []string, theirs []bool) (text, below string) {
	t := trimmed(lines, theirs)
	return t.text(), t.cut
}

// trimmer goes once through the lines of a text and keeps the new ones.
type trimmer struct {
	lines   []string
	theirs  []bool  // lines that are known to be quoted, or nil if none is
	facts   []facts // the facts of each line that was looked at
	notes   []noted // the labels of Notes in each line that was looked at
	work    int     // the number of steps so far
	at      int     // the line that step looks at
	closing int     // no line between at and this one ends a forum quotation
	kept    []string
	said    bool   // a line with text is among those kept
	cut     string // the announcement below which unmarked text was cut
}

// isTheirs reports whether a line is known to be quoted, or is marked as quoted.
func (t *trimmer) isTheirs(at int) bool { return t.isKnown(at) || isQuoted(t.lines[at]) }

// isKnown reports whether a line is known to be quoted.
func (t *trimmer) isKnown(at int) bool { return t.theirs != nil && t.theirs[at] }

// step keeps or skips the line at t.at, or the lines there that belong together.
func (t *trimmer) step() {
	t.work += 1 + len(t.lines[t.at])/lineUnit
	line := t.lines[t.at]
	if t.isKnown(t.at) {
		t.skip(1)
		return
	}
	if isMarkedHeading(line) {
		t.skipHeading(1)
		return
	}
	if isQuoted(line) {
		t.skipMarked()
		return
	}
	if t.startsOwnLetter() {
		t.cut = line
		t.skip(len(t.lines))
		return
	}
	if t.isWrappedQuote() || t.isNamed() {
		t.skip(1)
		return
	}
	if n := max(t.encodedFile(), t.forumQuote()); n > 0 {
		t.skip(n)
		return
	}
	if n := t.heading(); n > 0 {
		t.skipHeading(n)
		return
	}
	if n := t.banner(); n > 0 {
		t.skip(n)
		return
	}
	lower := t.lower(t.at)
	switch {
	case isSignatureMark(line), isLegalFooter(lower, t.below()), isRule(line) && isListFooter(t.below()):
		t.skip(len(t.lines))
	case isMobileSignature(lower), t.isLinkBelow(), isRule(line):
		t.skip(1)
	default:
		t.kept = append(t.kept, strings.TrimRightFunc(line, unicode.IsSpace))
		t.said = t.said || !isBlank(line)
		t.at++
	}
}

// heading returns the number of lines, from this one on, that announce a quotation, or 0 if they do
// not.
func (t *trimmer) heading() int {
	for _, kind := range []func() int{t.announced, t.attribution, t.headerBlock, t.notesHeading, t.ruledHeading, t.bareHeading} {
		if n := kind(); n > 0 {
			return n
		}
	}
	return 0
}

// skipMarked skips a marked line. If the last marked lines announce a quotation and an
// unmarked line follows, the unmarked text is quoted too, as in Notes and GroupWise.
func (t *trimmer) skipMarked() {
	last := t.lines[t.at]
	t.skip(1)
	next := t.belowBlank(t.at)
	if next == len(t.lines) || t.isTheirs(t.at) || t.isTheirs(next) || !t.endsInHeading() {
		return
	}
	t.cut = last
	t.skip(len(t.lines))
}

// maxMarkedHeading is the number of lines of the longest announcement that is marked as
// quoted.
const maxMarkedHeading = 14

// endsInHeading reports whether the marked lines directly above end in the announcement of
// a quotation, apart from blank lines and rules.
func (t *trimmer) endsInHeading() bool {
	first := t.at
	for first > 0 && t.at-first < maxMarkedHeading && isQuoted(t.lines[first-1]) {
		first--
	}
	inner := trimmer{}
	for _, line := range t.lines[first:t.at] {
		inner.lines = append(inner.lines, unquoted(line))
	}
	for n := len(inner.lines); n > 0 && isFrame(inner.lines[n-1]); n-- {
		inner.lines = inner.lines[:n-1]
	}
	for inner.at = range inner.lines {
		t.work++
		n := max(inner.attribution(), inner.headerBlock())
		if n > 0 && inner.at+n == len(inner.lines) {
			return true
		}
	}
	return false
}

// isFrame reports whether a line has nothing but the signs with which programs frame.
func isFrame(line string) bool { return strings.Trim(line, frames+"|") == "" }

// below returns the next line, "" at the end.
func (t *trimmer) below() string {
	if t.at+1 < len(t.lines) {
		return t.lines[t.at+1]
	}
	return ""
}

// encodedFile returns the number of lines of the uuencoded file that begins here, from "begin 644
// name" to "end" or to the end of the text, or 0 if there is none.
func (t *trimmer) encodedFile() int {
	if !strings.HasPrefix(t.lines[t.at], "begin ") {
		return 0
	}
	words := strings.Fields(t.lines[t.at])
	if len(words) != 3 || len(words[1]) != 3 || strings.Trim(words[1], "01234567") != "" {
		return 0
	}
	for i, line := range t.lines[t.at:] {
		if strings.TrimSpace(line) == "end" {
			return i + 1
		}
	}
	return len(t.lines) - t.at
}

// skip skips n lines, and leaves a blank line in their place.
func (t *trimmer) skip(n int) {
	t.at = min(t.at+n, len(t.lines))
	t.kept = append(t.kept, "")
}

// skipHeading skips the n lines that announce a quotation, the header blocks that follow
// and, if the next line is not marked as quoted, all the rest.
func (t *trimmer) skipHeading(n int) {
	heading := t.lines[t.at]
	t.skip(n)
	for {
		t.skipBlank()
		block := t.headerBlock()
		if block == 0 {
			break
		}
		t.skip(block)
	}
	if t.at < len(t.lines) && !t.isTheirs(t.at) {
		t.cut = heading
		t.skip(len(t.lines))
	}
}

// skipBlank goes on to the next line that is not blank.
func (t *trimmer) skipBlank() { t.at = t.belowBlank(t.at) }

// belowBlank returns the index of the first line that is not blank, from one on;
// len(t.lines) if there is none.
func (t *trimmer) belowBlank(from int) int {
	at := from
	for at < len(t.lines) && isBlank(t.lines[at]) {
		at++
	}
	t.work += at - from + 1
	return at
}

// isLinkBelow reports whether the line is the link that belongs to a device's own line
// above.
func (t *trimmer) isLinkBelow() bool {
	line := strings.TrimLeft(t.lines[t.at], "<( \t")
	return t.at > 0 && strings.HasPrefix(line, "http") && isMobileSignature(t.lower(t.at-1))
}

// lowerLine returns the beginning of a line in lower case, without white space around.
// Whatever announces anything stands there.
func lowerLine(line string) string { return strings.ToLower(strings.TrimSpace(beginning(line))) }

// lower returns lowerLine of a line.
func (t *trimmer) lower(at int) string { return t.factsAt(at).lower }

// maxBeginning is the number of octets of a line that are searched for announcements.
const maxBeginning = 1000

// beginning returns the first maxBeginning octets of a line.
func beginning(line string) string {
	if len(line) <= maxBeginning {
		return line
	}
	return strings.ToValidUTF8(line[:maxBeginning], "")
}

// text returns what was kept, with single blank lines and none at the ends.
func (t *trimmer) text() string {
	twoBlank := func(line, next string) bool { return line == "" && next == "" }
	return strings.Trim(strings.Join(slices.CompactFunc(t.kept, twoBlank), "\n"), "\n")
}

// isBlank reports whether a line has nothing but white space.
func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// isMarkedHeading reports whether a line stands between quote marks, as GroupWise writes
// one above an unmarked quotation.
func isMarkedHeading(line string) bool {
	line = strings.TrimSpace(line)
	return (strings.HasPrefix(line, ">>> ") || strings.HasPrefix(line, "<<< ")) && strings.HasSuffix(line, " >>>")
}

// isRule reports whether a line has nothing but dashes, underscores, equals signs, crosses
// or stars, ten octets or more: a dash, or an empty square of a diagram, is shorter.
func isRule(line string) bool {
	s := strings.TrimSpace(line)
	return len(s) >= 10 && strings.Trim(s, "-_=*~#+‐–—―─━═") == ""
}
