package mailer

import (
	"regexp"
	"strings"
)

// redacted stands in the place of a key.
const redacted = "(key)"

// runs are the runs of letters and figures in a text.
var runs = regexp.MustCompile("[A-Za-z0-9]+")

// Redact returns a text without the keys in it, which stand in addresses and subjects, so
// that the text can be passed on to somebody else. A key is a run of letters and figures
// that has the length of a key and holds only the digits of keys; no word is such a run.
func Redact(text string) string {
	return runs.ReplaceAllStringFunc(text, func(run string) string {
		if isKey(strings.ToLower(run)) {
			return redacted
		}
		return run
	})
}
