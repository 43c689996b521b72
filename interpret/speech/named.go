package speech

import (
	"slices"
	"strings"

	"corrd/interpret/notation"
)

// What a clause names: how long a leave is, and which reading of several.

// Counted are the numbers of days or weeks that people write in words.
var Counted = [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"}

// BeginsLeave are the words other than numbers, days and months with which the dates of leave
// begin.
var BeginsLeave = SetOf("from until till til between starting beginning commencing through next")

// ChoiceOf returns the number of the reading that a clause names.
func ChoiceOf(clause []Word) string {
	for _, w := range clause {
		if w.Plain != "" && IsDigit(w.Plain[0]) {
			return strings.TrimRight(w.Plain, "stndrh")
		}
		if slices.Contains(notation.Ordinals[:], w.Plain) {
			return w.Plain
		}
	}
	for _, w := range clause {
		if n := slices.Index(Counted[:], w.Plain); n >= 0 && n < len(notation.Ordinals) && w.Plain != "one" {
			return notation.Ordinals[n]
		}
	}
	for _, w := range clause {
		if w.Plain == "one" {
			return "1"
		}
	}
	return ""
}

// closings are words of which one stands in the closing of a letter.
var closings = SetOf("yours truly sincerely faithfully regards wishes respectfully cordially cheers love")

// Unsigned returns words without the closing and the name with which they end: "Yours truly, C. B.
// Pemberton, Dayton, Ohio".
func Unsigned(words []Word) []Word {
	for from := range words {
		if from > 0 && !EndsSentence(words[from-1].Stop) {
			continue
		}
		name := from
		for i, w := range words[from:min(from+MostNames, len(words))] {
			if closings[w.Plain] {
				name = from + i + 1
			}
			if EndsSentence(w.Stop) {
				break
			}
		}
		signed := name > from && len(words)-name <= MostOfLine
		for _, w := range words[name:] {
			signed = signed && w.Raw[0] >= 'A' && w.Raw[0] <= 'Z' && w.Plain != "i" && w.Sort != Record && w.Stop != '?'
		}
		if signed {
			return words[:from]
		}
	}
	return words
}
