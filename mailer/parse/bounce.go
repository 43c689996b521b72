package parse

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"corrd/mailer"
)

// parseDSN reads the body of a message/delivery-status part: blocks of fields, the first
// about the message, each of the others about a recipient. The first recipient to whom
// delivery failed counts, else the first.
func parseDSN(body []byte) *mailer.DSN {
	var first mailer.DSN
	for blocks := 0; len(body) > 0 && blocks < maxDSNBlocks; blocks++ {
		block := mailer.ParseHead(body)
		h := block.Fields
		body = block.Body
		d := mailer.DSN{
			Action:     firstWord(h.Get("Action")),
			Status:     statusIn(h.Get("Status")),
			Diagnostic: mailer.HostWords(afterType(h.Get("Diagnostic-Code"))),
		}
		complete(&d)
		if d.Action == "failed" {
			return &d
		}
		if first.Action == "" {
			first = d
		}
	}
	return &first
}

// maxDSNBlocks is the number of blocks that are read of a report.
const maxDSNBlocks = 50

// complete fills in a missing status from the diagnostic, and a missing action from the
// status.
func complete(d *mailer.DSN) {
	found := statusIn(d.Diagnostic)
	if d.Status == "" || strings.HasSuffix(d.Status, ".0.0") && found != "" && found[0] == d.Status[0] {
		d.Status = found
	}
	if d.Status == "" && d.Action == "failed" {
		d.Status = statusOfWords(strings.ToLower(d.Diagnostic))
	}
	switch {
	case d.Action != "":
	case strings.HasPrefix(d.Status, "5"):
		d.Action = "failed"
	case strings.HasPrefix(d.Status, "4"):
		d.Action = "delayed"
	case strings.HasPrefix(d.Status, "2"):
		d.Action = "delivered"
	}
}

// afterType returns value without the type before a semicolon, as in "smtp; 550 no such
// user".
func afterType(value string) string {
	if _, after, ok := strings.Cut(value, ";"); ok {
		value = after
	}
	return strings.TrimSpace(value)
}

// enhancedStatus and replyCode find the codes of RFC 3463 and of RFC 5321 in prose. An enhanced
// status is not part of an address or a version; a reply code stands before words.
var (
	enhancedStatus = regexp.MustCompile(`(?:^|[^0-9A-Za-z.])([245]\.[0-9]{1,2}\.[0-9]{1,3})(?:[^0-9.]|\.?$|\.[^0-9])`)
	replyCode      = regexp.MustCompile(`(?:^|[\s"'(:<>\[])([45][0-5][0-9])(?:[-\s]+["'<(#A-Za-z0-9]|:|\))`)
)

// statusIn returns the first enhanced status in a text, else the first reply code, or "" if there
// is neither.
func statusIn(s string) string {
	s = s[:min(len(s), maxReport)]
	if m := enhancedStatus.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := replyCode.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// statusOfWords returns a status for the reason that a text in lower case gives in words: 4.0.0 for
// a reason that may pass, 5.0.0 for one that will not, or "" if the text gives none.
func statusOfWords(lower string) string {
	switch {
	case containsAny(lower, softWords):
		return "4.0.0"
	case containsAny(lower, hardWords):
		return "5.0.0"
	}
	return ""
}

// maxReport is the number of octets that are read of a report in words.
const maxReport = 16 << 10

// report is what is known of a letter that may be a mail system's report.
type report struct {
	words   string // the text in lower case and with single spaces, down to the letter that comes back
	subject string // the subject in lower case
}

// newReport prepares the subject and the text of a letter.
func newReport(subject, text string) report {
	text = text[:min(len(text), maxReport)]
	kept := make([]string, 0, 64)
	for line := range strings.Lines(text) {
		lower := strings.ToLower(strings.TrimSpace(line))
		if len(kept) > 0 && (strings.HasPrefix(lower, "received: ") || strings.HasPrefix(lower, "return-path: ")) {
			break
		}
		kept = append(kept, strings.Fields(lower)...)
	}
	return report{words: strings.Join(kept, " "), subject: strings.ToLower(subject)}
}

// saysSo reports whether the words are those of a report.
func (r report) saysSo() bool { return containsAny(r.words, bounceWords) }

// status returns the status that the words give, by a code or by a reason, or "" if they give none.
func (r report) status() string {
	if code := statusIn(r.words); code != "" {
		return code
	}
	return statusOfWords(r.words)
}

// dsn returns what the words say of the delivery. Without a reason, whether delivery has
// failed is not known.
func (r report) dsn() *mailer.DSN {
	d := mailer.DSN{Status: r.status()}
	switch {
	case containsAny(r.subject, []string{"delayed", "(delay)"}) || !strings.HasPrefix(d.Status, "5") && strings.Contains(r.words, "delayed"):
		d.Action = "delayed"
	case d.Status != "", strings.Contains(r.subject, "(failure)"):
		d.Action = "failed"
	}
	if i := strings.Index(r.words, d.Status); i >= 0 && d.Status != "" {
		d.Diagnostic = mailer.HostWords(r.words[i:])
	}
	return &d
}

// notice is a notification about mail in JSON. A sending service puts a notice into a
// letter by itself, or as a string in another notice.
type notice struct {
	TopicArn         string
	Message          string
	NotificationType string
	EventType        string
	Bounce           *struct {
		BounceType        string
		BouncedRecipients []struct{ Status, DiagnosticCode string }
	}
}

// noticeIn reads a text that is a notice; ok reports whether the text is one. dsn is nil if
// the notice is not about a bounce.
func noticeIn(text string) (dsn *mailer.DSN, ok bool) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !strings.Contains(text[:min(len(text), maxReport)], `"`) {
		return nil, false
	}
	var n notice
	for range 2 {
		if json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&n) != nil {
			return nil, false
		}
		if n.Bounce != nil || n.Message == "" {
			break
		}
		text, ok = n.Message, n.TopicArn != ""
		if !strings.HasPrefix(text, "{") {
			return nil, ok
		}
	}
	if n.Bounce == nil {
		return nil, ok || n.NotificationType != "" || n.EventType != "" || n.TopicArn != ""
	}
	d := mailer.DSN{Action: "failed"}
	for _, r := range n.Bounce.BouncedRecipients {
		d.Status, d.Diagnostic = statusIn(r.Status), mailer.HostWords(afterType(r.DiagnosticCode))
		break
	}
	switch kind := strings.ToLower(n.Bounce.BounceType); {
	case d.Status == "" && kind == "permanent":
		d.Status = "5.0.0"
	case kind == "transient" && !strings.HasPrefix(d.Status, "4"):
		d.Status = "4.0.0"
	}
	return &d, true
}

