package daemon_test

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

// purpose is what the writer of a letter may achieve with it.
type purpose int

const (
	// a letter with the key of a seat, from the seat's own address: it may act
	toPlay   purpose = iota
	toOffice         // a letter for the registrar or the office
	toEvent          // a letter with a key of an all-play-all event: it may act in any game of its writer there
	// a letter of a machine, a stranger or a forger, which must have no effect in a game
	toNobody
)

// sending is one letter as its writer wrote it. The writer may hand it in many times.
type sending struct {
	id      int
	purpose purpose
	login   string // "": the writer hands in without AUTH
	from    string
	to      string
	token   mailer.Token
	text    string
	header  string // header lines that not every letter has
	raw     []byte

	posted       int  // how often its writer took it to the mail server
	acknowledged int  // how often the mail server answered 250
	passed       bool // somebody has taken it to corrd itself, perhaps in vain
	committed    int  // how often corrd itself answered 250
}

// book is the players' own record of what they wrote, kept apart from corrd's record.
type book struct {
	mu       sync.Mutex
	sendings []*sending
	posting  sync.WaitGroup
}

// write enters a letter into the book. header holds further header lines, each with its CRLF.
func (b *book) write(s sending, subject, header, body string) *sending {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.id = len(b.sendings) + 1
	s.token, s.header = tokenOf(s.to), header
	var raw bytes.Buffer
	fmt.Fprintf(&raw, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <%d@%s>\r\n%s: %d\r\n%s\r\n%s\r\n",
		s.from, s.to, subject, time.Now().Format(time.RFC1123Z), s.id, "letters.example", numberField, s.id, header, strings.ReplaceAll(body, "\n", "\r\n"))
	s.raw = raw.Bytes()
	b.sendings = append(b.sendings, &s)
	return &s
}

// numberField is the name of the header line that identifies the sending.
const numberField = "X-Sending"

func tokenOf(address string) mailer.Token {
	local, _, _ := strings.Cut(address, "@")
	_, detail, _ := strings.Cut(local, "+")
	t, _ := mailer.ParseToken(detail)
	return t
}

// handIn takes a letter to the mail server once.
func (b *book) handIn(n *network, by *client, s *sending) error {
	conn, err := n.dial(by, "smtp")
	if err != nil {
		return err
	}
	c := smtp.NewClient(conn)
	if s.login != "" {
		if err := c.Auth(sasl.NewPlainClient("", s.login+"@"+domain, password)); err != nil {
			c.Close()
			return err
		}
	}
	return b.acknowledge(c, s, s.raw, &s.acknowledged)
}

// pass takes a letter to corrd itself once, as a mail server does by LMTP. The mail server's
// verdict on the author is put on top.
func (b *book) pass(n *network, by *client, s *sending) error {
	b.mu.Lock()
	s.passed = true
	b.mu.Unlock()
	conn, err := n.dial(by, "lmtp")
	if err != nil {
		return err
	}
	trace := fmt.Sprintf("Authentication-Results: %s; dmarc=%s\r\nReceived: from client by %[1]s with ESMTPA\r\n\tfor <%s>; %s\r\n",
		domain, s.dmarc(), s.to, time.Now().Format(time.RFC1123Z))
	return b.acknowledge(smtp.NewClientLMTP(conn), s, append([]byte(trace), s.raw...), &s.committed)
}

// dmarc returns the verdict of a mail server on the author.
func (s *sending) dmarc() string {
	switch {
	case s.login != "" && s.from == s.login+"@"+domain:
		return "pass"
	case s.login == "" && s.from == outside:
		return "none"
	}
	return "fail"
}

// acknowledge hands a letter over and counts a 250.
func (b *book) acknowledge(c *smtp.Client, s *sending, raw []byte, counter *int) error {
	defer c.Close()
	c.CommandTimeout, c.SubmissionTimeout = time.Minute, time.Minute
	if err := c.SendMail(s.from, []string{s.to}, bytes.NewReader(raw)); err != nil {
		return err
	}
	b.mu.Lock()
	*counter++
	b.mu.Unlock()
	return nil
}
