package parse

import (
	"strings"
	"testing"

	"corrd/mailer"
)

// TestNameAndDateAnnounceAQuotation: below the sender's words, a name without an address and a date
// with a time of day announce a quotation, in either order, so that a move in it is not the
// sender's.
func TestNameAndDateAnnounceAQuotation(t *testing.T) {
	const own = "7. Kt-KB3"
	for _, heading := range []string{
		"Alice Arden\n1 May 2026 10:12", "Alice Arden\n\n1 May 2026 10:12", "1 May 2026 10:12\nAlice Arden", "Alice\n1 May 2026 10:12", "A. B. Arden\nFri, 1 May 2026, 10:12",
		"Alice Mary O'Brien-Arden\n2026-05-01 10:12:13", "Élodie Müller\n01.05.2026 10:12", "Алиса Арденская\n1 мая 2026 10:12", "Dr. Alice Arden\n1/5/2026 10:12 AM", "ALICE ARDEN\nMay 1, 2026 10:12 PM",
	} {
		for _, between := range []string{"\n", "\n\n"} {
			if got := newText(own + "\n\n" + heading + between + "P-K4\nI resign\n"); got != own {
				t.Errorf("%q: %q", heading, got)
			}
			if got := newText(own + "\n\nGood luck!\n\n" + heading + between + "> P-K4\n"); !strings.HasPrefix(got, own) || strings.Contains(got, "P-K4") {
				t.Errorf("%q, marked: %q", heading, got)
			}
		}
	}
	l := Letter(mailOf("text/plain; charset=utf-8", "8bit", []byte(own+"\n\nAlice Arden\n1 May 2026 10:12\n\nP-K4\n")), mailer.Envelope{}, testOptions())
	if l.Text != own || len(l.Unread) != 1 {
		t.Errorf("%q, unread %q: the sender is told what was not read", l.Text, l.Unread)
	}
}

// TestNameAndDateOfTheSender: a name and a date at the head of a letter are the sender's own, and
// so are names and dates in sentences or without a time of day.
func TestNameAndDateOfTheSender(t *testing.T) {
	for _, text := range []string{
		"Alice Arden\n1 May 2026 10:12\n\n7. Kt-KB3", "1 May 2026 10:12\nAlice Arden\n\n7. Kt-KB3", "Dear Bob,\n\nAlice Arden\n\n7. Kt-KB3", "Hello.\nAlice Arden\n1 May 2026\n7. Kt-KB3",
		"Hello.\nyours, Alice\n1 May 2026 10:12\n7. Kt-KB3", "Hello.\nI played it at\n1 May 2026 10:12\n7. Kt-KB3", "Hello.\nP-K4\n1 May 2026 10:12\n7. Kt-KB3",
	} {
		if got := newText(text); got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
}
