package parse

import (
	"strings"
	"testing"

	"corrd/mailer"
)

// kindOf gives the kind of a letter as bounces.txt names the kinds.
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
