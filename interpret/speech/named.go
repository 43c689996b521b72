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
var BeginsLeave = SetOf("from until till between starting beginning next")

// LeaveOf returns the statement of leave for the length or the dates that a clause names.
func LeaveOf(clause []Word) string {
	dated := slices.IndexFunc(clause, func(w Word) bool { return BeginsLeave[w.Plain] && w.Plain != "next" })
	for i, w := range clause {
		for n := 1; n < 3 && i+n < len(clause) && w.Plain != ""; n++ {
			unit, _, _ := strings.Cut(clause[i+n].Plain, "'")
			if unit = strings.TrimSuffix(unit, "s"); unit != "day" && unit != "week" && unit != "fortnight" {
				continue
			}
			if dated >= 0 && !slices.ContainsFunc(clause[dated:], func(w Word) bool { return w.Plain == "today" || w.Plain == "now" }) {
				return ""
			}
			number := w.Plain
			if number == "a" || number == "another" {
				number = "1"
			}
			if n := slices.Index(Counted[:], number) + 1; n == 2 && unit == "fortnight" {
				return "leave 4 weeks"
			}
			if unit == "fortnight" {
				return "leave 2 weeks"
			}
			if !IsDigit(number[0]) && !slices.Contains(Counted[:], number) {
				continue
			}
			return "leave " + number + " " + unit + "s"
		}
	}
	if dated < 0 {
		return ""
	}
	var dates []string
	for _, w := range clause[dated:] {
		if !Interjections[w.Plain] {
			dates = append(dates, strings.Trim(w.Raw, ".,;:!?"))
		}
	}
	return "leave " + strings.Join(dates, " ")
}

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
		if n := slices.Index(Counted[:], w.Plain); n >= 0 && w.Plain != "one" {
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
