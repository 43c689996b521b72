package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxAttribution      = 500 // octets of the longest announcement
	maxAttributionLines = 4
	maxPlainAttribution = 120 // octets of the longest announcement without a full date and an address
	maxPlainWords       = 8   // words of the longest such announcement with a day or a figure
	maxVerb             = 80  // octets of the end of a line that are looked at for a verb of writing
	maxAuthorWords      = 9   // words of the longest such announcement that has a name and the verb only
)

// excerpts begin an announcement that has no end of its own.
const excerpts = "excerpts from "

// attribution returns the number of lines, from this one on, that announce a quotation in any
// language, as "On … Bob wrote:" does, or 0 if they do not. The announcement has one line, or up to
// four if the first opens as announcements do; the last line ends in a colon or a verb of writing,
// and isAttribution accepts the whole.
func (t *trimmer) attribution() int {
	first := unstarred(beginning(t.lines[t.at]))
	if isStatementLabel(first) {
		return 0
	}
	if t.namesLetter(first) {
		return 2
	}
	opens, most := t.factsAt(t.at).opens, 1
	if opens && runsIntoQuote(first) || len(first) >= len(excerpts) && strings.EqualFold(first[:len(excerpts)], excerpts) {
		return 1
	}
	if opens {
		most = maxAttributionLines
	}
	joined := ""
	for n := 1; n <= most && t.at+n <= len(t.lines); n++ {
		t.work++
		line := unstarred(beginning(t.lines[t.at+n-1]))
		if line == "" || isQuoted(line) || t.isKnown(t.at+n-1) || len(joined)+len(line) > maxAttribution {
			return 0
		}
		if n == 1 {
			joined = line
		} else {
			joined += " " + line
		}
		closes := closesAttribution(joined)
		if !closes && !hasAddress(joined) {
			continue
		}
		if beforeQuote := t.quoteFollows(t.at + n); closes && isAttribution(joined, beforeQuote) || isSignedStamp(joined, beforeQuote) {
			return n
		}
	}
	return 0
}

// namesLetter reports whether a line announces a quotation by its writer and, on the line below, by
// the Message-ID of what is quoted, as s-nail does: "Bob wrote in", "<1.2@example.org>:".
func (t *trimmer) namesLetter(first string) bool {
	if !strings.HasSuffix(first, " wrote in") {
		return false
	}
	id, ok := strings.CutSuffix(strings.TrimSpace(t.below()), ">:")
	return ok && strings.HasPrefix(id, "<") && hasAddress(id) && !strings.Contains(id, " ")
}

// unstarred returns a line without the marks of bold and italic that a program puts around
// the line in plain text made of HTML, and without dashes or brackets.
func unstarred(line string) string {
	if line != "" && isLetter(rune(line[0]|0x20)) && (isLetter(rune(line[len(line)-1]|0x20)) || line[len(line)-1] == ':') {
		return line
	}
	return strings.Trim(line, "*_-–—[]• \t\r\u00a0")
}

// isSignedStamp reports whether a line of few words has a date and an address and is not a
// sentence: the line has a time of day, or ends with the address in angle brackets, or a marked
// quotation follows.
func isSignedStamp(s string, beforeQuote bool) bool {
	return hasAddress(s) && (beforeQuote || strings.HasSuffix(s, ">") || strings.Contains(s, "<") && hasClock(s)) && hasDay(s) && hasFewWords(s, 12)
}

// hasFewWords reports whether s has so many words or fewer.
func hasFewWords(s string, most int) bool {
	for range strings.FieldsSeq(s) {
		if most--; most < 0 {
			return false
		}
	}
	return true
}

// runsIntoQuote reports whether a line that opens as an announcement does has a complete one at its
// head and goes on with the quotation.
func runsIntoQuote(s string) bool {
	for i, r := range s[:min(len(s), maxAttribution)] {
		if r != ':' && r != '：' {
			continue
		}
		before := strings.TrimSpace(s[:i])
		if endsInVerb(before) && hasDate(before) && (hasAddress(before) || hasYear(before) && hasClock(before)) {
			return true
		}
	}
	return false
}

// quoteFollows reports whether the next line that is not blank is quoted.
func (t *trimmer) quoteFollows(from int) bool {
	at := t.belowBlank(from)
	return at < len(t.lines) && t.isTheirs(at)
}

