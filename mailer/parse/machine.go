package parse

import (
	"fmt"
	"strings"

	"corrd/mailer"
)

// maxReceived is the number of Received fields that tells a letter in a loop (RFC 5321,
// 6.3).
const maxReceived = 100

// machine says in words why a letter is a machine's and must be neither obeyed nor answered
// (RFC 3834, 2), "" for a person's. dsn is what the letter reports of delivery, nil if
// nothing.
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

// markedAutomatic says in words by which header field a letter shows that a machine wrote
// the letter; "" if there is none.
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
