package transport

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"corrd/mailer"
)

const goodSecret = "correct horse"

// counter is a submission server that knows one user by each mechanism.
type counter struct {
	mutex  sync.Mutex
	logins []string // for each login the mechanism, and whether it was without TLS
	taken  int
}

type counterSession struct {
	*counter
	conn *smtp.Conn
}

func (c *counter) NewSession(conn *smtp.Conn) (smtp.Session, error) {
	return &counterSession{c, conn}, nil
}

func (s *counterSession) AuthMechanisms() []string { return Mechanisms }

func (s *counterSession) Auth(mechanism string) (sasl.Server, error) {
	check := func(user, secret string) error {
		if user != "corrd" || secret != goodSecret {
			return smtp.ErrAuthFailed
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		_, secure := s.conn.TLSConnectionState()
		s.logins = append(s.logins, fmt.Sprintf("%s %t", mechanism, secure))
		return nil
	}
	return saslServer(mechanism, check), nil
}

// saslServer is the server's side of a Login.
func saslServer(mechanism string, check func(user, secret string) error) sasl.Server {
	switch mechanism {
	case Plain:
		return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) })
	case OAuthBearer:
		return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
			if check(o.Username, o.Token) != nil {
				return &sasl.OAuthBearerError{Status: "invalid_token"}
			}
			return nil
		})
	case XOAuth2:
		return &questions{ask: []string{""}, check: func(answers []string) error {
			user, token, _ := strings.Cut(strings.TrimPrefix(answers[0], "user="), "\x01auth=Bearer ")
			return check(user, strings.TrimRight(token, "\x01"))
		}}
	}
	return &questions{ask: []string{"Username:", "Password:"}, check: func(answers []string) error { return check(answers[0], answers[1]) }}
}

// questions is a mechanism that asks one thing after another.
type questions struct {
	ask     []string
	check   func(answers []string) error
	answers []string
	begun   bool
}

func (q *questions) Next(response []byte) (challenge []byte, done bool, err error) {
	if q.begun || response != nil {
		q.answers = append(q.answers, string(response))
	}
	q.begun = true
	if len(q.answers) < len(q.ask) {
		return []byte(q.ask[len(q.answers)]), false, nil
	}
	return nil, true, q.check(q.answers)
}

func (s *counterSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *counterSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *counterSession) Reset()                               {}
func (s *counterSession) Logout() error                        { return nil }
func (s *counterSession) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.taken++
	return err
}

// startCounter serves submission on loopback, with implicit TLS or STARTTLS, or without TLS if
// config is nil.
func startCounter(t *testing.T, security Security, config *tls.Config) (*counter, string) {
	t.Helper()
	c := &counter{}
	server := smtp.NewServer(c)
	server.Domain, server.AllowInsecureAuth, server.ErrorLog = "counter.test", true, slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	var l net.Listener
	l, server.TLSConfig = listenWith(t, security, config)
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return c, l.Addr().String()
}

// listenWith listens on loopback with a security. offered is the configuration that the server
// itself must offer by STARTTLS.
func listenWith(t *testing.T, security Security, config *tls.Config) (l net.Listener, offered *tls.Config) {
	t.Helper()
	l = listenLoopback(t)
	switch security {
	case Implicit:
		return tls.NewListener(l, config), nil
	case StartTLS:
		return l, config
	}
	return l, nil
}