// isStatementLabel reports whether a line begins with one or two words and a colon and goes
// on, as "protest: on Monday he wrote:" does. Such a line is the sender's own.
func isStatementLabel(line string) bool {
	label, _, ok := strings.Cut(line, ": ")
	return ok && strings.Count(label, " ") < 2 && labelOf(line) == labelNone && !strings.ContainsFunc(label, func(r rune) bool {
		return r != ' ' && !unicode.IsLetter(r)
	})
}

// closesAttribution reports whether a line can end an announcement.
func closesAttribution(line string) bool {
	return endsInColon(line) || endsInVerb(line)
}

// endsInVerb reports whether a line ends in a verb of writing, in whatever case.
func endsInVerb(line string) bool {
	return line != "" && endVerbs[line[len(line)-1]] && endsWithWord(strings.ToLower(line[max(0, len(line)-maxVerb):]), writingVerbs)
}

// endVerbs are the last octets of the verbs of writing, of either case.
var endVerbs = func() (ends [256]bool) {
	for _, verb := range writingVerbs {
		for _, written := range []string{verb, strings.ToUpper(verb)} {
			ends[written[len(written)-1]] = true
		}
	}
	return ends
}()

// endsInColon reports whether a line ends in a colon, of Latin or Chinese width.
func endsInColon(line string) bool {
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：")
}

// isAttribution weighs a candidate. A full date and an address are enough anywhere, and so
// is a verb of writing with one of the two. Before a marked quotation, where no other line
// can be lost, one of the three is enough, the verb only with a colon behind. A verb alone
// must be a plain announcement.
func isAttribution(s string, beforeQuote bool) bool {
	lower := strings.ToLower(s)
	verb, date, address := containsWord(lower, writingVerbs) || beginsWith(lower, citingOpenings), hasDate(s), hasAddress(s)
	switch {
	case date && address, verb && (date || address), hasYear(s) && hasClock(s) && endsInColon(s):
		return true
	case endsInColon(s) && strings.HasSuffix(strings.TrimRight(s, ":： "), ">") && address && hasFewWords(s, maxPlainWords):
		return true
	case beforeQuote:
		return date || address || verb && endsInColon(s)
	}
	return verb && isPlainAttribution(lower)
}

// isPlainAttribution reports whether a line, in lower case and with a verb of writing, is
// what people and some programs put above an unmarked quotation: a short line that ends in
// a colon and has a day or a figure ("Bob wrote on Tuesday:"), or a name and the verb
// ("White writes:", "Quoting Bob:"). A comparison ("As Staunton wrote:") is the sender's
// own.
func isPlainAttribution(lower string) bool {
	words := strings.Fields(strings.TrimRight(lower, ":： \u00a0"))
	if len(lower) > maxPlainAttribution || !endsInColon(lower) || len(words) > maxAuthorWords {
		return false
	}
	if len(words) == 0 || slices.Contains(comparisons, words[0]) && !hasDayOrFigure(lower) {
		return false
	}
	endsInVerb := endsWithWord(strings.Join(words, " "), writingVerbs)
	if len(words) > maxPlainWords {
		return endsInVerb && !slices.Contains(comparisons, words[0])
	}
	return endsInVerb || hasDayOrFigure(lower) || beginsWith(lower, citingOpenings)
}

// hasDayOrFigure reports whether a line, in lower case, has the name of a day or a figure.
func hasDayOrFigure(lower string) bool {
	return containsWord(lower, days) || strings.ContainsFunc(lower, func(r rune) bool { return figure(r) >= 0 })
}

// opensOn reports whether a line in lower case begins with "On" and has a figure or a day. Such a
// line, or one with a year, can be the first of an announcement of several.
func opensOn(lower string) bool {
	s := unstarred(lower)
	return len(s) > 3 && strings.HasPrefix(s, "on ") && hasDayOrFigure(s)
}

// hasAddress reports whether s has an @ between two characters that are not blank.
func hasAddress(s string) bool {
	i := strings.IndexByte(s, '@')
	return i > 0 && i+1 < len(s) && s[i-1] > ' ' && s[i+1] > ' '
}

// hasDate reports whether s has a year, a time of day or a numeric date.
func hasDate(s string) bool {
	return hasDay(s) || hasClock(s)
}

// hasClock reports whether s has a time of day such as 21:14.
func hasClock(s string) bool { return hasFigures(s, ':') }

// hasFigures reports whether s has a figure, the separator and two more figures.
func hasFigures(s string, separator byte) bool {
	for at := 1; at+2 < len(s); at++ {
		i := strings.IndexByte(s[at:len(s)-2], separator)
		if i < 0 {
			return false
		}
		if at += i; isDigit(s[at-1]) && isDigit(s[at+1]) && isDigit(s[at+2]) {
			return true
		}
	}
	return false
}