// daemonNames are, in lower case, what mail systems call themselves in From and in the
// envelope.
var daemonNames = []string{"mailer-daemon", "mail delivery sub", "mail delivery sys", "post_master@", "interscan", "james mail server", "mdaemon@"}

// deskNames are names that people may write under too.
var deskNames = []string{"postmaster", "no-reply", "noreply", "abuse@"}

// bounceSubjects begin, in lower case, the subjects of reports that a letter could not be
// delivered, or not yet.
var bounceSubjects = []string{
	"delivery status notification", "delivery failure", "delivery report", "undeliverable", "undelivered mail", "returned mail", "mail delivery failed", "failure notice", "failed mail", "delayed mail", "mail system error",
	"notice: mail delivery", "delivery notification:", "permanent delivery failure", "message undeliverable", "failed to deliver message", "warning: message", "warning: could not send", "message delivery", "message could not be delivered", "mail could not be delivered", "mail delivery failure",
	"could not deliver", "bounce]", "virus (", "message non remis", "non remis", "échec de la remise", "unzustellbar", "zustellung fehlgeschlagen", "no se pudo entregar", "no se puede entregar", "no entregado",
	"mancata consegna", "mancato recapito", "non recapitabile", "mensagem devolvida", "não entregue", "não foi possível entregar", "onbestelbaar", "niet bezorgd", "niedostarczalne", "nie dostarczono",
	"nie można dostarczyć", "nedoručitelná", "nedoručitelné", "kézbesíthetetlen", "kan inte levereras", "kan ikke leveres", "ei voitu toimittaa", "iletilemedi", "teslim edilemedi", "ανεπίδοτο",
	"недоставлен", "не доставлено", "невозможно доставить", "не вдалося доставити", "系统退信", "无法投递", "メッセージを配信できません", "メール配信に失敗", "配信不能", "반송",
}

// complaintSubjects begin, in lower case, the subjects of complaints about mail (RFC 5965) that
// have no part of their own, and complaintWords their text.
var (
	complaintSubjects = []string{"complaint about message from", "email feedback report"}
	complaintWords    = []string{"this is an email abuse report", "this is a spam report for", "email feedback report for"}
)

// bounceWords are phrases that a report of a failed delivery contains near its beginning, in lower
// case and with single spaces.
var bounceWords = []string{"deliver your message", "could not be delivered", "couldn't be delivered", "cannot be delivered", "not been delivered", "wasn't delivered", "was not delivered", "unable to deliver", "fatal delivery error", "failed to deliver"}

// hardWords are reasons, in lower case, for which delivery has failed finally. softWords are
// reasons for which delivery may still succeed later. corrd looks for these words only in a report
// without a status code.
var (
	hardWords = []string{
		"user unknown", "unknown user", "no such user", "no such recipient", "user not found", "unrouteable", "does not exist", "unknown address", "unknown host", "not listed in", "not known", "not recognized", "doesn't have a", "permanent error", "no valid recipients", "host not found", "no mailbox by that name", "recipient unknown", "wasn't found at", "couldn't be found", "non-existent", "retry timeout exceeded", "may not exist", "blocked by",
		"unbekannt", "inconnu", "no existe", "desconocid", "sconosciut", "desconhecid", "onbekend", "nie istnieje", "nie ma takiego", "neexistuje", "neznám", "ismeretlen", "okänd", "ukendt", "ukjent",
		"tuntematon", "bulunamadı", "άγνωστος", "не існує", "неизвест", "не существует", "不存在", "存在しません",
	}
	softWords = []string{"mailbox is full", "mailbox full", "over quota", "quota exceeded", "try again later", "temporarily", "greylist", "will retry", "will be retried", "deferred", "transient non-fatal", "will keep trying",
		"postfach ist voll", "postfach des empfängers ist voll", "quota dépassé", "est pleine", "buzón lleno", "cuota", "casella piena", "caixa de correio cheia", "postvak vol", "skrzynka jest pełna", "переполнен",
	}
)
