package interpret

import (
	"slices"
	"strings"
)

// maxDate is how many words a date and an hour have: "on Monday the 20th of July
// 2026 at 10 a.m.".
const maxDate = 10

// cutDate takes a date or an hour off the one end of a line or the other, if a
// sequence of moves is left.
func (p *parser) cutDate(line string) (moves string, ok bool) {
	words := strings.Fields(line)
	most := min(maxDate, len(words)-1)
	before, after := 0, 0 // how many words of a date the line begins with, and ends with
	for before < most && dateWord(words[before]) != notOfDate {
		before++
	}
	for after < most && dateWord(words[len(words)-1-after]) != notOfDate {
		after++
	}
	for n := 1; n <= max(before, after); n++ {
		if n <= before && isDate(words[:n]) {
			if moves, ok = p.besideDate(words[n:]); ok {
				return moves, true
			}
		}
		if n <= after && isDate(words[len(words)-n:]) {
			if moves, ok = p.besideDate(words[:len(words)-n]); ok {
				return moves, true
			}
		}
	}
	return "", false
}

// besideDate gives what is left of a line without its date, and whether that is a
// sequence of moves.
func (p *parser) besideDate(words []string) (moves string, ok bool) {
	moves = strings.Trim(strings.Join(words, " "), " ,;-(")
	_, ok = p.parseSequence(withoutLead(moves))
	return moves, ok
}

// isDate reports whether words, all of which can stand in a date, are one.
func isDate(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return dateWord(w) == provesDate })
}

// What a word is to a date or an hour.
const (
	notOfDate  = iota
	ofDate     // can stand in a date, and elsewhere
	provesDate // stands in dates alone
)

// dateWord tells what a word is to a date or an hour.
func dateWord(w string) int {
	w = strings.ToLower(strings.Trim(w, ".,;:()[]-"))
	switch {
	case w == "" || slices.Contains(smallDateWords, w) || isNumber(w):
		return ofDate
	case slices.Contains(dateWords, w) || len(w) > 2 && slices.Contains(dateWords, w[:3]) || isClock(w):
		return provesDate
	}
	return notOfDate
}

// isNumber reports whether a word is a number of at most four figures, or an
// ordinal one.
func isNumber(w string) bool {
	_, rest, ok := cutNumber(w)
	return ok && len(w)-len(rest) <= 4 && (rest == "" || ordinalEnding(rest) == len(rest))
}

// isClock reports whether a word is figures with the signs of a date or an hour
// between: "20/7/2026", "10:30", "12.30", "10am", "10h".
func isClock(w string) bool {
	if w == "1/2" {
		return false // a draw
	}
	bare := w
	for _, end := range [...]string{"a.m", "p.m", "am", "pm", "h", "z"} {
		if cut, ok := strings.CutSuffix(w, end); ok {
			bare = cut
			break
		}
	}
	parts := strings.FieldsFunc(bare, func(c rune) bool { return strings.ContainsRune("/.:-th", c) })
	for _, part := range parts {
		if !isNumber(part) {
			return false
		}
	}
	return len(parts) > 1 && len(parts) < 7 && isDigit(bare[0]) || len(parts) == 1 && bare != w
}

// dateWords are the words, or their first three letters, by which a date is known.
var dateWords = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun " +
	"o'clock noon midnight today yesterday date dated")

// smallDateWords stand in dates and elsewhere.
var smallDateWords = strings.Fields("on at of the in a.m p.m am pm gmt utc cet cest bst est " +
	"morning evening afternoon night h hrs hours inst received sent written")
