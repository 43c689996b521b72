package parse

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"corrd/mailer"
)

// maxReceived is the number of Received fields that tells a letter in a loop (RFC 5321,
// 6.3).
const maxReceived = 100

// machine says in words why a letter is a machine's and must be neither obeyed nor answered (RFC
// 3834, 2), "" for a person's. dsn is what the letter reports of delivery, or nil if nothing.
func machine(h mailer.Fields, env mailer.Envelope, w walk, l mailer.Letter) (reason string, dsn *mailer.DSN) {
	if dsn, reason = reported(h, env, w, l); reason != "" {
		return reason, dsn
	}
	if reason = markedAutomatic(h); reason != "" {
		return reason, nil
	}
	switch {
	case h.Has(mailer.LoopField):
		return "a letter of our own came back", nil
	case w.report != "":
		return "a receipt or report", nil
	case w.calendar:
		return "a calendar message", nil
	case isNullSender(h, env):
		return "the envelope has no sender", nil
	case isDaemon(h, env):
		return "written by a mail system", nil
	case len(h.All("Received")) >= maxReceived:
		return "the letter is in a loop", nil
	case isAwaySubject(l.Subject):
		return "an absence notice, by its subject", nil
	}
	return "", nil
}

// reported returns what a letter reports of the delivery of another letter: in a part made
// for that, in a notice in JSON, or in words; reason is "" if the letter reports nothing.
// Words alone are believed only of a mail system, at a letter's own bounce address, or
// below the subject of a report.
func reported(h mailer.Fields, env mailer.Envelope, w walk, l mailer.Letter) (dsn *mailer.DSN, reason string) {
	const isReport = "a delivery status notification"
	switch {
	case w.dsn != nil && w.dsn.Action != "":
		return w.dsn, isReport
	case w.feedback, containsAny(strings.ToLower(beginning(l.FullText)), complaintWords), beginsWith(strings.ToLower(l.Subject), complaintSubjects):
		return nil, "a complaint about mail (RFC 5965)"
	case w.report != "" && w.report != "delivery-status":
		return nil, "a receipt or report"
	}
	if dsn, ok := noticeIn(l.FullText); ok {
		return dsn, "a notification about mail"
	}
	subject, isAway := strings.ToLower(l.Subject), isAwaySubject(l.Subject)
	bySubject := !isAway && beginsWith(strings.TrimLeft(subject, "[(*!#<\"' "), bounceSubjects)
	bySystem := isNullSender(h, env) || isDaemon(h, env)
	isBounceAddress := l.Token.Kind == mailer.KindBounce
	isPart := w.dsn != nil || w.report != ""
	if !isPart && (isAway || !bySubject && !bySystem && !isBounceAddress && !isDesk(h)) {
		return nil, ""
	}
	r := newReport(l.Subject, l.FullText)
	switch {
	case isPart:
	case r.saysSo() && (bySubject || bySystem || isBounceAddress || r.status() != ""):
	case bySubject && (bySystem || isBounceAddress || isDesk(h)):
	case isBounceAddress && (bySystem || enhancedStatus.MatchString(r.words)) && r.status() != "":
	case bySubject:
		return nil, "a report of delivery, by its subject"
	default:
		return nil, ""
	}
	return r.dsn(), isReport
}

// isDaemon reports whether a mail system wrote the letter, by the author, by the sender of
// the envelope, or by the line that some systems put before the header.
func isDaemon(h mailer.Fields, env mailer.Envelope) bool {
	senders := append(h.All("From"), env.From, h.Get("Sender"), h.Get("X-Envelope-From"))
	if len(env.To) == 0 {
		senders = append(senders, h.Get("Return-Path"), h.Get(mailer.MboxLine))
	}
	for _, sender := range senders {
		if strings.TrimSpace(sender) == "<>" && len(env.To) == 0 {
			return true
		}
		if containsAny(strings.ToLower(decodeWords(sender)), daemonNames) {
			return true
		}
	}
	return false
}

