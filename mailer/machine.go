package mailer

import (
	"fmt"
	"strings"
)

// maxReceived is the number of Received fields that tells a letter in a loop
// (RFC 5321, 6.3).
const maxReceived = 100

// machine says in words why a letter is a machine's and must never be obeyed or
// answered (RFC 3834, 2); "" for a person's.
func machine(h header, env Envelope, w walk) string {
	if reason := markedAutomatic(h); reason != "" {
		return reason
	}
	switch {
	case h.has(loopField):
		return "a letter of our own came back"
	case w.dsn != nil, w.report == "delivery-status":
		return "a delivery status notification"
	case w.report != "":
		return "a receipt or report"
	case w.calendar:
		return "a calendar message"
	case isNullSender(h, env):
		return "the envelope has no sender"
	case strings.HasPrefix(asciiLower(h.get("From")), "mailer-daemon@"), strings.Contains(asciiLower(h.get("From")), "<mailer-daemon@"):
		return "written by a mail system"
	case len(h.all("Received")) >= maxReceived:
		return "the letter is in a loop"
	case isAwaySubject(decodeWords(h.get("Subject"))):
		return "an absence notice, by its subject"
	}
	return ""
}

// loopField is in every letter of ours; one that has it came back.
const loopField = "X-Corrd"

// markedAutomatic looks at the header fields by which machines name themselves.
func markedAutomatic(h header) string {
	if v := h.get("Auto-Submitted"); v != "" && firstWord(v) != "no" {
		return fmt.Sprintf("Auto-Submitted: %.40s", oneLine(v))
	}
	switch p := firstWord(h.get("Precedence")); p {
	case "bulk", "junk", "list", "auto_reply":
		return "Precedence: " + p
	}
	for _, name := range []string{"List-Id", "List-Post", "Mailing-List", "X-Mailing-List"} {
		if h.has(name) {
			return "a mailing list's copy"
		}
	}
	for _, name := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Failed-Recipients", "X-Mail-Autoreply"} {
		if v := h.get(name); v != "" && firstWord(v) != "no" {
			return "an automatic answer (" + name + ")"
		}
	}
	return ""
}

func firstWord(value string) string {
	word, _, _ := strings.Cut(asciiLower(strings.TrimSpace(value)), ";")
	word, _, _ = strings.Cut(word, " ")
	return word
}

func isNullSender(h header, env Envelope) bool {
	if len(env.To) > 0 {
		return env.From == ""
	}
	return strings.ReplaceAll(h.get("Return-Path"), " ", "") == "<>"
}

// awaySubjects begin the subjects that mail programs give to absence notices,
// by language.
var awaySubjects = []string{
	"automatic reply", "auto reply", "auto-reply", "autoreply", "auto response", "out of office", "out of the office", "ooo:", // English
	"automatische antwort", "abwesenheitsnotiz", "abwesenheit:", "abwesend:", // German
	"réponse automatique", "reponse automatique", "absence du bureau", "absent du bureau", // French
	"respuesta automática", "respuesta automatica", "fuera de la oficina", // Spanish
	"risposta automatica", "fuori sede", // Italian
	"resposta automática", "ausência temporária", // Portuguese
	"automatisch antwoord", "afwezig", // Dutch
	"autosvar", "automatiskt svar", "automatisk svar", "frånvaro", // Scandinavian
	"automaattinen vastaus", "poissa:", // Finnish
	"autoodpowiedź", "odpowiedź automatyczna", "automatyczna odpowiedź", // Polish
	"automatická odpověď", "automatická odpoveď", // Czech, Slovak
	"automatikus válasz", "răspuns automat", "otomatik yanıt", "αυτόματη απάντηση", // Hungarian, Romanian, Turkish, Greek
	"автоматический ответ", "автоответ", "автоматична відповідь", "автоматичен отговор", // Russian, Ukrainian, Bulgarian
	"自动回复", "自動回覆", "自動返信", "自動応答", "자동 회신", "자동 응답", // Chinese, Japanese, Korean
	"رد تلقائي", "תשובה אוטומטית", // Arabic, Hebrew
}

func isAwaySubject(subject string) bool {
	lower := strings.ToLower(subject)
	for _, s := range awaySubjects {
		if strings.HasPrefix(lower, s) {
			return true
		}
	}
	return false
}

// DSN is what a delivery status notification reports of its first recipient
// (RFC 3464, 2.3), as the notifying host wrote it and nobody has checked.
type DSN struct {
	Action     string // failed, delayed, delivered, relayed or expanded, in lower case
	Status     string // such as 5.1.1 (RFC 3463)
	Diagnostic string // in the words of the remote host
}

// Hard tells whether delivery has failed for good.
func (d DSN) Hard() bool { return d.Action == "failed" && !strings.HasPrefix(d.Status, "4") }

// parseDSN reads the body of a message/delivery-status part: blocks of fields,
// the first about the message, the others about a recipient each.
func parseDSN(body []byte) *DSN {
	var d DSN
	for blocks := 0; len(body) > 0 && blocks < 4 && d.Action == ""; blocks++ {
		var h header
		h, body, _ = splitHeader(body)
		d = DSN{
			Action:     firstWord(h.get("Action")),
			Status:     firstWord(h.get("Status")),
			Diagnostic: oneLine(afterType(h.get("Diagnostic-Code"))),
		}
	}
	return &d
}

// afterType drops the type that stands before a semicolon, as in "smtp; 550 no such user".
func afterType(value string) string {
	if _, after, ok := strings.Cut(value, ";"); ok {
		value = after
	}
	return strings.TrimSpace(value)
}

// asciiLower is s with A to Z in lower case and every other octet as it is, so
// that offsets agree with those in s.
func asciiLower(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' }) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
