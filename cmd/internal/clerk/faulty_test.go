package clerk

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// TestFaultInReading: where reading one letter breaks off, the daemon goes on, the log has the
// fault, and the letter counts as one that is given up.
func TestFaultInReading(t *testing.T) {
	var log bytes.Buffer
	read := 0
	page := pageOnce(slog.New(slog.NewTextHandler(&log, nil)), mailer.Letter{MessageID: "broken@example.org"}, func(mailer.Letter) interpret.Page {
		read++
		panic("no such line")
	})
	for range 2 {
		if got := page(); !got.GivenUp || len(got.Statements) > 0 {
			t.Errorf("the page is %+v", got)
		}
	}
	if read != 1 {
		t.Errorf("read %d times", read)
	}
	for _, want := range []string{"no such line", "broken@example.org", "faulty_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
	answers := func(mailer.Letter) [][]byte { panic("no such header") }
	mail, err := letterIn([]byte("From: a@example.org\r\nSubject: Re: x\r\nIn-Reply-To: <1@corrd.example>\r\n\r\nP-K4\r\n\r\nOn Monday you wrote:\r\nWhite: P-K4 and Black: P-K4, and it is your move now.\r\n"), mailer.Envelope{}, parse.Options{Answers: answers})
	if err == nil || !strings.Contains(err.Error(), "no such header") || mail.From != "" {
		t.Errorf("letter from %q, error %v", mail.From, err)
	}
}
