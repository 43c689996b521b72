package desk

import (
	"errors"
	"strings"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/templates/texts"
)

// ForOffice reports whether a statement of a kind asks something of the mail office.
func ForOffice(k interpret.Kind) bool { return k.Row().To&interpret.ToOffice != 0 }

// TextsOf returns the words of statements.
func TextsOf(all []interpret.Statement) (texts []string) {
	for _, st := range all {
		texts = append(texts, st.Text)
	}
	return texts
}

// ReadPage reads the statements and the prose of a letter, and removes keys from both, because
// corrd passes both on to others. When the body has no statement, ReadPage looks for commands to
// the registrar and to the office in the subject. What is passed on of a letter with a picture or a file says that the
// letter had one.
func ReadPage(mail mailer.Letter) interpret.Page {
	page := interpret.Parse(mailer.Redact(mail.Text))
	page.Note = texts.Passed(page.Note, len(saidIn(page)) > 0, mail.Attached)
	if len(page.Statements) > 0 || page.GivenUp {
		return page
	}
	for _, s := range interpret.Parse(mail.Subject).Statements {
		if ForOffice(s.Kind) || ForRegistrar(s.Kind) {
			page.Statements = append(page.Statements, s)
		}
	}
	return page
}

// Words returns what a letter outside games says to somebody else: its prose, and the words behind "say:".
func (d *Desk) Words() string {
	return strings.TrimSpace(strings.Join(append([]string{d.Page.Note}, saidIn(d.Page)...), "\n\n"))
}

// saidIn returns the words behind each "say:" of a letter.
func saidIn(page interpret.Page) (said []string) {
	for _, s := range page.Statements {
		if s.Kind == interpret.KindSay {
			said = append(said, s.Words)
		}
	}
	return said
}

// WithoutWords returns the statements of a letter but for what it says to others.
func WithoutWords(all []interpret.Statement) (st []interpret.Statement) {
	for _, s := range all {
		if s.Kind != interpret.KindSay {
			st = append(st, s)
		}
	}
	return st
}

// ErrGivenUp says that a letter is not judged, because reading its statements would take too much
// work.
var ErrGivenUp = errors.New("more work than any letter needs")

// Read reads the statements of the letter. The caller knows the sender, because corrd does this
// work for nobody unknown, and calls Read before doing anything about the letter. Read returns
// ErrGivenUp if the work is too much.
func (d *Desk) Read() error {
	d.Page = d.Reading()
	d.Rec.Kind = d.FirstKind()
	if d.Page.GivenUp {
		return ErrGivenUp
	}
	return nil
}

// FirstKind returns the kind of the first statement of the letter, and "" for a letter without
// statements.
func (d *Desk) FirstKind() string {
	if len(d.Page.Statements) == 0 {
		return ""
	}
	return d.Page.Statements[0].Kind.String()
}

// LeaveBeside adds to d.Left all statements of the letter except the first and the words for others.
func (d *Desk) LeaveBeside() {
	if len(d.Page.Statements) > 1 {
		d.Left = append(d.Left, TextsOf(WithoutWords(d.Page.Statements[1:]))...)
	}
}

// Unread returns what the sender may want to know about the text that was not read.
func (d *Desk) Unread() string {
	return texts.Unread(d.Mail.Unread)
}

// ForRegistrar reports whether a statement of a kind is about being registered or about a
// challenge.
func ForRegistrar(k interpret.Kind) bool { return k.Row().To&interpret.ToRegistrar != 0 }
