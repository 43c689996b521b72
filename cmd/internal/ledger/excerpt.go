package ledger

import (
	"fmt"
	"slices"
	"strings"

	"corrd/templates"
)

// A letter from corrd quotes at most so much of what somebody wrote. Without these limits many
// long letters of a stranger could fill the outbox and a player's mailbox.
const (
	mostQuoted      = 800 // characters of a quoted text
	mostQuotedLines = 30
	mostNamed       = 10  // statements in a list
	mostOfNamed     = 200 // characters of each statement
	mostOfListed    = 120 // characters of a statement in a list of what became of several
	mostSubject     = 300 // characters of a subject, in the record of a letter
)

// excerpt returns the beginning of a text, at most so many characters and lines, and marks a text
// that was cut.
func excerpt(text string, characters, lines int) string {
	text = strings.TrimSpace(text)
	for i, r := range text {
		if r == '\n' {
			lines--
		}
		if characters == 0 || lines == 0 {
			return strings.TrimRight(text[:i], " \t\r\n") + " ..."
		}
		characters--
	}
	return text
}

// Listed returns the beginning of a statement, as a list of what became of several quotes it.
func Listed(statement string) string { return excerpt(statement, mostOfListed, 1) }

// Subject returns the beginning of a subject, as the record of a letter keeps the subject.
func Subject(subject string) string { return excerpt(subject, mostSubject, 1) }

// Named returns the first mostNamed of some statements, each cut, and then the number of the
// statements left out.
func Named(statements []string) []string {
	var list []string
	for _, st := range statements[:min(len(statements), mostNamed)] {
		list = append(list, excerpt(st, mostOfNamed, mostQuotedLines))
	}
	if more := len(statements) - len(list); more > 0 {
		list = append(list, fmt.Sprint("... and ", more, " more"))
	}
	return list
}

// QuotedWhole reports whether a notice quotes a text as a whole.
func QuotedWhole(text string) bool { return bounded(templates.Data{Words: text}).Words == text }

// bounded returns the data of an office letter with the texts of others cut to the limits.
func bounded(data templates.Data) templates.Data {
	if len(data.Words) > mostQuoted || strings.Count(data.Words, "\n") > mostQuotedLines {
		data.Words = excerpt(data.Words, mostQuoted, mostQuotedLines)
	}
	if len(data.Left) > mostNamed || slices.ContainsFunc(data.Left, func(st string) bool { return len(st) > mostOfNamed }) {
		data.Left = Named(data.Left)
	}
	data.Reason = excerpt(data.Reason, mostQuoted, mostQuotedLines)
	data.Lines, data.Refused = eachBounded(data.Lines), eachBounded(data.Refused)
	return data
}

// eachBounded cuts each text of a list to the limits.
func eachBounded(texts []string) []string {
	texts = slices.Clone(texts)
	for i, text := range texts {
		texts[i] = excerpt(text, mostQuoted, mostQuotedLines)
	}
	return texts
}

// mostProse is how many characters of a side's answer to the umpire the log keeps. The record of
// the letter keeps the whole letter.
const mostProse = 4000

// Prose returns the beginning of a side's answer to the umpire, within mostProse characters.
func Prose(text string) string { return excerpt(text, mostProse, 400) }
