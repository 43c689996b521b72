// Package parse reads mail: it makes a mailer.Letter of any bytes whatever, without the
// quotations and signatures in them, and judges who wrote (DMARC, RFC 7489).
//
// Its files:
//
//	read, walk                  a letter in the making; its parts
//	mediatype, transfer         what a part is, and its octets as text
//	html, css                   the text of a page, and what of it is hidden
//	quotes, quotemark           where a quotation begins, and by which marks
//	attribution, headerblock    lines that announce a quotation
//	answers, copies             lines that repeat the letter that is answered
//	links                       what programs put behind words
//	author, authresults, dmarc  who wrote, and who vouches for it
//	bounce, machine             reports of delivery, and letters that no person wrote
//
// It speaks to no server but the DNS, which a Checker asks, and knows nothing of chess, of
// games or of the store. Bad input is never an error: Letter.Problems says what was
// repaired.
package parse

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"corrd/game/reason"
	"corrd/mailer"
)

// letter is a mailer.Letter in the making.
type letter struct{ mailer.Letter }

// maxProblems is the number of problems that are told of one letter.
const maxProblems = 20

// Letter reads a raw mail. Letter returns a mailer.Letter for any bytes, in time and memory
// bounded by o.Limits, never panics, and does not keep raw.
func Letter(raw []byte, env mailer.Envelope, o Options) mailer.Letter {
	limits := o.Limits.OrDefault()
	var l letter
	if int64(len(raw)) > limits.Bytes {
		raw = raw[:limits.Bytes]
		l.addProblem("the letter is over the size limit and was cut")
	}
	h := mailer.ParseHead(raw)
	l.addProblem(h.Problems...)
	signed := l.readHeader(h, env, o)

	w := walk{letter: &l, limits: limits}
	c := w.part(h.Fields, h.Body, 0)
	l.readText(c, &answered{options: o, limits: limits})
	l.Proof = proofOf(h, l.Letter, signed, w, o.Site)
	l.Machine, l.DSN = machine(h.Fields, env, w, l.Letter)
	return l.Letter
}

// readHeader fills in what the header and the envelope say, and returns the fields that are
// signed as in mailer.Verdict.
func (l *letter) readHeader(parsed mailer.Head, env mailer.Envelope, o Options) (signed []string) {
	h := parsed.Fields
	var problem string
	l.From, l.FromName, problem = author(h)
	for _, p := range []string{problem, parsed.Doubt()} {
		if !slices.Contains(l.Problems, reason.Reason(p)) {
			l.addProblem(p)
		}
	}
	l.Addressees = addressees(h)
	l.Recipients = recipients(h, env, o.Site)
	l.MessageID = firstID(h.Get("Message-ID"))
	l.Date = strings.TrimSpace(h.Get("Date"))
	l.Subject = decodeWords(h.Get("Subject"))
	l.InReplyTo = firstID(h.Get("In-Reply-To"))
	l.References = messageIDs(h.Get("References"))
	verdict := mailer.Verdict{Auth: env.Auth, Signed: env.Signed} // this host's own check counts before that of the host that is believed
	if verdict.Auth == "" {
		verdict = mailer.Verdict{Auth: mailer.AuthNone}
		if o.AuthservID != "" {
			verdict = authentication(h, o.AuthservID, o.Hops)
		}
	}
	l.Auth = temper(&parsed, verdict.Auth)
	for _, to := range env.To {
		l.Role = cmp.Or(l.Role, o.Site.Role(to))
	}
	l.Token = l.findToken(o.Site)
	return verdict.Signed
}

// findToken returns the token in the first keyed recipient, else in the subject.
func (l *letter) findToken(at mailer.Site) mailer.Token {
	for _, r := range l.Recipients {
		detail, _ := at.Detail(r)
		if t, ok := mailer.ParseToken(detail); ok {
			return t
		}
	}
	t, _ := mailer.SubjectToken(l.Subject)
	return t
}

// readText chooses between the plain text and the HTML and cuts what is not new.
func (l *letter) readText(c content, own *answered) {
	full, more := firstLines(c.text())
	full, turned := dropTurned(full)
	if turned {
		l.leaveOut(reason.Because("unread turned"))
	}
	full = dropLinks(mailer.Clean(full))
	full, sealed := openArmour(full)
	if sealed {
		l.leaveOut(reason.Because("unread encrypted text"))
	}
	full, long := firstLines(full)
	if more || long {
		l.leaveOutLines()
	}
	l.FullText = strings.TrimSpace(full)
	var byMarks, quote string
	if l.Text, byMarks, quote = own.trim(l.Letter, full); quote != "" {
		l.Unread = append(l.Unread, because("unread quotation", mailer.OneLine(quote), 60))
	}
	if subject := mailer.OneLine(l.Subject); isBlank(l.Text) && subject != "" && !strings.Contains(subject, "[corrd ") {
		l.Unread = append(l.Unread, because("unread subject", subject, 60))
	}
	l.Hash = hashOf(l.Text)
	if l.HashByMarks = l.Hash; byMarks != l.Text {
		l.HashByMarks = hashOf(byMarks)
	}
	if isBlank(c.plain) || isBlank(c.html) {
		return
	}
	html, _ := firstLines(c.html)
	html = dropLinks(mailer.Clean(html))
	html, _ = firstLines(html)
	if other, _, _ := own.trim(l.Letter, html); wordsOf(other) != wordsOf(l.Text) {
		l.Alternative = other
		l.addProblem("the plain text and the HTML text differ")
	}
}