// hasYear reports whether s has a number from 1970 to 2199 of exactly four figures, in any
// script that has figures of its own.
func hasYear(s string) bool {
	for at := 0; at < len(s); {
		value, length := 0, 0
		for at < len(s) {
			d, size := int(s[at])-'0', 1
			if s[at] >= utf8.RuneSelf {
				var r rune
				r, size = utf8.DecodeRuneInString(s[at:])
				d = figureOfScript(r)
			}
			at += size
			if d < 0 || d > 9 {
				break
			}
			if length++; length < 5 {
				value = value*10 + d
			}
		}
		if length == 4 && value >= 1970 && value < 2200 {
			return true
		}
	}
	return false
}

// figure returns the value of a decimal figure: ASCII, Arabic, Persian, Devanagari, Bengali
// or Thai; -1 for any other character.
func figure(r rune) int {
	if r < utf8.RuneSelf {
		if isDigit(byte(r)) {
			return int(r - '0')
		}
		return -1
	}
	return figureOfScript(r)
}

// figureOfScript is figure of a character that is not of ASCII.
func figureOfScript(r rune) int {
	for _, zero := range [...]rune{'٠', '۰', '०', '০', '๐'} {
		if r >= zero && r <= zero+9 {
			return int(r - zero)
		}
	}
	return -1
}

// isDigit reports whether c is a decimal digit of ASCII.
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// maxNotes is the number of lines of the longest heading that Notes writes.
const maxNotes = 14

// notesHeading returns the number of lines of a heading as Lotus Notes writes one, from this line
// on, or 0 if there is none. The heading says who and when, on one line or two, and below that,
// with colons or without, "To" and "cc" or "Subject", each with its value beside or below.
func (t *trimmer) notesHeading() int {
	at := t.at
	if !t.factsAt(at).stamp {
		if at = t.nextText(at + 1); at < 0 || !t.factsAt(at).stamp || !isDirectoryName(t.lines[t.at]) {
			return 0
		}
	}
	var found [labelSubject + 1]bool
	last, kinds := 0, 0
	for i := at + 1; i < len(t.lines) && i <= at+maxNotes; i++ {
		line := t.notedAt(i)
		if line.kind == labelNone {
			continue
		}
		kinds += count(!found[line.kind])
		found[line.kind], last = true, i
		if line.isBare && i+1 < len(t.lines) {
			last = i + 1
		}
	}
	if kinds < 2 {
		return 0
	}
	return last - t.at + 1
}

// noted is what notesLabel says of a line.
type noted struct {
	known, isBare bool
	kind          label
}

// notedAt returns what notesLabel says of a line, which is found out once for each line.
func (t *trimmer) notedAt(at int) noted {
	if t.notes == nil {
		t.notes = make([]noted, len(t.lines))
	}
	line := &t.notes[at]
	if !line.known {
		t.work += 1 + len(t.lines[at])/lineUnit
		line.known = true
		line.kind, line.isBare = notesLabel(t.lines[at])
	}
	return *line
}

// isDirectoryName reports whether a short line has an address, or a name with strokes as
// the directory of Notes has.
func isDirectoryName(line string) bool {
	return (hasAddress(line) || strings.Contains(line, "/")) && len(strings.Fields(line)) <= 6
}

// isStamp reports whether a line is short and has a date and a time of day.
func isStamp(line string) bool {
	if len(line) > 120 || !hasDay(line) {
		return false
	}
	lower := strings.ToLower(line)
	hasTime := hasClock(line) || strings.HasSuffix(lower, " am") || strings.HasSuffix(lower, " pm") // as 21:14 or 9.14 PM
	return hasTime && len(strings.Fields(line)) <= 10
}

// hasDay reports whether s has a date with its year.
func hasDay(s string) bool { return hasShortDay(s) || hasYear(s) }

// hasShortDay reports whether s has a date whose year may be of two figures.
func hasShortDay(s string) bool { return hasFigures(s, '/') || hasFigures(s, '.') }

// notesLabel returns the kind of a line that is a label, alone (isBare) or with its value
// behind a colon or a space.
func notesLabel(line string) (kind label, isBare bool) {
	s := strings.ToLower(strings.TrimSpace(line))
	if kind := labels[strings.TrimRight(s, ":： ")]; kind != labelNone {
		return kind, true
	}
	if kind := labelOf(line); kind != labelNone {
		return kind, false
	}
	return firstLabel(line), false
}
