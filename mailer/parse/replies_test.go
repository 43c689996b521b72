package parse

import (
	"maps"
	"os"
	"strings"
	"testing"

	"corrd/mailer"
)

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
