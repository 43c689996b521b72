package mailer

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// mailroom is an IMAP server in memory with one user.
type mailroom struct {
	user *imapmemserver.User
	addr string
}

// startMailroom serves a mailbox with those capabilities on loopback.
func startMailroom(t testing.TB, caps ...imap.Cap) *mailroom {
	t.Helper()
	memory := imapmemserver.New()
	p := &mailroom{user: imapmemserver.NewUser("corrd", goodSecret)}
	if err := p.user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	memory.AddUser(p.user)
	set := imap.CapSet{imap.CapIMAP4rev1: {}}
	for _, c := range caps {
		set[c] = struct{}{}
	}
	server := imapserver.New(&imapserver.Options{InsecureAuth: true, Caps: set,
		Logger: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &attentive{memory.NewSession().(imapserver.SessionIMAP4rev2)}, nil, nil
		}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	p.addr = l.Addr().String()
	return p
}

// attentive tells of new mail all through IDLE; the session it wraps would keep
// to itself what came between the last command and IDLE.
type attentive struct{ imapserver.SessionIMAP4rev2 }

func (s *attentive) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return nil
		case <-tick.C:
			if err := s.Poll(w, true); err != nil {
				return err
			}
		}
	}
}

func letterNumbered(n int) string { return fmt.Sprintf("Subject: %d\r\n\r\nP-K4\r\n", n) }

func (p *mailroom) put(t testing.TB, letter string) {
	t.Helper()
	if _, err := p.user.Append("INBOX", &literal{*strings.NewReader(letter)}, &imap.AppendOptions{Time: time.Now()}); err != nil {
		t.Fatal(err)
	}
}

// literal is a letter as the server wants it for APPEND.
type literal struct{ strings.Reader }

func (l *literal) Size() int64 { return l.Reader.Size() }

// count is the number of letters of a mailbox, and of those not yet seen.
func (p *mailroom) count(t *testing.T, mailbox string) (all, unseen int) {
	t.Helper()
	status, err := p.user.Status(mailbox, &imap.StatusOptions{NumMessages: true, NumUnseen: true})
	if err != nil {
		t.Fatalf("%s: %v", mailbox, err)
	}
	return int(*status.NumMessages), int(*status.NumUnseen)
}

// longEnough is how long a test waits for what must come: a machine that is so
// slow is none.
const longEnough = 10 * time.Minute

func (p *mailroom) options() IMAPOptions {
	return IMAPOptions{Addr: p.addr, Login: Login{User: "corrd", Secret: Fixed(goodSecret)}, Poll: time.Hour, BackOff: time.Millisecond}
}

// brittle is a connection that breaks after so many octets.
type brittle struct {
	net.Conn
	octets atomic.Int64
	cuts   *atomic.Int64
}

func (b *brittle) spend(n int) error {
	if b.octets.Add(-int64(n)) >= 0 {
		return nil
	}
	b.cuts.Add(1)
	b.Conn.Close()
	return io.ErrUnexpectedEOF
}

func (b *brittle) Read(p []byte) (int, error) {
	n, err := b.Conn.Read(p)
	if broken := b.spend(n); broken != nil {
		return 0, broken
	}
	return n, err
}

func (b *brittle) Write(p []byte) (int, error) {
	if broken := b.spend(len(p)); broken != nil {
		return 0, broken
	}
	return b.Conn.Write(p)
}
