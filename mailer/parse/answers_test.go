package parse

import (
	"maps"
	"os"
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

// TestEmbeddedLetterIsNobodysWords checks that nothing of a letter of ours is the answerer's,
// wherever a mail program puts it without marks, and whatever it makes of its lines.
func TestEmbeddedLetterIsNobodysWords(t *testing.T) {
	const own = "7. Kt-KB3"
	const sent = "White plays 7. P-Q4. It is your move, and you have three days for it.\n\n" +
		"P-Q4\n\n" +
		"You may answer with your move on the first line, or with one of the lines that stand below.\n\n" +
		"accept draw\nresign\n\n" +
		"corrd, the office of correspondence\n"
	known := testOptions()
	known.Answers = func(mailer.Letter) [][]byte { return [][]byte{[]byte("From: corrd@club.example\n\n" + sent)} }
	indented := "    " + strings.ReplaceAll(strings.TrimSpace(sent), "\n", "\n    ") + "\n"
	broken := strings.NewReplacer("It is your move,", "It is your\nmove,", "on the first line,", "on the\nfirst line,").Replace(sent)
	for place, body := range map[string]string{
		"below":                     own + "\n\n" + sent,
		"above":                     sent + "\n" + own + "\n",
		"below, indented":           own + "\n\n" + indented,
		"above, indented":           indented + "\n" + own + "\n",
		"below, in shorter lines":   own + "\n\n" + broken,
		"above, in shorter lines":   broken + "\n" + own + "\n",
		"below, without blanks":     own + "\n\n" + strings.ReplaceAll(sent, "\n\n", "\n"),
		"above, behind a signature": sent + "\n" + own + "\n\nSent from my iPhone\n",
	} {
		l := Letter(mailOf("text/plain; charset=utf-8", "8bit", []byte(body)), mailer.Envelope{}, known)
		if got := strings.TrimSpace(l.Text); got != own {
			t.Errorf("%s: %q", place, got)
		}
	}
}

// replies returns the bodies in a file of testdata/mail, by the program that is said to write them.
func replies(t testing.TB, file string) map[string]string {
	all, err := os.ReadFile("../../testdata/mail/" + file)
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]string{}
	for part := range strings.SplitSeq("\n"+string(all), "\n=== ") {
		program, body, _ := strings.Cut(part, "\n")
		if program == "" {
			continue
		}
		if bodies[program] != "" {
			t.Errorf("%s: two bodies of %q", file, program)
		}
		bodies[program] = body
	}
	return bodies
}

// TestReplies checks that only the sender's own line of every reply is read.
func TestReplies(t *testing.T) {
	for _, file := range []string{"replies.txt", "replies-planted.txt"} {
		for program, body := range replies(t, file) {
			if got := newText(body); got != "7. Kt-KB3" {
				t.Errorf("%s: %q", program, got)
			}
		}
	}
}

// TestRepliesInHTML checks the same of replies in HTML.
func TestRepliesInHTML(t *testing.T) {
	bodies := replies(t, "replies-html.txt")
	maps.Copy(bodies, replies(t, "replies-planted-html.txt"))
	for program, body := range bodies {
		l := Letter(mailOf("text/html; charset=utf-8", "8bit", []byte(body)), mailer.Envelope{}, testOptions())
		if l.Text != "7. Kt-KB3" {
			t.Errorf("%s: %q", program, l.Text)
		}
	}
}
