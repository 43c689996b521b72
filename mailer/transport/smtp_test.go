package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/mailer"
)

// moody is a submission server that refuses, defers or hangs up as a test sets.
type moody struct {
	mutex    sync.Mutex
	refuse   map[string]error // the refusals by stage
	hangUp   bool             // the server hangs up and does not answer the letter
	sessions int
	most     int      // the greatest number of connections at once; 0: any number
	gather   int      // the server takes no letter before this number have come
	came     int      // how many letters have come
	letters  []string // the sender, recipient and text of each letter that was taken
}

type moodySession struct {
	*moody
	conn     *smtp.Conn
	from, to string
}

func (m *moody) NewSession(conn *smtp.Conn) (smtp.Session, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.most > 0 && m.sessions >= m.most {
		return nil, &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "too many connections"}
	}
	m.sessions++
	return &moodySession{moody: m, conn: conn}, m.refuse[mailer.StageConnect]
}

func (m *moody) answer(stage string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.refuse[stage]
}

func (s *moodySession) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return s.answer(mailer.StageSender)
}

func (s *moodySession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return s.answer(mailer.StageRecipient)
}

func (s *moodySession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.answer(mailer.StageData); err != nil {
		return err
	}
	s.set(func() { s.came++ })
	for s.isAlone() {
		time.Sleep(time.Millisecond)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.letters = append(s.letters, s.from+" "+s.to+" "+string(text))
	if s.hangUp {
		s.conn.Conn().Close()
	}
	return nil
}

// isAlone reports whether too few letters have come for any to be taken.
func (m *moody) isAlone() bool {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.came < m.gather
}

func (s *moodySession) Reset()        {}
func (s *moodySession) Logout() error { return nil }

// set changes how the server behaves.
func (m *moody) set(change func()) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	change()
}

func startMoody(t testing.TB) (*moody, *smtp.Server, *Submission) {
	t.Helper()
	m := &moody{refuse: map[string]error{}}
	server := smtp.NewServer(m)
	server.Domain, server.ErrorLog = "moody.test", slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	s := NewSubmission(SubmissionOptions{Addr: l.Addr().String(), Timeout: longEnough})
	t.Cleanup(func() { s.Close(); server.Close() })
	return m, server, s
}

const (
	sender    = "corrd+b1.abcdefghijklmnopqrstuvwxyz@club.example"
	recipient = "alice@example.org"
	outgoing  = "Subject: x\r\n\r\n.\r\n..\r\nP-K4\r\n"
)

// TestLettersGoOutOverOneLine checks that letters go over one connection octet for octet, even
// with dots at the beginning of lines.
func TestLettersGoOutOverOneLine(t *testing.T) {
	m, _, s := startMoody(t)
	for _, from := range []string{sender, "", sender} {
		if err := s.Send(t.Context(), from, recipient, []byte(outgoing)); err != nil {
			t.Fatal(err)
		}
	}
	for i, from := range []string{sender, "", sender} {
		if want := from + " " + recipient + " " + outgoing; m.letters[i] != want {
			t.Errorf("letter %d: %q, want %q", i, m.letters[i], want)
		}
	}
	if m.sessions != 1 {
		t.Errorf("%d connections", m.sessions)
	}
}

// TestTextsGoOutWhole checks that each text comes as it is, with CRLF for LF and at its end.
func TestTextsGoOutWhole(t *testing.T) {
	m, _, s := startMoody(t)
	for _, c := range []struct{ text, want string }{
		{outgoing, outgoing},
		{".\r\n", ".\r\n"},
		{"..\r\n.", "..\r\n.\r\n"},
		{"a\r\n.b\r\n..c\r\n.", "a\r\n.b\r\n..c\r\n.\r\n"},
		{"a\n.b\n", "a\r\n.b\r\n"},
		{"a\n.\r\n.b\r\n", "a\r\n.\r\n.b\r\n"},
		{"a\r\n\r\n\r\n", "a\r\n\r\n\r\n"},
		{"\r\n", "\r\n"},
		{strings.Repeat(".\r\n", 20_000), strings.Repeat(".\r\n", 20_000)},
	} {
		if err := s.Send(t.Context(), sender, recipient, []byte(c.text)); err != nil {
			t.Fatal(err)
		}
		if got := m.letters[len(m.letters)-1]; got != sender+" "+recipient+" "+c.want {
			t.Errorf("%.80q comes as %.200q", c.text, got)
		}
	}
}

// TestRefusals checks that the error gives the server's words at each stage and says whether the
// refusal is final. After each refusal the next letter must go through.
func TestRefusals(t *testing.T) {
	reply := func(code int, enhanced smtp.EnhancedCode, text string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
	}
	for name, c := range map[string]struct {
		stage     string
		reply     error
		code      int
		enhanced  string
		temporary bool
	}{
		"no such user":   {mailer.StageRecipient, reply(550, smtp.EnhancedCode{5, 1, 1}, "no such user"), 550, "5.1.1", false},
		"mailbox full":   {mailer.StageRecipient, reply(452, smtp.EnhancedCode{4, 2, 2}, "mailbox full"), 452, "4.2.2", true},
		"sender refused": {mailer.StageSender, reply(553, smtp.EnhancedCode{5, 7, 1}, "not your address"), 553, "5.7.1", false},
		"sender later":   {mailer.StageSender, reply(451, smtp.EnhancedCode{4, 3, 0}, "later"), 451, "4.3.0", true},
		"taken for spam": {mailer.StageData, reply(554, smtp.EnhancedCode{5, 7, 1}, "no, thanks"), 554, "5.7.1", false},
		"letter later":   {mailer.StageData, reply(451, smtp.EnhancedCode{4, 3, 1}, "disk full"), 451, "4.3.1", true},
		"not welcome":    {mailer.StageConnect, reply(554, smtp.EnhancedCode{5, 7, 0}, "not welcome"), 554, "5.7.0", true},
		"shutting down":  {mailer.StageRecipient, reply(421, smtp.EnhancedCode{4, 3, 2}, "shutting down"), 421, "4.3.2", true},
	} {
		t.Run(name, func(t *testing.T) {
			m, _, s := startMoody(t)
			m.set(func() { m.refuse[c.stage] = c.reply })
			err := s.Send(t.Context(), sender, recipient, []byte(outgoing))
			var e *mailer.SendError
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			if e.Stage != c.stage || e.Code != c.code || e.Enhanced != c.enhanced || e.Temporary() != c.temporary || e.Text == "" {
				t.Errorf("%+v, temporary %v, and not %+v", e, e.Temporary(), c)
			}
			m.set(func() { delete(m.refuse, c.stage) })
			if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
				t.Errorf("the letter after it: %v", err)
			}
		})
	}
}

