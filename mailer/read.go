package mailer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxProblems is the number of problems that are told of one letter.
const maxProblems = 20

// Read reads a raw mail. It gives a Letter for any bytes whatever, in time and
// memory bounded by the limits, and never panics. raw is not kept.
func Read(raw []byte, env Envelope, o ReadOptions) Letter {
	limits := o.Limits.OrDefault()
	var l Letter
	if int64(len(raw)) > limits.Bytes {
		raw = raw[:limits.Bytes]
		l.addProblem("the letter is over the size limit and was cut")
	}
	h := parseHead(raw)
	l.addProblem(h.problems...)
	l.readHeader(h, env, o)

	w := walk{limits: limits}
	c := w.part(h.fields, h.body, 0)
	l.addProblem(w.problems...)
	l.Unread = w.unread
	l.readText(c, &answered{options: o, limits: limits})
	l.Machine, l.DSN = machine(h.fields, env, w, l)
	return l
}

// readHeader fills in what the header and the envelope say.
func (l *Letter) readHeader(parsed head, env Envelope, o ReadOptions) {
	h := parsed.fields
	var problem string
	l.From, l.FromName, problem = author(h)
	doubt := parsed.doubt()
	for _, p := range []string{problem, doubt} {
		if p != "" && !slices.Contains(l.Problems, p) {
			l.addProblem(p)
		}
	}
	l.Addressees = addressees(h)
	l.Recipients = recipients(h, env, o.Site)
	l.MessageID = firstID(h.get("Message-ID"))
	l.Subject = decodeWords(h.get("Subject"))
	l.InReplyTo = firstID(h.get("In-Reply-To"))
	l.References = messageIDs(h.get("References"))
	l.Auth = verdict(parsed, env, o)
	for _, to := range env.To {
		l.Role = cmp.Or(l.Role, o.Site.role(to))
	}
	l.Token = l.findToken(o.Site)
}

// verdict is what is known of the author, by our own check or by that of the host we
// believe.
func verdict(h head, env Envelope, o ReadOptions) Auth {
	found := env.Auth
	if found == "" {
		if o.AuthservID == "" {
			return AuthNone
		}
		found = authentication(h.fields, o.AuthservID, o.Hops)
	}
	return h.temper(found)
}

// findToken takes the token from the first keyed recipient, else from the
// subject.
func (l *Letter) findToken(at Site) Token {
	for _, r := range l.Recipients {
		detail, _ := at.detail(r)
		if t, ok := ParseToken(detail); ok {
			return t
		}
	}
	t, _ := SubjectToken(l.Subject)
	return t
}

// readText chooses between the plain text and the HTML and cuts what is not new.
func (l *Letter) readText(c content, own *answered) {
	full, turned := dropTurned(c.text())
	if turned {
		l.leaveOut("a line was not read whose direction of writing is overridden; please write it plainly")
	}
	full = dropLinks(Clean(full))
	full, sealed := openArmour(full)
	if sealed {
		l.leaveOut("the text is encrypted; please write plain text")
	}
	full, long := firstLines(full)
	if long {
		l.leaveOut("the text has too many lines; the last ones were not read")
	}
	l.FullText = strings.TrimSpace(full)
	var quote string
	if l.Text, quote = own.trim(*l, full); quote != "" {
		l.Unread = append(l.Unread, fmt.Sprintf("what stands below the line %.60q was taken for a quotation", oneLine(quote)))
	}
	l.Hash = hashOf(l.Text)
	if c.plain.isBlank() || c.html.isBlank() {
		return
	}
	html := dropLinks(Clean(string(c.html)))
	html, _ = firstLines(html)
	if other, _ := own.trim(*l, html); wordsOf(other) != wordsOf(l.Text) {
		l.Alternative = other
		l.addProblem("the plain text and the HTML text differ")
	}
}

// leaveOut tells of something that was not read, and that the sender can mend.
func (l *Letter) leaveOut(problem string) {
	l.addProblem(problem)
	l.Unread = append(l.Unread, problem)
}

func (l *Letter) addProblem(problems ...string) {
	room := maxProblems - len(l.Problems)
	l.Problems = append(l.Problems, problems[:max(0, min(len(problems), room))]...)
}

// maxLines is the number of lines that are read of a text.
const maxLines = 10000

// firstLines is s up to the last line that is read; more tells whether there was
// more.
func firstLines(s string) (first string, more bool) {
	at := 0
	for range maxLines {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 {
			return s, false
		}
		at += i + 1
	}
	return s[:at], at < len(s)
}

// wordsOf is s reduced to its letters and figures, for comparing two versions
// of one text.
func wordsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// describe is a part's name for a problem: its file name, else its type.
func describe(kind, file string) string {
	if file != "" {
		return fmt.Sprintf("%.80q", oneLine(file))
	}
	return fmt.Sprintf("of type %.80q", kind)
}
