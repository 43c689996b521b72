package serve

import (
	"io"
	"net"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/local"
)

// relay is a mail server between submission and the daemon's LMTP or the office. A relay writes
// lines on top of each letter, as a provider does.
type relay struct {
	trace func(letter string) string
	pass  func(to, letter string) error
}

func (r *relay) NewSession(*smtp.Conn) (smtp.Session, error) { return &relayed{relay: r}, nil }

type relayed struct {
	*relay
	to string
}

func (s *relayed) Mail(string, *smtp.MailOptions) error      { return nil }
func (s *relayed) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }
func (s *relayed) Reset()                                    {}
func (s *relayed) Logout() error                             { return nil }
func (s *relayed) Data(r io.Reader) error {
	letter, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return s.pass(s.to, s.trace(string(letter)))
}

// listens starts the relay and gives its port.
func (r *relay) listens(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(r)
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().(*net.TCPAddr).Port
}

const (
	stampLine    = "Authentication-Results: mx.club.example; dmarc=pass header.from=" + local.Domain + "\r\n"
	receivedLine = "Received: from x by mx.club.example; Fri, 20 Nov 2026 08:00:00 +0000\r\n"
)

// TestDoctorSeesWhichLinesAreBelieved asks the daemon, which takes the test letter by LMTP.
func TestDoctorSeesWhichLinesAreBelieved(t *testing.T) {
	t.Parallel()
	above := func(lines string) func(string) string { return func(letter string) string { return lines + letter } }
	strips := func(lines string) func(string) string {
		return func(letter string) string { _, rest, _ := strings.Cut(letter, "\r\n"); return lines + rest }
	}
	r := &relay{trace: above("")}
	c := newClub(t, direct)
	r.pass = func(to, letter string) error { return c.hand(true, "corrd@"+local.Domain, []string{to}, letter) }
	config := c.config()
	config.IMAP.Host, config.Submission.User, config.Submission.Port = "", "", r.listens(t)
	config.Identity.AuthservID = "mx.club.example"
	for _, w := range []struct {
		name    string
		trace   func(string) string
		hops    int
		verdict Verdict
		words   string // words in the finding or in the advice
	}{
		{"the host stamps above its line", above(stampLine + receivedLine), 1, OK, "identity.hops = 1"},
		{"too many hops are set", above(stampLine + receivedLine), 2, Fails, "set identity.hops = 1"},
		{"two hosts, one hop is set", above(receivedLine + stampLine + receivedLine), 1, Fails, "set identity.hops = 2"},
		{"two hosts", above(receivedLine + stampLine + receivedLine), 2, OK, "identity.hops = 2"},
		{"the host stamps below its line", above(receivedLine + stampLine), 1, Skipped, "every letter counts"},
		{"and two hops are set", above(receivedLine + stampLine), 2, Fails, `identity.authserv_id = ""`},
		{"the host takes planted lines away", strips(receivedLine + stampLine), 1, Fails, "set identity.hops = 2"},
		{"the host writes nothing at all", above(""), 1, Fails, `identity.authserv_id = ""`},
		{"the host stamps nothing", above(receivedLine), 1, OK, "from elsewhere"},
		{"the host stamps nothing, and two hops are set", above(receivedLine), 2, Fails, "set identity.hops = 1"},
	} {
		t.Run(w.name, func(t *testing.T) {
			r.trace, config.Identity.Hops = w.trace, w.hops
			d := doctor{Config: config, resolver: noDNS{}}
			if f := d.identity(t.Context()); f.Verdict != w.verdict || !strings.Contains(f.Found+f.Mend, w.words) {
				t.Errorf("%+v; want it to be %s, with %q", f, w.verdict, w.words)
			}
		})
	}
}

// TestDoctorLooksIntoTheMailbox checks that the doctor finds its letter in the mailbox when no
// daemon runs, and leaves other letters in place.
func TestDoctorLooksIntoTheMailbox(t *testing.T) {
	t.Parallel()
	c := newClub(t, "")
	c.stop()
	if err := c.who("alice").Write("corrd@"+local.Domain, "", "register Alice", ""); err != nil {
		t.Fatal(err)
	}
	d := doctor{Config: c.config(), resolver: noDNS{}}
	if f := d.identity(t.Context()); f.Verdict != OK || !strings.Contains(f.Found, "corrd.localhost is believed") {
		t.Errorf("%+v", f)
	}
	if n := c.post.Pending("corrd"); n != 1 {
		t.Errorf("%d letters lie in the mailbox, want the one that was there", n)
	}
	d.IMAP.Host, d.SMTPIn.LMTPListen = "", "127.0.0.1:0"
	if f := d.identity(t.Context()); f.Verdict != Skipped || !strings.Contains(f.Found, "start corrd first") {
		t.Errorf("by LMTP, without a daemon: %+v", f)
	}
	d.SMTPIn.LMTPListen = ""
	if f := d.identity(t.Context()); f.Verdict != Skipped || !strings.Contains(f.Found, "directly") {
		t.Errorf("without either: %+v", f)
	}
	d.IMAP.Host, d.Identity.AuthservID = "127.0.0.1", ""
	if f := d.identity(t.Context()); f.Verdict != Skipped || !strings.Contains(f.Found, "authserv_id") {
		t.Errorf("without an authserv_id: %+v", f)
	}
}
