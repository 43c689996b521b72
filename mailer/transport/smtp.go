package transport

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/mailer"
)

// SubmissionOptions say where letters are handed in (RFC 6409). A zero field has the
// default that its comment names.
type SubmissionOptions struct {
	Addr     string // host:port
	Security Security
	Roots    *x509.CertPool // the authorities that may vouch for the server's certificate; nil: the system's
	Dial     Dialer         // nil: the system's
	Login                   // sent without TLS only to a server on loopback, or with InClearAnywhere
	HELO     string         // the name in EHLO; localhost
	Timeout  time.Duration  // how long a command, or the answer to a letter, may take; one minute
	Idle     time.Duration  // how long an unused connection is kept; 30 seconds
}

// Submission hands letters to a submission server over one connection, which is kept
// between letters. Several goroutines may use a Submission; they hand in one letter at a
// time.
type Submission struct {
	options SubmissionOptions
	mutex   sync.Mutex
	client  *smtp.Client // nil when there is no connection
	conn    net.Conn
	idle    *time.Timer
}

// NewSubmission makes a Submission that connects with its first letter.
func NewSubmission(o SubmissionOptions) *Submission {
	o.HELO = cmp.Or(o.HELO, "localhost")
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.Idle = cmp.Or(o.Idle, 30*time.Second)
	return &Submission{options: o}
}

// sendError makes a SendError of an error at a stage.
func sendError(stage string, err error) *mailer.SendError {
	e := &mailer.SendError{Stage: stage, Text: err.Error(), Cause: err}
	var reply *smtp.SMTPError
	if errors.As(err, &reply) {
		e.Code, e.Text = reply.Code, reply.Message
		if c := reply.EnhancedCode; c[0] > 0 {
			e.Enhanced = fmt.Sprintf("%d.%d.%d", c[0], c[1], c[2])
		}
	}
	return e
}

// Send hands in raw, a letter with CRLF, for one recipient. mailFrom is the envelope
// sender, "" the null reverse-path. Send returns nil once the server has taken the letter
// over, else a *mailer.SendError. If the connection breaks while Send waits for the answer,
// the server may have taken the letter all the same; sending the same octets again is
// right.
func (s *Submission) Send(ctx context.Context, mailFrom, to string, raw []byte) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	kept := s.client != nil
	e := s.attempt(ctx, mailFrom, to, raw)
	if e != nil && kept && e.Stage == mailer.StageSender && s.client == nil && ctx.Err() == nil {
		e = s.attempt(ctx, mailFrom, to, raw) // the server had closed the connection since the last letter
	}
	if e == nil {
		return nil
	}
	return e
}

// attempt makes one try, and drops the connection if the connection fails.
func (s *Submission) attempt(ctx context.Context, mailFrom, to string, raw []byte) *mailer.SendError {
	if e := s.connect(ctx); e != nil {
		return e
	}
	conn := s.conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	e := s.transaction(mailFrom, to, raw)
	if e != nil && (e.Code == 0 || e.Code == 421 || s.client.Reset() != nil) {
		s.drop()
		return e
	}
	s.idle.Reset(s.options.Idle)
	return e
}

// transaction hands in one letter over the connection.
func (s *Submission) transaction(mailFrom, to string, raw []byte) *mailer.SendError {
	if err := s.client.Mail(mailFrom, nil); err != nil {
		return sendError(mailer.StageSender, err)
	}
	if err := s.client.Rcpt(to, nil); err != nil {
		return sendError(mailer.StageRecipient, err)
	}
	w, err := s.client.Data()
	if err != nil {
		return sendError(mailer.StageData, err)
	}
	if _, err := bytes.NewReader(raw).WriteTo(w); err != nil {
		return sendError(mailer.StageData, err)
	}
	if err := w.Close(); err != nil {
		return sendError(mailer.StageData, err)
	}
	return nil
}

// longestReply is the length in octets of the longest greeting or reply of a submission
// server.
const longestReply = 64 << 10

// connect makes a connection if there is none.
func (s *Submission) connect(ctx context.Context) *mailer.SendError {
	if s.client != nil {
		s.idle.Stop()
		return nil
	}
	config := clientTLS(s.options.Addr, s.options.Roots)
	conn, err := dialServer(ctx, s.options.Dial, s.options.Addr, s.options.Security, config, s.options.Timeout, longestReply)
	if err != nil {
		return sendError(mailer.StageConnect, err)
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if s.client, err = s.newClient(conn, config); err != nil {
		conn.Close()
		return sendError(mailer.StageConnect, err)
	}
	s.conn = conn
	if err := s.greet(); err != nil {
		s.drop()
		return sendError(mailer.StageConnect, err)
	}
	s.idle = time.AfterFunc(s.options.Idle, s.Close)
	s.idle.Stop() // stopped until the letter has been handed in
	return nil
}

// newClient makes a client of a connection, after STARTTLS if the options ask for TLS that
// way.
func (s *Submission) newClient(conn net.Conn, config *tls.Config) (client *smtp.Client, err error) {
	if s.options.Security == StartTLS {
		defer time.AfterFunc(s.options.Timeout, func() { conn.Close() }).Stop()
		if client, err = smtp.NewClientStartTLS(conn, config); err != nil {
			return nil, err
		}
	} else {
		client = smtp.NewClient(conn)
	}
	client.CommandTimeout, client.SubmissionTimeout = s.options.Timeout, s.options.Timeout
	return client, nil
}

// greet says EHLO and logs in.
func (s *Submission) greet() error {
	if err := s.client.Hello(s.options.HELO); err != nil {
		return err
	}
	if s.options.User == "" {
		return nil
	}
	exchange, err := s.options.Login.client(s.options.Addr)
	if err != nil {
		return err
	}
	return s.client.Auth(exchange)
}

// Check connects and logs in, and sends nothing. The error is for the operator.
func (s *Submission) Check(ctx context.Context) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if e := s.connect(ctx); e != nil {
		return e
	}
	s.idle.Reset(s.options.Idle)
	return nil
}

// Close ends the connection, if there is one; the next letter makes another.
func (s *Submission) Close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.client != nil {
		s.client.CommandTimeout = time.Second
		s.client.Quit()
		s.drop()
	}
}

// drop closes the connection without a word to the server.
func (s *Submission) drop() {
	s.conn.Close()
	s.conn, s.client = nil, nil
	if s.idle != nil {
		s.idle.Stop()
	}
}
