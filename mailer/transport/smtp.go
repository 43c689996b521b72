package transport

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
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
	// the authorities that may vouch for the server's certificate; nil: the system's
	Roots *x509.CertPool
	Dial  Dialer // nil: the system's
	// sent without TLS only to a server on loopback, or with InClearAnywhere
	Login
	HELO    string        // the name in EHLO; localhost
	Timeout time.Duration // how long a command, or the answer to a letter, may take; one minute
	Idle    time.Duration // how long an unused connection is kept; 30 seconds
}

// Submission hands letters to a submission server over a few connections, which are kept
// between letters. Several goroutines may use a Submission.
type Submission struct {
	options SubmissionOptions
	places  chan struct{} // holds one element for each letter under way
	mutex   sync.Mutex    // held for moments
	open    int           // connections, and those that are being made
	unused  []*connection // connections, the one used last at the end
}

// connection is a connection to a submission server.
type connection struct {
	*smtp.Client
	conn  net.Conn
	plain bool        // what is written to conn is what the client writes; after STARTTLS it is not
	idle  *time.Timer // ends the connection while no letter uses it
}

// How many letters are handed in at the same time, each over a connection of its own; and
// for how long there is one connection less when the server has refused one.
const (
	mostConnections = 8
	fewerFor        = 5 * time.Minute
)

// NewSubmission makes a Submission that connects with its first letter.
func NewSubmission(o SubmissionOptions) *Submission {
	o.HELO = cmp.Or(o.HELO, "localhost")
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.Idle = cmp.Or(o.Idle, 30*time.Second)
	return &Submission{options: o, places: make(chan struct{}, mostConnections)}
}

// sendError makes a SendError of an error at a stage.
func sendError(stage string, err error) *mailer.SendError {
	e := &mailer.SendError{Stage: stage, Text: mailer.HostWords(err.Error()), Cause: err}
	var reply *smtp.SMTPError
	if errors.As(err, &reply) {
		e.Code, e.Text = reply.Code, mailer.HostWords(reply.Message)
		if c := reply.EnhancedCode; c[0] > 0 {
			e.Enhanced = fmt.Sprintf("%d.%d.%d", c[0], c[1], c[2])
		}
	}
	return e
}

// Send hands in raw, a letter with CRLF, for one recipient. mailFrom is the envelope sender, and
// "" means the null reverse-path. Send returns nil when the server has taken the letter over, and
// otherwise a *mailer.SendError. If the connection breaks while Send waits for the answer, the
// server may have taken the letter nevertheless; the caller then sends the same octets again.
func (s *Submission) Send(ctx context.Context, mailFrom, to string, raw []byte) error {
	for {
		select {
		case s.places <- struct{}{}:
		case <-ctx.Done():
			return sendError(mailer.StageConnect, ctx.Err())
		}
		e := s.send(ctx, mailFrom, to, raw)
		if e != nil && e.Stage == mailer.StageConnect && e.Code != 0 && s.count(0) > 0 && ctx.Err() == nil {
			// the server takes no more at once: the letter waits for one of the others
			time.AfterFunc(fewerFor, func() { <-s.places })
			continue
		}
		<-s.places
		if e == nil {
			return nil
		}
		return e
	}
}

// count changes by n how many connections there are, or are being made, and returns their
// number.
func (s *Submission) count(n int) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.open += n
	return s.open
}

// send hands in one letter over an unused connection. If there is none, or if the server does not
// take the sender over it, send makes a new connection: the server may have closed the connection
// since the last letter, or the reply may be one too many to the letter before.
func (s *Submission) send(ctx context.Context, mailFrom, to string, raw []byte) *mailer.SendError {
	if c := s.take(); c != nil {
		e := s.attempt(ctx, c, mailFrom, to, raw)
		if e == nil || e.Stage != mailer.StageSender || ctx.Err() != nil {
			return e
		}
	}
	c, e := s.connect(ctx)
	if e != nil {
		return e
	}
	return s.attempt(ctx, c, mailFrom, to, raw)
}

// attempt makes one try, and drops the connection if the connection fails.
func (s *Submission) attempt(ctx context.Context, c *connection, mailFrom, to string, raw []byte) *mailer.SendError {
	stop := context.AfterFunc(ctx, func() { c.conn.Close() })
	defer stop()
	e := c.transaction(mailFrom, to, raw)
	if e != nil && (e.Stage == mailer.StageSender || e.Code == 0 || e.Code == 421 || c.Reset() != nil) {
		s.drop(c)
		return e
	}
	s.keep(c)
	return e
}

// take takes the unused connection that was used last, or nil if there is none.
func (s *Submission) take() *connection {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	last := len(s.unused) - 1
	if last < 0 {
		return nil
	}
	c := s.unused[last]
	s.unused = s.unused[:last]
	c.idle.Stop()
	return c
}

// keep keeps a connection for the next letter, for a while.
func (s *Submission) keep(c *connection) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.unused = append(s.unused, c)
	c.idle = time.AfterFunc(s.options.Idle, func() { s.end(c) })
}

