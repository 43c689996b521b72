package interpret

import (
	"regexp"

	"corrd/interpret/weigh"
)

// mostResigning is how many bytes of prose are searched at most for a resignation.
const mostResigning = 300

// SeemsToResign reports whether the words of a letter come to a resignation more likely than to
// anything else, so that their writer is asked: "You beat me! Well done".
func SeemsToResign(text string) bool {
	outcome, sure := weigh.Of(weigh.Act, body(text))
	return outcome == weigh.Resign && sure >= sureToAsk
}

// NamesResigning reports whether prose has a word of those who resign.
func NamesResigning(prose string) bool {
	return len(prose) <= mostResigning && namesResigning.MatchString(prose)
}

var namesResigning = regexp.MustCompile(`(?i)\b(?:resign\w*|conced\w*|surrender\w*|capitulat\w*|(?:give|giving) up|aufgegeben|gebe (?:\w+ ){0,3}auf)\b`)