// leaveOut notes something that was not read, and that the sender can mend; "" is nothing.
func (l *letter) leaveOut(why reason.Reason) {
	l.addProblem(string(why))
	if why != "" && len(l.Unread) < maxProblems {
		l.Unread = append(l.Unread, why)
	}
}

// leaveOutLines notes, once, that the last lines of the text were not read.
func (l *letter) leaveOutLines() {
	if why := reason.Because("unread last lines"); !slices.Contains(l.Unread, why) {
		l.leaveOut(why)
	}
}

// because returns the reason of a key with the first characters of a text, most at most.
func because(key, text string, most int) reason.Reason {
	return reason.Because(key, fmt.Sprintf("%.*s", most, text))
}

// addProblem notes problems, up to maxProblems; "" is none.
func (l *letter) addProblem(problems ...string) {
	for _, p := range problems {
		if p != "" && len(l.Problems) < maxProblems {
			l.Problems = append(l.Problems, reason.Reason(p))
		}
	}
}

// The bounds of the text that is read: its lines, and their octets.
const (
	maxLines = 4000
	maxText  = 200_000
)

// firstLines returns the first lines of s, as many as are read; more reports whether there are
// more.
func firstLines(s string) (first string, more bool) {
	n, end := 0, 0
	for line := range strings.Lines(s) {
		if n == maxLines || end+len(line) > maxText {
			return s[:end], true
		}
		n, end = n+1, end+len(line)
	}
	return s, false
}

// wordsOf returns the letters and figures of s in lower case, for comparing two versions of
// one text.
func wordsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Limits bound the work spent on one letter. A zero field has the default that its comment
// names.
type Limits struct {
	Bytes int64 // the number of octets of the raw letter that are read; 1 MiB
	Parts int   // the number of MIME parts that are read; 200
	Depth int   // how deep multiparts may nest; 20
}

// OrDefault is l with every zero field replaced by its default.
func (l Limits) OrDefault() Limits {
	return Limits{cmp.Or(l.Bytes, 1<<20), cmp.Or(l.Parts, 200), cmp.Or(l.Depth, 20)}
}

// Options say whose mail is read and which host is believed.
type Options struct {
	Site       mailer.Site
	AuthservID string // the one authserv-id (RFC 8601) that is believed; "" believes none
	Hops       int    // how many Received fields the site's own hosts write: only what stands above the last of them is believed; 1 if zero
	Limits     Limits

	// Answers returns the raw letters that a letter may answer, of which only the header
	// has been read; what the letter repeats of them is a quotation. Answers is called only
	// if the text is long enough to hold a quotation. nil: no letters are known.
	Answers func(mailer.Letter) [][]byte
}

// hashOf returns the SHA-256 of a text with the white space around and between words made
// uniform and without blank lines, so that a letter that is sent again by hand or wrapped
// otherwise has the same hash.
func hashOf(text string) [32]byte {
	uniform := make([]byte, 0, len(text))
	for line := range strings.Lines(text) {
		separator := byte('\n')
		for word := range strings.FieldsSeq(line) {
			if len(uniform) > 0 {
				uniform = append(uniform, separator)
			}
			uniform, separator = append(uniform, word...), ' '
		}
	}
	return sha256.Sum256(uniform)
}

// joinFlowed undoes format=flowed (RFC 3676): soft line breaks are joined where the quote
// depth is the same, stuffed spaces are removed, and a quoted line gets as many '>' as its
// depth. With delSp the space of a soft break is removed. What is beyond the lines that are read of
// a letter is left out, but for the beginning that shows that there is more.
func joinFlowed(text string, delSp bool) string {
	var out strings.Builder
	open, openDepth, lines := false, 0, 0
	for line := range strings.Lines(text) {
		if lines > maxLines || out.Len() > maxText {
			break
		}
		depth, s := flowedLine(strings.TrimRight(line, "\r\n"))
		isSignature := s == "-- "
		if open && (depth != openDepth || isSignature) {
			out.WriteByte('\n')
			open = false
			lines++
		}
		if !open && depth > 0 {
			out.WriteString(strings.Repeat(">", depth) + " ")
		}
		open, openDepth = strings.HasSuffix(s, " ") && !isSignature, depth
		if open && delSp {
			s = s[:len(s)-1]
		}
		out.WriteString(s)
		if !open {
			out.WriteByte('\n')
			lines++
		}
	}
	return out.String()
}

// flowedLine parts a line in its quote depth and its text, unstuffed.
func flowedLine(line string) (depth int, text string) {
	text = strings.TrimLeft(line, ">")
	return len(line) - len(text), strings.TrimPrefix(text, " ")
}

// TokenFor returns the token that an answer to a letter of the site bears, if the answer keeps to
// the letter's Reply-To or, where tokens travel in subjects, to its Subject, or the zero Token if
// the letter has none.
func TokenFor(letter []byte, site mailer.Site) (token mailer.Token) {
	fields := mailer.ParseHead(letter).Fields
	if a, err := mail.ParseAddress(fields.Get("Reply-To")); err == nil {
		detail, _ := site.Detail(a.Address)
		token, _ = mailer.ParseToken(detail)
	}
	if token.IsZero() && site.Delimiter == 0 {
		token, _ = mailer.SubjectToken(fields.Get("Subject"))
	}
	return token
}
