package speech

import "strings"

// EndsWithOr reports whether a folded line ends with "or" after something else.
func EndsWithOr(line string) bool {
	at := len(line) - len(" or")
	return at > 0 && strings.EqualFold(line[at:], " or")
}

// IsSoleLine reports whether exactly one line is not blank.
func IsSoleLine(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && !strings.ContainsAny(text, "\r\n")
}

// IsUnsure reports whether a word says that its writer only believes something.
func IsUnsure(word string) bool {
	return word == "think" || word == "thought" || word == "believe" || word == "probably"
}
