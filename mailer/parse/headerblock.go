package parse

import (
	"slices"
	"strings"
	"unicode"
)

// maxBlock is the number of lines of the longest header block.
const maxBlock = 24

// headerBlock returns the number of lines of the header block that begins here, as Outlook puts one
// above an unmarked quotation, or 0 if there is none. A label may stand alone above its value, a
// value may go on in the next line, and known labels may have blank lines between them. A program
// may also write the whole header on one line.
func (t *trimmer) headerBlock() int {
	if t.at >= len(t.lines) || !t.factsAt(t.at).labelled {
		return 0
	}
	if isHeaderLine(beginning(t.lines[t.at])) {
		return 1
	}
	var b block
	n := 0
	for ; n < maxBlock && t.at+n < len(t.lines); n++ {
		t.work++
		line := t.factsAt(t.at + n)
		switch {
		case line.labelled:
			b.add(line)
		case line.blank:
			if !b.isKnown || t.at+n+1 >= len(t.lines) || t.factsAt(t.at+n+1).kind == labelNone {
				return b.extent(n)
			}
		case n > 0 && t.isContinued(t.at+n):
			b.addValue(line)
		default:
			return b.extent(n)
		}
	}
	return b.extent(n)
}

// facts are what a line is worth in an announcement. They are found out once for each line.
type facts struct {
	known                bool
	blank                bool
	labelled             bool
	stamp                bool // as isStamp says
	above                bool // as namesAbove says
	opens                bool // the line can be the first of an announcement of several
	kind                 label
	address, year, clock bool
	lower                string // as lowerLine gives it
}

// factsAt returns the facts of a line.
func (t *trimmer) factsAt(at int) *facts {
	if t.facts == nil {
		t.facts = make([]facts, len(t.lines))
	}
	f := &t.facts[at]
	if !f.known {
		t.work++
		line := beginning(t.lines[at])
		label := labelText(line)
		*f = facts{known: true, blank: isBlank(line), labelled: isLabel(label), kind: labels[strings.ToLower(label)],
			address: hasAddress(line), year: hasYear(line), clock: hasClock(line), lower: lowerLine(line)}
		f.above, f.opens = namesAbove(f.lower), f.year || opensOn(f.lower)
		f.stamp = (f.year || hasShortDay(line)) && isStamp(t.lines[at])
	}
	return f
}

// lineUnit is the number of octets of a line that count for one step of work.
const lineUnit = 80

// block is what the labelled lines of a candidate have.
type block struct {
	labels               [labelSubject + 1]bool
	lines                int
	address, year, clock bool
	isKnown              bool // the last label is a known one
}

// add adds a labelled line.
func (b *block) add(line *facts) {
	b.labels[line.kind] = true
	b.isKnown = line.kind != labelNone
	b.lines++
	b.addValue(line)
}

// addValue adds the value of a line.
func (b *block) addValue(line *facts) {
	b.address = b.address || line.address
	b.year = b.year || line.year
	b.clock = b.clock || line.clock
}

// extent returns n if the candidate is a header, else 0. A header has known labels: that of
// the author and another, or three, or two with an address or a date among their values. A
// header in any other language has three labelled lines with a year, and an address or a
// time of day, among them.
func (b *block) extent(n int) int {
	kinds := 0
	for _, has := range b.labels[labelNone+1:] {
		kinds += count(has)
	}
	if kinds >= 3 || kinds == 2 && (b.labels[labelFrom] || b.address || b.year || b.clock) ||
		b.lines >= 3 && b.year && (b.address || b.clock) {
		return n
	}
	return 0
}

// isContinued reports whether a line continues the value in the line above: that line ends
// in a separator, is full, or is a label alone, or this line is indented.
func (t *trimmer) isContinued(at int) bool {
	line, s := t.lines[at], strings.TrimSpace(t.lines[at-1])
	return strings.HasSuffix(s, ";") || strings.HasSuffix(s, ",") || len(s) >= quoteWidth ||
		t.factsAt(at-1).labelled && endsInColon(strings.TrimRight(s, "*_ ")) || line[0] == '\t' || line[0] == ' '
}

// isLabel reports whether what stands before the colon of a line is at most three words of letters.
func isLabel(label string) bool {
	return label != "" && strings.Count(label, " ") < 3 && !strings.ContainsFunc(label, func(r rune) bool {
		return !strings.ContainsRune(" -'’\u200c", r) && !unicode.IsLetter(r) && !unicode.IsMark(r)
	})
}

// labelOf returns the kind of a line such as "From: Bob" or "*Gesendet:* Montag".
func labelOf(line string) label { return labels[strings.ToLower(labelText(line))] }

// maxLabel is one more than the number of octets of the longest label.
const maxLabel = 41