func listenLoopback(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestSubmissionBySecurityAndMechanism(t *testing.T) {
	config, pool := testCertificate(t, time.Hour, "127.0.0.1")
	for _, security := range []Security{Implicit, StartTLS, InClear} {
		for _, mechanism := range Mechanisms {
			t.Run(string(security)+" "+mechanism, func(t *testing.T) {
				c, addr := startCounter(t, security, config)
				s := NewSubmission(SubmissionOptions{Addr: addr, Security: security, Roots: pool, HELO: "club.example",
					Login: Login{User: "corrd", Secret: Fixed(goodSecret), Mechanism: mechanism}})
				defer s.Close()
				for range 2 {
					if err := s.Send(context.Background(), "a@club.example", "b@player.example", []byte(plainLetter)); err != nil {
						t.Fatal(err)
					}
				}
				want := fmt.Sprintf("%s %t", mechanism, security != InClear)
				if c.taken != 2 || len(c.logins) != 1 || c.logins[0] != want {
					t.Errorf("%d letters, logins %q; want one %q", c.taken, c.logins, want)
				}
			})
		}
	}
}

func TestSubmissionRefusesWhatIsNotSafe(t *testing.T) {
	good, pool := testCertificate(t, time.Hour, "127.0.0.1")
	expired, expiredPool := testCertificate(t, -time.Hour, "127.0.0.1")
	other, otherPool := testCertificate(t, time.Hour, "127.0.0.2")
	for _, c := range []struct {
		name   string
		server Security
		config *tls.Config
		client SubmissionOptions
		says   string
	}{
		{"expired certificate", Implicit, expired, SubmissionOptions{Security: Implicit, Roots: expiredPool}, "expired"},
		{"expired certificate after STARTTLS", StartTLS, expired, SubmissionOptions{Security: StartTLS, Roots: expiredPool}, "expired"},
		{"certificate for another host", StartTLS, other, SubmissionOptions{Security: StartTLS, Roots: otherPool}, "127.0.0.1"},
		{"certificate of nobody we trust", Implicit, good, SubmissionOptions{Security: Implicit}, "unknown authority"},
		{"no STARTTLS", InClear, nil, SubmissionOptions{Security: StartTLS, Roots: pool}, "STARTTLS"},
		{"wrong password", Implicit, good, SubmissionOptions{Security: Implicit, Roots: pool,
			Login: Login{User: "corrd", Secret: Fixed("wrong"), Mechanism: PlainLogin}}, "535"},
		{"token that has run out", Implicit, good, SubmissionOptions{Security: Implicit, Roots: pool,
			Login: Login{User: "corrd", Secret: Fixed("old"), Mechanism: OAuthBearer}}, "invalid_token"},
		{"no password", Implicit, good, SubmissionOptions{Security: Implicit, Roots: pool,
			Login: Login{User: "corrd", Secret: func() (string, error) { return "", errors.New("no such file") }}}, "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, addr := startCounter(t, c.server, c.config)
			c.client.Addr = addr
			s := NewSubmission(c.client)
			defer s.Close()
			err := s.Send(context.Background(), "a@club.example", "b@player.example", []byte(plainLetter))
			var refusal *mailer.SendError
			if !errors.As(err, &refusal) || !refusal.Temporary() || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v; want one to try again after that says %q", err, c.says)
			}
			if server.taken > 0 || len(server.logins) > 0 {
				t.Errorf("%d letters, logins %q", server.taken, server.logins)
			}
		})
	}
}

func TestNoPasswordGoesOutInTheClear(t *testing.T) {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		ip, ok := a.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.To4() == nil {
			continue
		}
		l, err := net.Listen("tcp", net.JoinHostPort(ip.IP.String(), "0"))
		if err != nil {
			continue
		}
		defer l.Close()
		login := Login{User: "corrd", Secret: Fixed(goodSecret)}
		if _, err := Dial(context.Background(), IMAPOptions{Addr: l.Addr().String(), Login: login}); !errors.Is(err, ErrInClear) {
			t.Errorf("imap: %v", err)
		}
		if err := NewSubmission(SubmissionOptions{Addr: l.Addr().String(), Login: login}).Check(context.Background()); !errors.Is(err, ErrInClear) {
			t.Errorf("submission: %v", err)
		}
		return
	}
	t.Skip("this host has loopback only")
}

// startIMAP serves one mailbox of the user corrd on loopback.
func startIMAP(t *testing.T, security Security, config *tls.Config) string {
	t.Helper()
	memory := imapmemserver.New()
	user := imapmemserver.NewUser("corrd", goodSecret)
	if err := user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	memory.AddUser(user)
	options := &imapserver.Options{InsecureAuth: security == InClear, Caps: imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}},
		Logger: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &tokenSession{memory.NewSession().(imapserver.SessionIMAP4rev2)}, nil, nil
		}}
	var l net.Listener
	l, options.TLSConfig = listenWith(t, security, config)
	server := imapserver.New(options)
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

// tokenSession also takes the password as an access token.
type tokenSession struct{ imapserver.SessionIMAP4rev2 }

func (s *tokenSession) AuthenticateMechanisms() []string { return Mechanisms }

func (s *tokenSession) Authenticate(mechanism string) (sasl.Server, error) {
	return saslServer(mechanism, s.Login), nil
}

func TestMailboxBySecurityAndMechanism(t *testing.T) {
	config, pool := testCertificate(t, time.Hour, "127.0.0.1")
	for _, security := range []Security{Implicit, StartTLS, InClear} {
		for _, mechanism := range Mechanisms {
			t.Run(string(security)+" "+mechanism, func(t *testing.T) {
				o := IMAPOptions{Addr: startIMAP(t, security, config), Security: security, Roots: pool,
					Login: Login{User: "corrd", Secret: Fixed(goodSecret), Mechanism: mechanism}}
				m, err := Dial(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				m.first.close()
				o.Secret = Fixed("wrong")
				if _, err := Dial(context.Background(), o); !errors.Is(err, errLogin) || strings.Contains(err.Error(), "wrong") {
					t.Errorf("with a wrong secret: %v", err)
				}
			})
		}
	}
}

func TestMailboxRefusesWhatIsNotSafe(t *testing.T) {
	expired, expiredPool := testCertificate(t, -time.Hour, "127.0.0.1")
	login := Login{User: "corrd", Secret: Fixed(goodSecret)}
	for _, c := range []struct {
		name   string
		server Security
		client IMAPOptions
		says   string
	}{
		{"expired certificate", Implicit, IMAPOptions{Security: Implicit, Roots: expiredPool}, "expired"},
		{"expired certificate after STARTTLS", StartTLS, IMAPOptions{Security: StartTLS, Roots: expiredPool}, "expired"},
		{"no STARTTLS", InClear, IMAPOptions{Security: StartTLS, Roots: expiredPool}, "STARTTLS"},
		{"mailbox gone", InClear, IMAPOptions{Mailbox: "Chess"}, "select Chess"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.client.Addr, c.client.Login = startIMAP(t, c.server, expired), login
			if _, err := Dial(context.Background(), c.client); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one that says %q", err, c.says)
			}
		})
	}
}

