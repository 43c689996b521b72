package parse

import "strings"

// maxNotes is the number of lines of the longest heading that Notes writes.
const maxNotes = 14

// notesHeading returns the number of lines of a heading as Lotus Notes writes one, from
// this line on; 0 if there is none. The heading says who and when, on one line or two, and
// below that, with colons or without, "To" and "cc" or "Subject", each with its value
// beside or below.
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
