package office

import (
	"io"
	"net"

	"github.com/emersion/go-smtp"
)

// Hop is the next hop of a daemon under test or measurement: a mail server on this machine which
// takes every letter, whoever the recipient is.
type Hop struct {
	Port   int // on 127.0.0.1
	server *smtp.Server
}

// ListenHop opens a Hop that hands each letter to take, from several connections at once; the error of take refuses the letter.
func ListenHop(take func(to []string, raw []byte) error) (*Hop, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &hopSession{take: take}, nil }))
	s.MaxLineLength = 64 << 10
	go s.Serve(l)
	return &Hop{l.Addr().(*net.TCPAddr).Port, s}, nil
}

// Close ends the Hop.
func (h *Hop) Close() error { return h.server.Close() }

type hopSession struct {
	take func(to []string, raw []byte) error
	to   []string
}

// Mail begins a letter, from whomever.
func (s *hopSession) Mail(string, *smtp.MailOptions) error { return nil }

// Reset drops the letter that has begun.
func (s *hopSession) Reset() { s.to = nil }

// Logout ends the conversation.
func (s *hopSession) Logout() error { return nil }

// Rcpt notes a recipient.
func (s *hopSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

// Data hands on a letter that has come as a whole.
func (s *hopSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err // the daemon was killed in the middle of the letter
	}
	return s.take(s.to, raw)
}