// isDesk reports whether both mail systems and people write under the author's name.
func isDesk(h mailer.Fields) bool {
	return containsAny(strings.ToLower(decodeWords(h.Get("From"))), deskNames)
}

// markedAutomatic says in words by which header field a letter shows that a machine wrote the
// letter, or "" if there is none.
func markedAutomatic(h mailer.Fields) string {
	if v := h.Get("Auto-Submitted"); v != "" && firstWord(v) != "no" {
		return fmt.Sprintf("Auto-Submitted: %.40s", mailer.OneLine(v))
	}
	switch p := firstWord(h.Get("Precedence")); p {
	case "bulk", "junk", "list", "auto_reply":
		return "Precedence: " + p
	}
	for _, name := range []string{"List-Id", "List-Post", "Mailing-List", "X-Mailing-List", "X-MLServer", "X-ML-Info"} {
		if h.Has(name) {
			return "a mailing list's copy"
		}
	}
	for _, name := range automaticFields {
		if v := h.Get(name); v != "" && firstWord(v) != "no" && firstWord(v) != "false" {
			return "an automatic answer (" + name + ")"
		}
	}
	return ""
}

// automaticFields are set by programs that answer by themselves and know nothing of RFC
// 3834.
var automaticFields = []string{"X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Auto-Response", "X-Vacation", "X-Failed-Recipients", "X-MS-Exchange-Message-Is-Ndr"}

// firstWord returns the first word of a value in lower case, up to a space or a semicolon.
func firstWord(value string) string {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(value)), ";")
	word, _, _ = strings.Cut(word, " ")
	return word
}

// isNullSender reports whether the letter has the null reverse-path (RFC 5321, 4.5.5).
func isNullSender(h mailer.Fields, env mailer.Envelope) bool {
	if len(env.To) > 0 {
		return env.From == ""
	}
	path := strings.ReplaceAll(h.Get("Return-Path"), " ", "")
	return path == "<>" || path == "<#@[]>" || strings.ReplaceAll(h.Get("X-Envelope-From"), " ", "") == "<>"
}

// isAwaySubject reports whether a subject is that of an absence notice. What stands in
// brackets before the words does not count.
func isAwaySubject(subject string) bool {
	lower := strings.TrimLeft(strings.ToLower(subject), "[(*! ")
	return beginsWith(lower, awayOpenings) || strings.Contains(lower, "auto-reply")
}

// awayOpenings begin the subjects that mail programs give to absence notices, in lower
// case. Most programs mark such notices in a field too (RFC 3834).
var awayOpenings = []string{
	"automatic reply", "auto reply", "out of office", "out of the office", "automatische antwort", "abwesenheitsnotiz", "abwesenheit:", "abwesend:",
	"réponse automatique", "absence du bureau", "absent du bureau", "message d'absence", "respuesta automática", "fuera de la oficina", "fuera de oficina", "ausente de la oficina",
	"risposta automatica", "fuori sede", "fuori ufficio", "assenza dall'ufficio", "resposta automática", "ausência temporária", "ausência:", "fora do escritório", "automatisch antwoord", "afwezig:", "afwezigheid:",
	"autosvar", "automatisk svar", "frånvaro:", "fravær:", "automaattinen vastaus", "poissaolo:", "sjálfvirkt svar", "odpowiedź automatyczna", "nieobecność:", "automatická odpověď", "mimo kancelář",
	"automatikus válasz", "házon kívül", "răspuns automat", "automatski odgovor", "samodejni odgovor", "automātiskā atbilde", "automatinis atsakymas", "automaatvastus",
	"otomatik yanıt", "ofis dışında", "αυτόματη απάντηση", "εκτός γραφείου", "автоматический ответ", "автоответ", "вне офиса", "автоматична відповідь", "поза офісом", "автоматичен отговор",
	"תשובה אוטומטית", "رد تلقائي", "ตอบกลับอัตโนมัติ", "trả lời tự động", "balasan otomatis", "自动回复", "自動回覆", "自動返信", "自動応答", "不在のお知らせ", "자동 회신", "부재중",
}

