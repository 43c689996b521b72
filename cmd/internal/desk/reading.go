package desk

import (
	"errors"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/templates/texts"
)

// ForOffice reports whether a statement of a kind asks something of the mail office.
func ForOffice(k interpret.Kind) bool {
	switch k {
	case interpret.KindShow, interpret.KindHistory, interpret.KindPGN, interpret.KindGames, interpret.KindHelp,
		interpret.KindRepeat, interpret.KindSet, interpret.KindTry, interpret.KindAddress,
		interpret.KindStop, interpret.KindBlock, interpret.KindUnblock, interpret.KindUnregister, interpret.KindLaw:
		return true
	}
	return false
}

// TextsOf gives the words of statements.
func TextsOf(all []interpret.Statement) (texts []string) {
	for _, st := range all {
		texts = append(texts, st.Text)
	}
	return texts
}

// ReadPage reads the statements of a letter, and its prose, without the keys that
// may stand in either: both are passed on. Commands to the registrar and the
// office may stand in the subject when the body has no statement.
func ReadPage(mail mailer.Letter) interpret.Page {
	page := interpret.Parse(mailer.Redact(mail.Text))
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

// ErrGivenUp ends the judging of a letter whose statements would take too much
// work to read.
var ErrGivenUp = errors.New("more work than any letter needs")

// Read reads the statements of the letter, once its sender is known: nobody else
// makes corrd work. Read is called before anything is done about the letter, and
// gives ErrGivenUp if the work is too much.
func (d *Desk) Read() error {
	d.Page = d.Reading()
	d.Rec.Kind = d.FirstKind()
	if d.Page.GivenUp {
		return ErrGivenUp
	}
	return nil
}

// FirstKind is the kind of the first statement of the letter; "" where there is none.
func (d *Desk) FirstKind() string {
	if len(d.Page.Statements) == 0 {
		return ""
	}
	return d.Page.Statements[0].Kind.String()
}

// LeaveBeside leaves what the letter states beside its first statement.
func (d *Desk) LeaveBeside() {
	if len(d.Page.Statements) > 1 {
		d.Left = append(d.Left, TextsOf(d.Page.Statements[1:])...)
	}
}

// Unread is what the sender may want to know of what was not read.
func (d *Desk) Unread() string {
	return texts.Unread(d.Mail.Unread)
}

// ForRegistrar reports whether a statement of a kind is about being registered or about a challenge.
func ForRegistrar(k interpret.Kind) bool {
	switch k {
	case interpret.KindRegister, interpret.KindChallenge, interpret.KindWithdrawChallenge, interpret.KindAccept, interpret.KindDecline:
		return true
	}
	return false
}
