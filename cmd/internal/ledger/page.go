package ledger

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
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
		if left := onlyInSubject(mail, page); left != "" && page.Withheld == "" && slices.ContainsFunc(page.Statements, func(s interpret.Statement) bool { return s.Kind.Acts() }) {
			page.Withheld = texts.Say("unread left subject", left)
		}
		return page
	}
	for _, s := range interpret.Parse(mail.Subject).Statements {
		if s.Kind.Row().To&(interpret.ToOffice|interpret.ToRegistrar) != 0 {
			s.Line = 0
			page.Statements = append(page.Statements, s)
		}
	}
	return page
}

// longestSubject is how many octets a subject has at most in which a statement is looked for.
const longestSubject = 80

// onlyInSubject returns what the subject of a letter states in a game and the text does not, or "".
// corrd acts on nothing of it, because a subject stands over a whole correspondence.
func onlyInSubject(mail mailer.Letter, page interpret.Page) string {
	subject := mailer.Redact(mail.Subject)
	if strings.Contains(subject, "[corrd") || len(subject) > longestSubject {
		return ""
	}
	if prefix, rest, cut := strings.Cut(subject, ":"); cut && !strings.Contains(prefix, " ") {
		subject = rest
	}
	for _, s := range interpret.Parse(subject).Statements {
		alike := func(o interpret.Statement) bool { return o.Kind == s.Kind || o.Kind.IsMove() && s.Kind.IsMove() }
		if s.Kind.Acts() && !s.Kind.IsAnswer() && !slices.ContainsFunc(page.Statements, alike) {
			return s.Text
		}
	}
	return ""
}

// UnreadOf tells the writer of a letter what of it was not read.
func UnreadOf(mail mailer.Letter, page interpret.Page) string {
	unread := texts.Unread(mail.Unread)
	if left := onlyInSubject(mail, page); left != "" && mail.Text != "" && len(page.Statements) == 0 {
		unread = strings.TrimPrefix(unread+"; "+texts.Say("unread stated subject", left), "; ")
	}
	return unread
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

// OfGame returns what is stated in a letter of a side of a game. Where the letter seems to ask for
// another game and speaks of this one, its words are prose: its writer is to say what becomes of an
// offence, or of a move that is asked back, "That is all right, play again", or seems to resign, "I
// resign, but may we play again?"
func OfGame(s game.State, side board.Side, page interpret.Page) interpret.Page {
	all := page.Statements
	if len(all) != 1 || all[0].Kind != interpret.KindAgain || interpret.PlainWords(all[0].Text) == interpret.KindAgain.String() {
		return page
	}
	asked := s.ProposedTo(side)
	waits := s.Offence != nil && s.Offence.By != side || asked != nil && asked.What == game.ProposeWithdrawal
	if waits || s.Result == nil && interpret.SeemsToResign(page.Note+"\n"+all[0].Text) {
		page.Note = strings.TrimSpace(strings.TrimSpace(page.Note) + " " + all[0].Text)
		page.Statements = nil
	}
	return page
}

// Remarks makes remarks of what a letter says beside its move in the words of an answer, "Leave me
// alone!" or "No, thank you for the cake.", where nothing waits for an answer of its writer: it
// goes into the note, as whatever else a letter tells. Such a line alone is prose, if nothing was
// ever put to its writer, or the game is over: "Oh no! I sent that by mistake". A bare "yes" or
// "no" is an answer, which corrd must speak of, and so is the "no" of who asks for something. The
// addresses of a signature are taken out of the note, which may be passed on.
func Remarks(s game.State, l play.Letter) play.Letter {
	l.Note = mailer.Unsigned(l.Note)
	first, others := 0, 0 // the line of the move; a line that stands alone is prose
	for _, st := range l.Statements {
		if !st.IsMove() {
			others++
		} else if first == 0 {
			first = st.Line
		}
	}
	if others == 0 || answerAwaited(s, l) || first == 0 && (others > 1 || s.Asks(l.By) || s.Phase != game.Finished && (l.Answers == 0 || s.Put[l.By] != 0)) {
		return l
	}
	kept := slices.DeleteFunc(slices.Clone(l.Statements), func(st interpret.Statement) bool {
		if !st.Kind.IsYesOrNo() || st.Choice != 0 || st.Game != 0 {
			return false
		}
		whole := strings.Contains(l.Note, st.Text)
		switch {
		case !whole && !strings.Contains(st.Text, " "):
			return false
		case !whole && st.Line <= first:
			l.Note = strings.TrimSpace(st.Text + "\n\n" + l.Note)
		case !whole:
			l.Note = strings.TrimSpace(l.Note + "\n\n" + st.Text)
		}
		return true
	})
	l.Statements = kept
	return l
}

// answerAwaited reports whether something waits for a yes or a no of the writer of a letter.
func answerAwaited(s game.State, l play.Letter) bool {
	by := l.By
	if s.Phase == game.Finished {
		return s.Unsaid(by) != nil
	}
	return s.Question(by) != nil || s.Unsaid(by) != nil || s.AwaitsConsent(by) || s.Held != nil || s.Offence != nil
}