// TestNoAnswerToALetter checks that a server which takes a letter and breaks the connection
// causes a temporary error, and that the retry sends the same octets again.
func TestNoAnswerToALetter(t *testing.T) {
	m, _, s := startMoody(t)
	m.set(func() { m.hangUp = true })
	var e *mailer.SendError
	if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); !errors.As(err, &e) || !e.Temporary() || e.Stage != mailer.StageData {
		t.Fatalf("error %v", err)
	}
	m.set(func() { m.hangUp = false })
	if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
		t.Fatal(err)
	}
	if len(m.letters) != 2 || m.letters[0] != m.letters[1] {
		t.Errorf("taken: %q", m.letters)
	}
}

// TestServerThatClosedTheLine checks that Send dials again when the server has closed the
// connection between two letters.
func TestServerThatClosedTheLine(t *testing.T) {
	m, _, s := startMoody(t)
	if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
		t.Fatal(err)
	}
	// the server answers by closing its side
	s.unused[0].conn.(*brief).Conn.(*net.TCPConn).CloseWrite()
	if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
		t.Fatal(err)
	}
	if len(m.letters) != 2 || m.sessions != 2 {
		t.Errorf("%d letters over %d connections", len(m.letters), m.sessions)
	}
}

func TestIdleLineIsClosed(t *testing.T) {
	m, _, s := startMoody(t)
	s.options.Idle = time.Millisecond
	for range 3 {
		if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
			t.Fatal(err)
		}
		for s.count(0) > 0 {
			time.Sleep(time.Millisecond)
		}
	}
	if len(m.letters) != 3 || m.sessions != 3 {
		t.Errorf("%d letters over %d connections", len(m.letters), m.sessions)
	}
}

// together hands in several letters at the same time.
func together(t *testing.T, s *Submission, letters int) {
	t.Helper()
	var all sync.WaitGroup
	for range letters {
		all.Go(func() {
			if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestLettersGoOutTogether checks that there are never more connections than allowed.
func TestLettersGoOutTogether(t *testing.T) {
	m, _, s := startMoody(t)
	m.set(func() { m.gather = mostConnections })
	together(t, s, 3*mostConnections)
	if len(m.letters) != 3*mostConnections || m.sessions != mostConnections || s.count(0) != mostConnections {
		t.Errorf("%d letters over %d connections, of which %d are open", len(m.letters), m.sessions, s.count(0))
	}
}

// TestServerThatTakesFewerAtOnce checks that all letters arrive when the server accepts fewer
// connections.
func TestServerThatTakesFewerAtOnce(t *testing.T) {
	m, _, s := startMoody(t)
	m.set(func() { m.most = 2 })
	together(t, s, 20)
	if len(m.letters) != 20 || s.count(0) > 2 {
		t.Errorf("%d letters, %d connections", len(m.letters), s.count(0))
	}
}

func TestNobodyListens(t *testing.T) {
	l := listenLoopback(t)
	l.Close()
	s := NewSubmission(SubmissionOptions{Addr: l.Addr().String(), Timeout: time.Second})
	var e *mailer.SendError
	if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); !errors.As(err, &e) || !e.Temporary() || e.Stage != mailer.StageConnect {
		t.Errorf("error %v", err)
	}
}

// TestCancelledSend checks that Send returns though the server never answers.
func TestCancelledSend(t *testing.T) {
	l := listenLoopback(t)
	s := NewSubmission(SubmissionOptions{Addr: l.Addr().String(), Timeout: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	var e *mailer.SendError
	if err := s.Send(ctx, sender, recipient, []byte(outgoing)); !errors.As(err, &e) || !e.Temporary() {
		t.Errorf("error %v", err)
	}
}

// TestAddressThatWouldBreakTheLine checks that an address with a line break is refused before
// anything is sent.
func TestAddressThatWouldBreakTheLine(t *testing.T) {
	m, _, s := startMoody(t)
	if err := s.Send(t.Context(), sender, recipient+">\r\nRCPT TO:<eve@evil.test", []byte(outgoing)); err == nil {
		t.Error("sent")
	}
	if strings.Contains(strings.Join(m.letters, ""), "evil") {
		t.Errorf("taken: %q", m.letters)
	}
}

// BenchmarkSend hands over a letter of the size of one with a board.
func BenchmarkSend(b *testing.B) {
	letter := ordinaryLetter + strings.Repeat(strings.Repeat("A", 76)+"\r\n", 250)
	b.ReportAllocs()
	_, _, s := startMoody(b)
	for b.Loop() {
		if err := s.Send(b.Context(), sender, recipient, []byte(letter)); err != nil {
			b.Fatal(err)
		}
	}
}
