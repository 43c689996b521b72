package terms

import "regexp"

// form is a regular expression for words of the players. A form is compiled each time it is used: forms are seldom used
// and compiled quickly, and a program that reads one move does not begin by compiling all of them.
type form string

// in returns the first match in a text and its groups, as FindStringSubmatch
// does; nil if there is none.
func (f form) in(text string) []string {
	return regexp.MustCompile(string(f)).FindStringSubmatch(text)
}
