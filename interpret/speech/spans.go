package speech

import (
	"regexp"
	"strings"
)

// span is a number of days or hours in words or figures.
var span = regexp.MustCompile(`(?i)\b(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty)[ -](day|week|fortnight|month|hour)s?\b`)

// inWords are the numbers of spans that are written out.
var inWords = map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30}

// hoursOf are the units of spans.
var hoursOf = map[string]int{"hour": 1, "day": 24, "week": 7 * 24, "fortnight": 14 * 24, "month": 30 * 24}

// spansIn returns the spans that a text names, in hours.
func spansIn(text string) (all []int) {
	for _, m := range span.FindAllStringSubmatch(text, -1) {
		n := inWords[strings.ToLower(m[1])]
		if n == 0 {
			for _, c := range m[1] {
				n = 10*n + int(c-'0')
			}
		}
		all = append(all, n*hoursOf[strings.ToLower(m[2])])
	}
	return all
}

// OtherSpan reports whether the words of a consent name a number of days or hours, and none that
// stands in what they consent to: "four days is fine" where six are proposed.
func OtherSpan(consent, proposed string) bool {
	named, put := spansIn(consent), spansIn(proposed)
	for _, one := range named {
		for _, other := range put {
			if one == other {
				return false
			}
		}
	}
	return len(named) > 0 && len(put) > 0
}