// labelText returns what stands before the first colon of a line, or before the first bar of a row,
// or "" if there is nothing or more than 40 octets.
func labelText(line string) string {
	s := strings.TrimLeft(line, " \t*_•·-\u00a0")
	i := strings.IndexFunc(s[:min(len(s), maxLabel)], func(r rune) bool { return r == ':' || r == '：' || r == '|' })
	if i <= 0 {
		return ""
	}
	return strings.Trim(s[:i], " \t*_\u00a0")
}

// ruledHeading returns the number of lines of a rule and of the announcement of a quotation
// below the rule: a known label; two labels without colons, with an address or a year; or
// few words with a date and a time of day. 0 if there is none.
func (t *trimmer) ruledHeading() int {
	if !isRule(t.lines[t.at]) {
		return 0
	}
	first := t.nextText(t.at + 1)
	if first < 0 {
		return 0
	}
	line := t.lines[first]
	if t.factsAt(first).kind != labelNone || t.factsAt(first).stamp {
		return first - t.at + 1
	}
	second := t.nextText(first + 1)
	if second < 0 {
		return 0
	}
	one, two := firstLabel(line), firstLabel(t.lines[second])
	if both := line + t.lines[second]; one != two && one != labelNone && two != labelNone && (hasAddress(both) || hasYear(both)) {
		return second - t.at + 1
	}
	return 0
}

// bareHeading returns the number of lines of an announcement that is an author and, below or above,
// a date with a time of day, and no more words, or 0 if there is none. An author without an address
// announces a quotation only below words of the sender's own: at the head of a letter the sender's
// own name and date may stand.
func (t *trimmer) bareHeading() int {
	second := t.nextText(t.at + 1)
	if second < 0 || second > t.at+2 {
		return 0
	}
	author, stamp := second, t.at
	if !t.factsAt(stamp).stamp {
		author, stamp = t.at, second
	}
	if line := strings.TrimSpace(t.lines[author]); t.factsAt(stamp).stamp && (isAuthorAlone(line) || t.isNameAlone(line)) {
		return second - t.at + 1
	}
	return 0
}

// isNameAlone reports whether a line here is a name: up to four words of letters, each of which
// begins with a capital. Words of the sender's own stand above, and above a name of one word a
// blank line.
func (t *trimmer) isNameAlone(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > maxNameWords || len(words) == 1 && (t.at == 0 || !isBlank(t.lines[t.at-1])) {
		return false
	}
	capital := func(w string) bool {
		return !unicode.IsLower(firstRune(w)) && strings.Trim(w, ".-'’") != "" && !strings.ContainsFunc(w, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(".-'’", r)
		})
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !capital(w) }) && slices.ContainsFunc(t.kept, func(own string) bool { return own != "" })
}

// maxNameWords is the number of words of the longest name without an address.
const maxNameWords = 4

// isAuthorAlone reports whether a line is an address, or a name with an address in angle brackets.
func isAuthorAlone(line string) bool {
	if strings.Count(line, "@") != 1 {
		return false
	}
	name, rest, named := strings.Cut(line, "<")
	address, ended := strings.CutSuffix(rest, ">")
	if !named {
		address, ended = line, true
	}
	return ended && len(strings.Fields(name)) <= 5 && isBareAddress(strings.Trim(address, " "))
}

// nextText returns the index of the first line that is not blank among three from that one on, or
// -1 if there is none.
func (t *trimmer) nextText(from int) int {
	for i := from; i < len(t.lines) && i <= from+2; i++ {
		if !isBlank(t.lines[i]) {
			return i
		}
	}
	return -1
}

// firstLabel returns the kind of the label that is the first word of a line.
func firstLabel(line string) label {
	s := strings.TrimLeft(line, " *_\t")
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[:i]
	}
	return labels[strings.Trim(strings.ToLower(s), "*_")]
}

// isHeaderLine reports whether a line is a whole header: three kinds of known labels with
// their colons, or that of the author and another with an address or a date.
func isHeaderLine(line string) bool {
	if labelOf(line) == labelNone {
		return false
	}
	var found [labelSubject + 1]bool
	kinds, start := 0, 0
	for i, r := range line {
		if r != ':' && r != '：' {
			continue
		}
		if kind := lastLabel(line[start:i]); kind != labelNone && !found[kind] {
			found[kind] = true
			kinds++
		}
		start = i
	}
	return kinds >= 3 || kinds == 2 && found[labelFrom] && (hasAddress(line) || hasYear(line) || hasClock(line))
}

// lastLabel returns the kind of the label of one to three words that a text ends with.
func lastLabel(s string) label {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(":：*_>", r) })
	for n := 1; n <= 3 && n <= len(words); n++ {
		if kind := labels[strings.Join(words[len(words)-n:], " ")]; kind != labelNone {
			return kind
		}
	}
	return labelNone
}