// silent accepts connections, sends greeting, and then says nothing more.
func silent(t *testing.T, greeting string) (addr string, connections func() int) {
	t.Helper()
	l := listenLoopback(t)
	var mutex sync.Mutex
	n := 0
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			mutex.Lock()
			n++
			mutex.Unlock()
			io.WriteString(conn, greeting)
			go io.Copy(io.Discard, conn)
		}
	}()
	return l.Addr().String(), func() int {
		mutex.Lock()
		defer mutex.Unlock()
		return n
	}
}

func TestSilentServersAreLeft(t *testing.T) {
	t.Parallel()
	const patience = 50 * time.Millisecond
	login := Login{User: "corrd", Secret: Fixed(goodSecret)}
	for _, security := range []Security{InClear, StartTLS, Implicit} {
		for _, greeting := range []string{"", "* OK hello\r\n", "220 hello\r\n"} {
			addr, _ := silent(t, greeting)
			if _, err := Dial(context.Background(), IMAPOptions{Addr: addr, Security: security, Login: login, CommandTimeout: patience}); err == nil {
				t.Errorf("imap, %s, %q: no error", security, greeting)
			}
			s := NewSubmission(SubmissionOptions{Addr: addr, Security: security, Login: login, Timeout: patience})
			if err := s.Send(context.Background(), "", "b@player.example", nil); err == nil {
				t.Errorf("submission, %s, %q: no error", security, greeting)
			}
		}
	}
}

func TestMailboxIsTriedAgainAndAgain(t *testing.T) {
	addr, connections := silent(t, "")
	var log safeBuffer
	m := NewMailbox(IMAPOptions{Addr: addr, Login: Login{User: "corrd", Secret: Fixed(goodSecret)},
		CommandTimeout: 10 * time.Millisecond, BackOff: time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() {
		ran <- m.Run(ctx, func(context.Context, Fetched) (Disposition, error) { return Processed, nil })
	}()
	for deadline := time.Now().Add(longEnough); connections() < 4 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-ran; !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	for _, pause := range []string{"pause=1ms", "pause=2ms", "pause=4ms", "silent for 10ms"} {
		if !strings.Contains(log.String(), pause) {
			t.Errorf("no %s in the log:\n%s", pause, log.String())
		}
	}
	if !m.LastPoll().IsZero() {
		t.Error("a mailbox that never answered has been looked into")
	}
}

func TestRefusedLoginIsNotInsistedOn(t *testing.T) {
	var log safeBuffer
	m := NewMailbox(IMAPOptions{Addr: startIMAP(t, InClear, nil), Login: Login{User: "corrd", Secret: Fixed("wrong")},
		BackOff: 10 * time.Second, Log: slog.New(slog.NewTextHandler(&log, nil))})
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() { ran <- m.Run(ctx, nil) }()
	for deadline := time.Now().Add(longEnough); log.String() == "" && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	cancel()
	<-ran
	if s := log.String(); !strings.Contains(s, "pause=10m40s") || !strings.Contains(s, "login as corrd: refused") || strings.Contains(s, "wrong") {
		t.Errorf("log: %s", s)
	}
}

// safeBuffer is a buffer for a log to which several goroutines write.
type safeBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(p)
}

func (b *safeBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

func TestSecretFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password")
	read := SecretFile(path)
	if _, err := read(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	write := func(content string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		content string
		mode    os.FileMode
		want    string
	}{
		{"correct horse\n", 0o600, "correct horse"}, {"token\r\n", 0o640, "token"}, {"renewed", 0o400, "renewed"},
		{"x", 0o644, ""}, {"x", 0o620, ""}, {"\n", 0o600, ""},
	} {
		write(c.content, c.mode)
		got, err := read()
		if got != c.want || (c.want == "") != errors.Is(err, mailer.ErrSecret) {
			t.Errorf("%q with mode %o: %q, %v", c.content, c.mode, got, err)
		}
	}
}
