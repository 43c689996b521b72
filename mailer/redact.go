package mailer

import "strings"

// redacted stands in the place of a key.
const redacted = "(key)"

// Redact returns a text without the keys in it, which stand in addresses and subjects, so
// that the text can be passed on to somebody else. A key is a run of letters and figures
// that has the length of a key and holds only the digits of keys; no word is such a run.
func Redact(text string) string {
	var b strings.Builder
	begin, kept := 0, 0 // begin is where the run began, kept how much of the text has been written
	for i := 0; i <= len(text); i++ {
		if i < len(text) && isAlphanumeric(text[i]) {
			continue
		}
		if i-begin == keyLength && isKey(strings.ToLower(text[begin:i])) {
			b.WriteString(text[kept:begin] + redacted)
			kept = i
		}
		begin = i + 1
	}
	if kept == 0 {
		return text
	}
	return b.String() + text[kept:]
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
