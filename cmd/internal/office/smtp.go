package office

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	smtpReadTimeout  = 5 * time.Minute // RFC 5321, 4.5.3.2.7
	smtpWriteTimeout = time.Minute
	maxRecipients    = 100 // RFC 5321, 4.5.3.1.8
)

func (o *Office) newSMTPServer() *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &smtpSession{office: o, conn: c}, nil
	}))
	s.Domain = o.options.Domain
	s.MaxRecipients = maxRecipients
	s.MaxMessageBytes = o.options.Limit + 1    // the library refuses a letter of exactly its limit
	s.MaxLineLength = 8 * int(o.options.Limit) // the library hangs up beyond the limit; 552 comes before
	s.AllowInsecureAuth = true
	s.EnableSMTPUTF8 = true
	s.ReadTimeout, s.WriteTimeout = smtpReadTimeout, smtpWriteTimeout
	s.ErrorLog = slog.NewLogLogger(o.options.Logger.Handler(), slog.LevelWarn)
	return s
}

func smtpRefusal(code int, enhanced smtp.EnhancedCode, text string) *smtp.SMTPError {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
}

// The refusals of SMTP that need no detail.
var (
	errBareLine = smtpRefusal(554, smtp.EnhancedCode{5, 6, 0}, "A CR or LF stands alone in the letter; lines end with CRLF")
	errTrouble  = smtpRefusal(451, smtp.EnhancedCode{4, 3, 0}, "The office has a trouble of its own; try again later")
	errNoLogin  = smtpRefusal(454, smtp.EnhancedCode{4, 7, 0}, "The office has a trouble of its own; try again later")
	errBadPath  = smtpRefusal(553, smtp.EnhancedCode{5, 1, 7}, "Not a reverse path that can be written down")
	errCutOff   = smtpRefusal(451, smtp.EnhancedCode{4, 4, 2}, "The letter broke off")
)

// smtpSession is the SMTP conversation with one client. With CHUNKING the library may call
// Reset while Data still runs, hence the mutex.
type smtpSession struct {
	office *Office
	conn   *smtp.Conn

	mu    sync.Mutex
	login string // the account, "" before AUTH
	from  string
	to    []recipient
}

// AuthMechanisms returns what EHLO offers.
func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain, sasl.Login} }

// Auth begins an authentication (RFC 4954).
func (s *smtpSession) Auth(mechanism string) (sasl.Server, error) {
	check := func(user, password string) error {
		account, err := s.office.login(user, password)
		switch {
		case err != nil:
			return errNoLogin
		case account == "":
			return smtp.ErrAuthFailed
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.login = account
		return nil
	}
	switch mechanism {
	case sasl.Plain:
		return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) }), nil
	case sasl.Login:
		return &loginServer{check: check}, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

// loginServer is the obsolete LOGIN mechanism: a name, then a password.
type loginServer struct {
	check func(user, password string) error
	user  string
	asked bool
}

// Next takes the client's answer and returns the next question.
func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case response == nil:
		return []byte("Username:"), false, nil
	case !l.asked:
		l.user, l.asked = string(response), true
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(l.user, string(response))
}

// Mail takes the reverse path, which may be null.
func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.ContainsFunc(from, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == '<' || r == '>' }) {
		return errBadPath
	}
	s.from = from
	return nil
}

// Rcpt takes a recipient of the office's domain; the office delivers nowhere else.
func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	domain := to[strings.LastIndexByte(to, '@')+1:]
	if !s.office.isOurs(domain) {
		return smtpRefusal(550, smtp.EnhancedCode{5, 7, 1}, "this office delivers only inside "+s.office.options.Domain)
	}
	r := recipient{address: to, account: s.office.accountAt(to)}
	if r.account == "" {
		return smtpRefusal(550, smtp.EnhancedCode{5, 1, 3}, "No mailbox can have that name")
	}
	same := func(other recipient) bool { return strings.EqualFold(other.address, r.address) }
	if !slices.ContainsFunc(s.to, same) {
		s.to = append(s.to, r)
	}
	return nil
}

// Data takes the letter. It returns nil, which becomes 250, only when every
// recipient's copy is on disk.
func (s *smtpSession) Data(r io.Reader) error {
	e := s.envelope()
	text, err := io.ReadAll(r)
	switch {
	case errors.Is(err, smtp.ErrDataTooLarge) || int64(len(text)) > s.office.options.Limit:
		return smtp.ErrDataTooLarge
	case errors.Is(err, smtp.ErrDataReset):
		return errCutOff
	case errors.Is(err, errBareLine):
		return errBareLine // nothing more is read from this client
	case err != nil:
		s.conn.Conn().Close() // the rest of the letter would be taken for commands
		return errCutOff
	case hasBareLineEnd(text):
		return errBareLine
	}
	return s.office.accept(e, text)
}

func (s *smtpSession) envelope() envelope {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := envelope{helo: s.conn.Hostname(), login: s.login, from: s.from, to: slices.Clone(s.to)}
	if host, _, err := net.SplitHostPort(s.conn.Conn().RemoteAddr().String()); err == nil {
		e.peer = fmt.Sprintf("[%s]", host)
	}
	return e
}

// accept delivers a letter whose envelope and form are right.
func (o *Office) accept(e envelope, text []byte) error {
	now := o.options.Now()
	header, rest := splitLetter(text)
	clean := append(withoutResults(header), rest...)
	if err := o.post.deliver(o.stampAll(e, header, now), clean, now); err != nil {
		o.options.Logger.Error("office: letter not taken", "err", err)
		return errTrouble
	}
	return nil
}

// Reset forgets the envelope.
func (s *smtpSession) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from, s.to = "", nil
}

// Logout does nothing: a conversation holds nothing beyond its end.
func (s *smtpSession) Logout() error { return nil }

// dotGate admits clients whose lines are watched for a dot with a bare CR behind the dot.
type dotGate struct{ *gate }

// Accept waits for a client.
func (g dotGate) Accept() (net.Conn, error) {
	conn, err := g.gate.Accept()
	if err != nil {
		return nil, err
	}
	return &dotWatcher{Conn: conn}, nil
}

// dotWatcher is a connection that ends with errBareLine once a line begins with a dot, a CR
// and no LF. The SMTP library loses that CR, and may miss the end of the letter behind it;
// every other bare CR stays in the letter, where hasBareLineEnd finds it.
type dotWatcher struct {
	net.Conn
	seen   int // how many octets of dotCR the last octets are
	broken bool
}

// dotCR is what a line that ends a letter begins with, and the LF of the line before.
const dotCR = "\n.\r"

// Read reads what the client sends.
func (w *dotWatcher) Read(b []byte) (int, error) {
	if w.broken {
		return 0, errBareLine
	}
	n, err := w.Conn.Read(b)
	for _, c := range b[:n] {
		switch {
		case w.seen == len(dotCR) && c != '\n':
			w.broken = true
			return 0, errBareLine
		case w.seen < len(dotCR) && c == dotCR[w.seen]:
			w.seen++
		case c == '\n':
			w.seen = 1
		default:
			w.seen = 0
		}
	}
	return n, err
}