// end says QUIT to the server over unused connections and closes them.
func (s *Submission) end(which ...*connection) {
	s.mutex.Lock()
	which = slices.DeleteFunc(which, func(c *connection) bool { return !slices.Contains(s.unused, c) })
	s.unused = slices.DeleteFunc(s.unused, func(c *connection) bool { return slices.Contains(which, c) })
	s.mutex.Unlock()
	for _, c := range which {
		c.CommandTimeout = time.Second
		c.Quit()
		s.drop(c)
	}
}

// drop closes a connection without QUIT.
func (s *Submission) drop(c *connection) {
	c.conn.Close()
	s.count(-1)
}

// Close ends the unused connections; the next letter makes another.
func (s *Submission) Close() {
	s.mutex.Lock()
	unused := slices.Clone(s.unused)
	s.mutex.Unlock()
	s.end(unused...)
}

// transaction hands in one letter over the connection.
func (c *connection) transaction(mailFrom, to string, raw []byte) *mailer.SendError {
	if err := c.Mail(mailFrom, nil); err != nil {
		return sendError(mailer.StageSender, err)
	}
	if err := c.Rcpt(to, nil); err != nil {
		return sendError(mailer.StageRecipient, err)
	}
	w, err := c.Data()
	if err != nil {
		return sendError(mailer.StageData, err)
	}
	if raw, err = c.writeMost(raw); err != nil {
		return sendError(mailer.StageData, err)
	}
	if _, err := w.Write(raw); err != nil {
		return sendError(mailer.StageData, err)
	}
	if err := w.Close(); err != nil {
		return sendError(mailer.StageData, err)
	}
	return nil
}

// writeMost writes the text of a letter but for the end of its last line, and returns the rest. The
// client writes octet by octet, which takes as long as everything else about handing over a letter;
// therefore the client writes only what writeMost leaves: the end, or the whole text after STARTTLS
// and where a line does not end with CRLF.
func (c *connection) writeMost(raw []byte) (rest []byte, err error) {
	c.conn.SetDeadline(time.Now().Add(c.SubmissionTimeout)) // the client sets one only for the end
	body, ok := bytes.CutSuffix(raw, crlf)
	if !ok || !c.plain || bytes.Count(raw, crlf) != bytes.Count(raw, crlf[1:]) {
		return raw, nil
	}
	_, err = c.conn.Write(dotted(body))
	return crlf, err
}

var crlf = []byte("\r\n")

// dotted returns a text with a full stop more before each line that begins with one (RFC 5321,
// 4.5.2).
func dotted(text []byte) []byte {
	if bytes.HasPrefix(text, []byte(".")) {
		text = append([]byte("."), text...)
	}
	if !bytes.Contains(text, []byte("\r\n.")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n."), []byte("\r\n.."))
}

// longestReply is the length in octets of the longest greeting or reply of a submission
// server.
const longestReply = 64 << 10

// connect makes a connection.
func (s *Submission) connect(ctx context.Context) (c *connection, e *mailer.SendError) {
	s.count(1)
	defer func() {
		if e != nil {
			s.count(-1)
		}
	}()
	config := clientTLS(s.options.Addr, s.options.Roots)
	conn, err := dialServer(ctx, s.options.Dial, s.options.Addr, s.options.Security, config, s.options.Timeout, longestReply)
	if err != nil {
		return nil, sendError(mailer.StageConnect, err)
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	client, err := s.newClient(conn, config)
	if err == nil {
		err = s.greet(client)
	}
	if err != nil {
		conn.Close()
		return nil, sendError(mailer.StageConnect, err)
	}
	return &connection{Client: client, conn: conn, plain: s.options.Security != StartTLS}, nil
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
func (s *Submission) greet(client *smtp.Client) error {
	if err := client.Hello(s.options.HELO); err != nil {
		return err
	}
	if s.options.User == "" {
		return nil
	}
	exchange, err := s.options.Login.client(s.options.Addr)
	if err != nil {
		return err
	}
	return client.Auth(exchange)
}

// Check connects and logs in, and sends nothing. The error is for the operator.
func (s *Submission) Check(ctx context.Context) error {
	c, e := s.connect(ctx)
	if e != nil {
		return e
	}
	s.keep(c)
	return nil
}

// Greeting connects, returns the name with which the server greets (RFC 5321, 4.2), and ends the
// connection without a letter. The name is "" when the greeting contains none. Greeting returns
// an error when the server cannot be reached or does not greet with 220.
func (s *Submission) Greeting(ctx context.Context) (name string, err error) {
	conn, err := dialServer(ctx, s.options.Dial, s.options.Addr, s.options.Security, clientTLS(s.options.Addr, s.options.Roots), s.options.Timeout, longestReply)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	conn.SetDeadline(time.Now().Add(s.options.Timeout))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", err
	}
	fmt.Fprint(conn, "QUIT\r\n")
	if !strings.HasPrefix(line, "220") || len(line) < 4 {
		return "", fmt.Errorf("the server greets with %.100q", line)
	}
	if fields := strings.Fields(line[4:]); len(fields) > 0 {
		name = fields[0]
	}
	return name, nil
}
