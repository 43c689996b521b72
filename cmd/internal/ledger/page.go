package ledger

import (
	"slices"
	"strings"

	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates/texts"
)

// Read reads the new text of a letter without the keys in it, because corrd passes statements and
// prose on to others.
func Read(mail mailer.Letter) interpret.Page { return interpret.Parse(mailer.Redact(mail.Text)) }

// ReadPage reads a letter as corrd takes it, and as an archive decides it again: as Read does, and
// when the body has no statement, ReadPage looks for commands to the registrar and to the office in
// the subject. What is passed on of a letter with a picture or a file says that the letter had one.
func ReadPage(mail mailer.Letter) interpret.Page {
	page := Read(mail)
	page.Note = texts.Passed(page.Note, len(SaidIn(page)) > 0, mail.Attached)
	if len(page.Statements) > 0 || page.GivenUp {
		return page
	}
	for _, s := range interpret.Parse(mail.Subject).Statements {
		if s.Kind.Row().To&(interpret.ToOffice|interpret.ToRegistrar) != 0 {
			page.Statements = append(page.Statements, s)
		}
	}
	return page
}

// SaidIn returns the words behind each "say:" of a letter.
func SaidIn(page interpret.Page) (said []string) {
	for _, s := range page.Statements {
		if s.Kind.Row().PassedOn {
			said = append(said, s.Words)
		}
	}
	return said
}

// Unclear reports whether the two forms of a letter, plain text and HTML, state different things.
func Unclear(mail mailer.Letter) bool {
	in := func(text string) []string { return Stated(interpret.Parse(text).Statements) }
	return mail.Alternative != "" && !slices.Equal(in(mail.Text), in(mail.Alternative))
}

// Stated returns statements in a form that does not depend on the layout of their letter.
func Stated(statements []interpret.Statement) (all []string) {
	for _, s := range statements {
		all = append(all, s.Kind.String()+" "+notation.Fold(s.Text))
	}
	return all
}

// ToUmpire returns what a letter says to the umpire who has asked its writer for facts: its prose,
// or if the letter answers the letter that asks, whole, all of its words, since a "no" is one of
// them. A letter without prose and without an answer says nothing to the umpire.
func ToUmpire(mail mailer.Letter, page interpret.Page, whole bool) string {
	answers := func(s interpret.Statement) bool { return s.Kind.IsAnswer() || s.Kind == interpret.KindAdopt }
	if whole && (page.Note != "" || slices.ContainsFunc(page.Statements, answers)) {
		return Prose(strings.TrimSpace(mailer.Redact(mail.Text)))
	}
	return Prose(page.Note)
}

// SaidToUmpire reports whether words may be what a letter says to the umpire.
func SaidToUmpire(words string, mail mailer.Letter, page interpret.Page) bool {
	return words == ToUmpire(mail, page, true) || IsExcerpt(words, page.Note)
}
