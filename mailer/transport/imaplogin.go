package transport

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// greet makes a client of a connection, after STARTTLS if the options ask for TLS that way.
func (m *Mailbox) greet(conn net.Conn, o *imapclient.Options) (*imapclient.Client, error) {
	if m.options.Security != StartTLS {
		return imapclient.New(conn, o), nil
	}
	defer time.AfterFunc(m.options.CommandTimeout, func() { conn.Close() }).Stop()
	client, err := imapclient.NewStartTLS(conn, o)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("STARTTLS: %w", err)
	}
	return client, nil
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
	caps := s.client.Caps()
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
	if s.left == nil || s.uidValidity != data.UIDValidity {
		s.uidValidity = data.UIDValidity
		s.left, s.stuck, s.copied = map[imap.UID]bool{}, map[imap.UID]string{}, map[imap.UID]bool{}
	}
	return nil
}

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
