package texts

import (
	"slices"
	"strings"
	"unicode"
)

// About returns the rows of some help texts that speak of a topic, each list under the line that
// says what it is a list of; "" if none does. Where no row speaks of the topic, a list whose line
// does is taken whole.
func About(topic string, helps ...string) string {
	found := about(topic, helps, func(head string, rows []string) []string {
		return slices.DeleteFunc(rows, func(row string) bool { return !speaksOf(row, topic) })
	})
	if found != "" {
		return found
	}
	return about(topic, helps, func(head string, rows []string) []string {
		if speaksOf(head, topic) {
			return rows
		}
		return nil
	})
}

// about returns the lists of help texts with what is kept of their rows.
func about(topic string, helps []string, keep func(head string, rows []string) []string) string {
	var found []string
	for _, help := range helps {
		head := ""
		for part := range strings.SplitSeq(help, "\n\n") {
			part = strings.Trim(part, "\n")
			if !strings.HasPrefix(part, "|") && !strings.HasPrefix(part, "- ") {
				head = part
				continue
			}
			if rows := keep(head, rowsOf(part)); len(rows) > 0 && strings.HasSuffix(head, ":") {
				found = append(found, head, strings.Join(rows, "\n"))
			}
		}
	}
	return strings.Join(found, "\n\n")
}

// rowsOf parts a list into its rows; a line that begins with space behind its mark goes on with the
// row above.
func rowsOf(list string) (rows []string) {
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\n")
		if n := len(rows); n > 0 && strings.HasPrefix(line, "|  ") {
			rows[n-1] += "\n" + line
		} else {
			rows = append(rows, line)
		}
	}
	return rows
}

// speaksOf reports whether a text has a word in any of its forms.
func speaksOf(text, topic string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if sameWord(word, strings.ToLower(topic)) {
			return true
		}
	}
	return false
}

// endings are what the forms of an English word end with.
var endings = []string{"", "s", "es", "e", "ed", "d", "ing", "ings", "al", "ation", "ations", "er", "y", "ies", "t", "ts", "ment"}

// sameWord reports whether two words are forms of one: "castles" and "castling".
func sameWord(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a == b || n >= 4 && slices.Contains(endings, a[n:]) && slices.Contains(endings, b[n:])
}
