package mailer

import "strings"

// redacted stands where a key stood.
const redacted = "(key)"

// Redact gives a text without the keys in it, as they stand in the addresses and
// the subjects of letters: what is passed on to somebody else shows him none. A
// key is a run of letters and figures as long as a key and of its digits alone;
// no word is one.
func Redact(text string) string {
	var b strings.Builder
	begin, kept := 0, 0 // of the run; what of the text has been written
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
