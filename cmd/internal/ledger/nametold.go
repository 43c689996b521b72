package ledger

import (
	"regexp"
	"strings"
)

// nameTold is a name as people give it in a sentence: words with capitals behind those that bring
// it in.
var nameTold = regexp.MustCompile(`(?:^|[^\pL])(?i:my name is|my name's|i am called|i call me|i'm called|i am|i'm|this is)\s+(` + partOfName + `(?:[ ]+(?:` + partOfName + `|van|von|der|de|of))*)`)

// partOfName is a word of a name, or a title or an initial with its stop.
const partOfName = `(?:\p{Lu}[\pL'’-]{0,2}\.|\p{Lu}[\pL'’-]+)`

// NameTold returns the name that somebody gives as theirs in a sentence of prose, "I'm Margaret
// Hill", or "" if they give none.
func NameTold(prose string) string {
	m := nameTold.FindStringSubmatch(strings.ReplaceAll(prose, "\n", " "))
	if m == nil {
		return ""
	}
	return strings.TrimRight(m[1], ". ")
}
