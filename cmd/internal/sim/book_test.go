package sim

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"corrd/mailer"
)

// purpose is what the writer of a letter is entitled to.
type purpose int

const (
	toPlay   purpose = iota // the key of a seat, from its own address: it may act
	toOffice                // the registrar's or the office's affair
	toNobody                // a machine's, a stranger's, a forger's: nothing in a game may come of it
)

// sending is one letter as its writer wrote it. It may be handed in many times.
type sending struct {
	id      int
	purpose purpose
	login   string // "" hands in without AUTH
	from    string
	to      string
	token   mailer.Token
	text    string
	raw     []byte
	copyOf  int // the sending whose words it repeats by hand; 0: none

	acknowledged int // times the office said 250
}

// book is everybody's own record of what he wrote, kept apart from corrd's.
type book struct {
	mu       sync.Mutex
	sendings []*sending
	posting  sync.WaitGroup
}

// write enters a letter. header are further header lines, each with its CRLF.
func (b *book) write(s sending, subject, header, body string) *sending {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.id = len(b.sendings) + 1
	s.token = tokenOf(s.to)
	var raw bytes.Buffer
	fmt.Fprintf(&raw, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <%d@%s>\r\n%s: %d\r\n%s\r\n%s\r\n",
		s.from, s.to, subject, time.Now().Format(time.RFC1123Z), s.id, "letters.example", numberField, s.id, header, strings.ReplaceAll(body, "\n", "\r\n"))
	s.raw = raw.Bytes()
	b.sendings = append(b.sendings, &s)
	return &s
}

// numberField names the header line that says which sending a letter is.
const numberField = "X-Sending"

func tokenOf(address string) mailer.Token {
	local, _, _ := strings.Cut(address, "@")
	_, detail, _ := strings.Cut(local, "+")
	t, _ := mailer.ParseToken(detail)
	return t
}

// handIn takes a letter to the office once.
func (b *book) handIn(n *network, by *client, s *sending) error {
	conn, err := n.dial(by, "smtp")
	if err != nil {
		return err
	}
	c := smtp.NewClient(conn)
	defer c.Close()
	c.CommandTimeout, c.SubmissionTimeout = time.Minute, time.Minute
	if s.login != "" {
		if err := c.Auth(sasl.NewPlainClient("", s.login+"@"+domain, password)); err != nil {
			return err
		}
	}
	if err := c.SendMail(s.from, []string{s.to}, bytes.NewReader(s.raw)); err != nil {
		return err
	}
	b.mu.Lock()
	s.acknowledged++
	b.mu.Unlock()
	return nil
}
