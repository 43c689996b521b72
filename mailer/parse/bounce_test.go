package parse

import (
	"strings"
	"testing"

	"corrd/mailer"
)

// kindOf returns the kind of a letter as bounces.txt names the kinds.
func kindOf(l mailer.Letter) string {
	switch {
	case l.Machine == "":
		return "person"
	case l.DSN == nil:
		return "machine"
	case l.DSN.Hard():
		return "hard"
	case l.DSN.Soft():
		return "soft"
	}
	return "unknown"
}

// TestBounces checks what corrd reads in each report that comes to the bounce address of a
// letter. At any other address a report must count as a machine's letter.
func TestBounces(t *testing.T) {
	for title, raw := range replies(t, "bounces.txt") {
		want, system, _ := strings.Cut(title, ": ")
		l := Letter([]byte("To: corrd+b9.abcdefghijklmnopqrstuvwxyz@club.example\n"+raw), mailer.Envelope{}, testOptions())
		if strings.HasPrefix(raw, "From MAILER") {
			l = Letter([]byte(strings.Replace(raw, "\n", "\nTo: corrd+b9.abcdefghijklmnopqrstuvwxyz@club.example\n", 1)), mailer.Envelope{}, testOptions())
		}
		if got := kindOf(l); got != want {
			t.Errorf("%s is %s, want %s: %q, %+v", system, got, want, l.Machine, l.DSN)
		}
		if l := Letter([]byte(raw), mailer.Envelope{}, testOptions()); (l.Machine == "") != (want == "person") {
			t.Errorf("%s elsewhere: machine %q", system, l.Machine)
		}
	}
}

// TestWordsOfHostsAreCut: of the words of a host that reports a failure no more is kept than can be
// quoted, wherever they stand in the report.
func TestWordsOfHostsAreCut(t *testing.T) {
	words := "550 5.1.1 " + strings.Repeat("Your bank: log in at evil.example. ", 40) + "\x1b[2J"
	const head = "From: MAILER-DAEMON@evil.example\r\nTo: corrd+b9.abcdefghijklmnopqrstuvwxyz@club.example\r\nAuto-Submitted: auto-replied\r\n"
	for name, raw := range map[string]string{
		"a field": head + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n" +
			"Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; " + words + "\r\n\r\n--b--\r\n",
		"the text": head + "Subject: Undelivered Mail Returned to Sender\r\n\r\nI'm sorry to have to inform you that your message could not\r\nbe delivered to one or more recipients.\r\n\r\n<a@b.example>: host b.example said:\r\n    " + words + "\r\n",
		"a notice": strings.Replace(head, "Auto-Submitted: auto-replied", "Subject: AWS Notification Message", 1) + "\r\n{\"notificationType\":\"Bounce\",\"bounce\":{\"bounceType\":\"Permanent\",\"bouncedRecipients\":[{\"status\":\"5.1.1\",\"diagnosticCode\":\"smtp; " + strings.ReplaceAll(words, "\x1b", "\\u001b") + "\"}]}}\r\n",
	} {
		l := Letter([]byte(raw), mailer.Envelope{}, testOptions())
		if l.DSN == nil || !l.DSN.Hard() {
			t.Errorf("%s: %+v", name, l.DSN)
			continue
		}
		if d := l.DSN.Diagnostic; len(d) > 210 || d != mailer.OneLine(d) {
			t.Errorf("%s: %d octets are kept: %.100q", name, len(d), d)
		}
	}
}