// Probe is a letter that corrd sends to itself, with header fields as a forger would plant
// them. The place where they come out tells which fields may be believed.
type Probe struct {
	Site       mailer.Site
	AuthservID string
	To         string // the address of corrd's that the probe is sent to; "": that of the site
	Word       string // random, so that no other letter is taken for the probe
}

// MessageID names the probe, without angle brackets.
func (p Probe) MessageID() string { return "probe." + p.Word + "@" + p.Site.Domain }

// Bytes writes the letter. Its planted fields say that the believed host vouches for the
// letter, and that the letter has come to that host already. The letter is marked as one of
// corrd's own, so that a daemon files the letter and does nothing else.
func (p Probe) Bytes(at time.Time) []byte {
	date := at.UTC().Format(time.RFC1123Z)
	return fmt.Appendf(nil, "%s: %s; dmarc=pass reason=%s header.from=%s\r\n"+
		"Received: from planted.invalid by %[2]s with SMTP id %[3]s;\r\n\t%[5]s\r\n"+
		"From: <%[6]s>\r\nTo: <%[9]s>\r\nSubject: corrd doctor looks at the way of a letter\r\nDate: %[5]s\r\nMessage-ID: <%[7]s>\r\n"+
		"%[8]s: %[7]s\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
		"corrd doctor sent this letter to see which lines of a header your mail\r\nprovider writes, and which it lets through. It may be thrown away.\r\n",
		resultsField, p.AuthservID, p.Word, p.Site.Domain, date, p.Site.Address(), p.MessageID(), mailer.LoopField, cmp.Or(p.To, p.Site.Address()))
}

// Trail is what a probe shows on its arrival. Received fields are counted from the top of
// the letter.
type Trail struct {
	Planted bool `json:"planted"` // the planted results are still there
	Above   int  `json:"above"`   // the number of Received fields above the fields that the probe was sent with
	Stamped int  `json:"stamped"` // the number of Received fields above the results of the host; -1 if the host wrote none
}

// Trail reads a probe that has arrived.
func (p Probe) Trail(raw []byte) Trail {
	t := Trail{Stamped: -1}
	received, judged := 0, false
	for _, f := range mailer.ParseHead(raw).Fields {
		switch {
		case strings.Contains(f.Value, p.Word) && strings.EqualFold(f.Name, resultsField):
			t.Planted, t.Above = true, received
			return t
		case strings.Contains(f.Value, p.Word):
			t.Above = received // the host has removed the planted results
			return t
		case strings.EqualFold(f.Name, "Received"):
			received++
		case strings.EqualFold(f.Name, resultsField) && !judged:
			if r, ok := parseResults(f.Value); ok && r.speaksFor(p.AuthservID) && (t.Stamped < 0 || len(r.dmarc()) > 0) {
				t.Stamped, judged = received, len(r.dmarc()) > 0
			}
		}
	}
	t.Above = received
	return t
}

// Believes reports whether planted results would be believed with so many hops, in the
// probe or in a letter from outside. A letter from outside is sure to have only the
// Received fields up to the results of the host.
func (t Trail) Believes(hops int) bool {
	certain := t.Above
	if t.Stamped >= 0 {
		certain = min(certain, t.Stamped+1)
	}
	return t.Planted && hops > certain
}

// Fits returns the number of hops with which the results of the host are believed and planted ones
// are not, or 0 if there is none, because the host writes its results below its own Received field
// and lets planted results through.
func (t Trail) Fits() int {
	fits := max(t.Stamped, 0) + 1
	if t.Planted && fits > t.Above {
		return 0
	}
	return fits
}
