package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// greet makes a client of a connection, after STARTTLS if the options ask for TLS that way.
// The client calls told when the server tells of new mail.
func (m *Mailbox) greet(ctx context.Context, conn net.Conn, told func()) (*imapclient.Client, error) {
	read := &checked{Conn: conn}
	if m.options.Security == StartTLS {
		secure, err := m.startTLS(ctx, conn)
		if err != nil {
			conn.Close()
			return nil, fmt.Errorf("STARTTLS: %w", err)
		}
		read.Conn = secure
		read.greeting.Reset("* OK TLS has begun\r\n") // the server greets only once
	}
	// The function runs inside the reader of the client and may only signal.
	handle := func(data *imapclient.UnilateralDataMailbox) {
		if data.NumMessages != nil {
			told()
		}
	}
	unilateral := &imapclient.UnilateralDataHandler{Mailbox: handle}
	return imapclient.New(read, &imapclient.Options{UnilateralDataHandler: unilateral}), nil
}

// longestGreeting is the number of octets that a server may say before TLS.
const longestGreeting = 64 << 10

// startTLS asks a server that has just been dialled for TLS (RFC 9051, 6.2.1). Nothing that
// the server says in the clear is believed but its OK, behind which nothing may follow.
func (m *Mailbox) startTLS(ctx context.Context, conn net.Conn) (*tls.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, m.options.CommandTimeout)
	defer cancel()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	clear := bufio.NewReader(io.LimitReader(conn, longestGreeting))
	greeting, err := clear.ReadString('\n')
	if err != nil {
		return nil, err
	}
	if !says(greeting, "*", "OK") {
		return nil, fmt.Errorf("the server greets with %q", greeting)
	}
	const tag = "tls"
	if _, err := io.WriteString(conn, tag+" STARTTLS\r\n"); err != nil {
		return nil, err
	}
	answer := "* "
	for strings.HasPrefix(answer, "* ") {
		if answer, err = clear.ReadString('\n'); err != nil {
			return nil, err
		}
	}
	if !says(answer, tag, "OK") {
		return nil, fmt.Errorf("the server answers %q", answer)
	}
	if clear.Buffered() > 0 {
		return nil, errors.New("the server says more before TLS begins")
	}
	secure := tls.Client(conn, clientTLS(m.options.Addr, m.options.Roots))
	return secure, secure.HandshakeContext(ctx)
}

// says reports whether a line begins with two words.
func says(line, first, second string) bool {
	words := strings.Fields(line)
	return len(words) > 1 && words[0] == first && strings.EqualFold(words[1], second)
}

// open logs in, makes the mailboxes that are missing, takes the lease and selects the
// mailbox.
func (s *session) open() error {
	defer s.guard()()
	if err := s.login(); err != nil {
		if s.isOpen() {
			err = fmt.Errorf("%w: %w", errLogin, err)
		}
		return fmt.Errorf("imap: login as %s: %w", s.options.User, err)
	}
	// the library may still hold the capabilities of before the login
	caps, err := s.client.Capability().Wait()
	if err != nil {
		return fmt.Errorf("imap: capability: %w", err)
	}
	s.canIdle = caps.Has(imap.CapIdle)
	s.canMove = caps.Has(imap.CapMove)
	s.marksOnly = !s.canMove && !caps.Has(imap.CapUIDPlus)
	for _, name := range []string{s.options.Processed, s.options.Rejected} {
		if err := s.ensure(name); err != nil {
			return err
		}
	}
	if err := s.hold(); err != nil {
		return err
	}
	return s.choose()
}

// choose selects the mailbox. What the session knows of the letters there holds as long as
// the UIDVALIDITY does (RFC 9051, 2.3.1.1).
func (s *session) choose() error {
	defer s.guard()()
	data, err := s.client.Select(s.options.Mailbox, nil).Wait()
	if err != nil {
		return fmt.Errorf("imap: select %s: %w", s.options.Mailbox, err)
	}
	if data.UIDValidity == 0 {
		return fmt.Errorf("imap: select %s: %w", s.options.Mailbox, errNoUIDValidity)
	}
	if s.left == nil || s.uidValidity != data.UIDValidity {
		s.uidValidity = data.UIDValidity
		s.left, s.stuck, s.copied = map[imap.UID]bool{}, map[imap.UID]string{}, map[imap.UID]bool{}
	}
	return nil
}

// errNoUIDValidity means that nothing names the letters of a mailbox for ever: after the
// next change of its UIDs a new letter could be taken for one that was handled.
var errNoUIDValidity = errors.New("the server names no UIDVALIDITY")

// errLogin means that the server refuses the login, or that there is no password to log in
// with.
var errLogin = errors.New("refused")

// isOpen reports whether the server still talks to the client.
func (s *session) isOpen() bool {
	select {
	case <-s.client.Closed():
		return false
	default:
		return !s.cut.Load()
	}
}

// login sends a password with the LOGIN command, which every server has unless its
// capabilities say LOGINDISABLED, and a token with its own SASL mechanism.
func (s *session) login() error {
	o := s.options
	disabled := s.client.Caps().Has(imap.CapLoginDisabled)
	if o.Mechanism == XOAuth2 || o.Mechanism == OAuthBearer || disabled {
		exchange, err := o.Login.client(o.Addr)
		if err != nil {
			return err
		}
		return s.client.Authenticate(exchange)
	}
	password, err := o.Secret()
	if err != nil {
		return err
	}
	return s.client.Login(o.User, password).Wait()
}

// ensure makes the mailbox name if there is none. Another client may make the mailbox at
// the same time.
func (s *session) ensure(name string) error {
	found, err := s.client.List("", name, nil).Collect()
	if err != nil {
		return fmt.Errorf("imap: list %s: %w", name, err)
	}
	if len(found) > 0 {
		return nil
	}
	err = s.client.Create(name, nil).Wait()
	var refusal *imap.Error
	if errors.As(err, &refusal) && refusal.Code == imap.ResponseCodeAlreadyExists {
		return nil
	}
	if err != nil {
		return fmt.Errorf("imap: create %s: %w", name, err)
	}
	return nil
}
