package transport

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log/slog"
	"math/big"
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
	user   *imapmemserver.User
	addr   string
	silent bool // IDLE tells of nothing
	// gives the answer to a command that changes something; with nil the command is carried out
	fault func(command string) error
}

// startMailroom serves a mailbox on loopback, with the given capabilities.
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
			return &attentive{memory.NewSession().(imapserver.SessionIMAP4rev2), p}, nil, nil
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

// attentive reports new mail during the whole of IDLE. The session that it wraps does not report
// mail that came between the last command and IDLE.
type attentive struct {
	imapserver.SessionIMAP4rev2
	room *mailroom
}

func (s *attentive) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	if err := s.room.answer("MOVE"); err != nil {
		return err
	}
	return s.SessionIMAP4rev2.Move(w, set, dest)
}

func (s *attentive) Append(mailbox string, r imap.LiteralReader, o *imap.AppendOptions) (*imap.AppendData, error) {
	if err := s.room.answer("APPEND"); err != nil {
		io.Copy(io.Discard, r)
		return nil, err
	}
	return s.SessionIMAP4rev2.Append(mailbox, r, o)
}

func (s *attentive) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	if err := s.room.answer("COPY"); err != nil {
		return nil, err
	}
	return s.SessionIMAP4rev2.Copy(set, dest)
}

func (s *attentive) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, o *imap.StoreOptions) error {
	if err := s.room.answer("STORE"); err != nil {
		return err
	}
	return s.SessionIMAP4rev2.Store(w, set, flags, o)
}

func (s *attentive) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	if err := s.room.answer("EXPUNGE"); err != nil {
		return err
	}
	return s.SessionIMAP4rev2.Expunge(w, uids)
}

func (p *mailroom) answer(command string) error {
	if p.fault == nil {
		return nil
	}
	return p.fault(command)
}

func (s *attentive) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	if s.room.silent {
		<-stop
		return nil
	}
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
	p.putInto(t, "INBOX", letter)
}

func (p *mailroom) putInto(t testing.TB, mailbox, letter string) {
	t.Helper()
	if _, err := p.user.Append(mailbox, &literal{*strings.NewReader(letter)}, &imap.AppendOptions{Time: time.Now()}); err != nil {
		t.Fatal(err)
	}
}

// literal is a letter in the form that the server needs for APPEND.
type literal struct{ strings.Reader }

func (l *literal) Size() int64 { return l.Reader.Size() }

// count returns the number of letters of a mailbox, and of the letters not yet seen.
func (p *mailroom) count(t *testing.T, mailbox string) (all, unseen int) {
	t.Helper()
	status, err := p.user.Status(mailbox, &imap.StatusOptions{NumMessages: true, NumUnseen: true})
	if err != nil {
		t.Fatalf("%s: %v", mailbox, err)
	}
	return int(*status.NumMessages), int(*status.NumUnseen)
}

// longEnough is how long a test waits for something that must happen. No machine is so slow that
// this time is too short.
const longEnough = 10 * time.Minute

func (p *mailroom) options() IMAPOptions {
	return IMAPOptions{Addr: p.addr, Login: Login{User: "corrd", Secret: Fixed(goodSecret)}, Poll: time.Hour, BackOff: time.Millisecond}
}

// brittle is a connection that breaks after a number of octets.
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

// testCertificate makes a certificate for some addresses, and the pool of those who trust it. The
// certificate is valid for validity or, if validity is negative, expired that long ago.
func testCertificate(t *testing.T, validity time.Duration, addresses ...string) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(validity),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, a := range addresses {
		template.IPAddresses = append(template.IPAddresses, net.ParseIP(a))
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}
