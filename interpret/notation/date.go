package notation

import (
	"slices"
	"strings"
)

// IsDate reports whether words, all of which can stand in a date, are a date or an hour.
func IsDate(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return dateWord(w) == provesDate })
}

// What a word is to a date or an hour.
const (
	notOfDate  = iota
	ofDate     // can stand in a date, and elsewhere
	provesDate // stands in dates alone
)

// OfDate reports whether a word can stand in a date or an hour, which are no words of a move.
func OfDate(w string) bool { return dateWord(w) != notOfDate }

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

// isNumber reports whether a word is a number of at most four figures, or an ordinal one.
func isNumber(w string) bool {
	ending := strings.TrimLeft(w, "0123456789")
	n := len(w) - len(ending)
	return n > 0 && n <= 4 && slices.Contains([]string{"", "st", "nd", "d", "rd", "th"}, ending)
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
