package parse

import (
	"strings"
	"testing"

	"corrd/mailer"
)

// TestOwnLineNearlyAsInTheLetter checks that a line which says a little more than a line of the
// quoted letter counts as the sender's, above the quotation and below.
func TestOwnLineNearlyAsInTheLetter(t *testing.T) {
	const sent = "Your claim (II.9(c)) is before the umpire. It is your move.\n\n" +
		"| claim forfeiture: II.9(c) he used a book at home\n\n" +
		"Play goes on, and so do the clocks, until the umpire rules or suspends the game.\n\n" +
		"You may answer with your move on the first line, or with one of the lines that stand below.\n"
	known := testOptions()
	known.Answers = func(mailer.Letter) [][]byte { return [][]byte{[]byte("From: corrd@club.example\n\n" + sent)} }
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(sent), "\n", "\n> ")
	for _, own := range []string{
		"claim forfeiture: II.9(c) he used a book at home again",
		"claim forfeiture: II.9(c) he used a book at home",
		"again: claim forfeiture: II.9(c) he used a book at home",
	} {
		for place, body := range map[string]string{
			"above":           own + "\n\nOn a day, corrd wrote:\n" + quoted + "\n",
			"above, unmarked": own + "\n\n" + sent,
			"below":           quoted + "\n\n" + own + "\n",
		} {
			l := Letter(mailOf("text/plain; charset=utf-8", "8bit", []byte(body)), mailer.Envelope{}, known)
			if l.Text != own {
				t.Errorf("%s: %q is read as %q", place, own, l.Text)
			}
		}
	}
}
