package interpret

import (
	"corrd/interpret/speech"
	"corrd/interpret/weigh"
)

// SeemsToResign reports whether the writer of a letter seems to resign, so that they are asked:
// they speak of it, as in "I resign?", or their words come to it more likely than to anything else,
// as in "You beat me! Well done".
func SeemsToResign(text string) bool {
	outcome, sure := weigh.Of(weigh.Act, body(text))
	return outcome == weigh.Resign && sure >= sureToAsk || speech.SpeaksOfResigning(text)
}

// NamesResigning reports whether prose has a word of those who resign.
func NamesResigning(prose string) bool { return speech.NamesResigning(prose) }
