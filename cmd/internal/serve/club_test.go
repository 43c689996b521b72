package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/office"
	"corrd/cmd/internal/watch"
	"corrd/store/peertest"
)

// together is how many tests run at the same time on each processor. Each waits most of its time
// for letters to arrive.
const together = 4

func TestMain(m *testing.M) {
	watch.HeapForTests()
	peertest.FilesInMemory()
	watch.TestsAtOnce(together * runtime.GOMAXPROCS(0))
	os.Exit(m.Run())
}

// club is a daemon, the mail server that carries its letters, and the players who have mailboxes
// there.
type club struct {
	*testing.T
	dir    string
	post   *office.Office
	extra  string // further lines of the configuration
	log    *safeLog
	house  *House
	ctl    *control.Control
	stop   func()
	people map[string]*local.Correspondent
}

// newClub starts a mail server and a daemon beside it. extra is appended to the daemon's
// configuration.
func newClub(t *testing.T, extra string) *club {
	t.Helper()
	dir := t.TempDir()
	log := &safeLog{}
	post, err := office.Open(office.Options{Dir: filepath.Join(dir, "post"), Domain: local.Domain, SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0",
		Password: local.Password, ServerLocalPart: "corrd", Now: time.Now, NoSync: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	if err := os.WriteFile(filepath.Join(dir, "password"), []byte(local.Password+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &club{T: t, dir: dir, post: post, extra: extra, log: log, people: map[string]*local.Correspondent{}}
	c.start()
	t.Cleanup(func() { c.stop() })
	return c
}

// config returns the daemon's configuration, in which the mail server is the provider.
func (c *club) config() Config {
	c.Helper()
	_, smtpPort, _ := net.SplitHostPort(c.post.SMTPAddr())
	_, imapPort, _ := net.SplitHostPort(c.post.IMAPAddr())
	config, err := Parse(fmt.Sprintf(`
[server]
domain = "corrd.localhost"
dir = "%[1]s/corrd"
[imap]
host = "127.0.0.1"
port = %[2]s
tls = "none"
password_file = "%[1]s/password"
poll = "1s"
[submission]
host = "127.0.0.1"
port = %[3]s
tls = "none"
user = "corrd@corrd.localhost"
password_file = "%[1]s/password"
[identity]
authserv_id = "corrd.localhost"
`, c.dir, imapPort, smtpPort) + c.extra)
	if err != nil {
		c.Fatal(err)
	}
	config.Site.Every = 100 * time.Millisecond
	return config
}

func (c *club) start() {
	c.Helper()
	c.startWith(c.config())
}

func (c *club) startWith(config Config) {
	c.Helper()
	h, err := Open(config, false, noDNS{}, slog.New(slog.NewTextHandler(c.log, nil)))
	if err != nil {
		c.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() { ran <- h.Run(ctx) }()
	c.house, c.ctl = h, control.Dial(h.config.Socket())
	c.stop = sync.OnceFunc(func() {
		cancel()
		if err := errors.Join(<-ran, h.Close()); err != nil {
			c.Errorf("stopped: %v", err)
		}
	})
}

// noDNS is a DNS without any names.
type noDNS struct{}

func (noDNS) LookupTXT(_ context.Context, name string) ([]string, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}
func (noDNS) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}
func (noDNS) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}
func (noDNS) LookupAddr(_ context.Context, name string) ([]string, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// safeLog is a log to which several goroutines may write.
type safeLog struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *safeLog) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

func (l *safeLog) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// longEnough is how long a test waits for something that must happen. No machine is so slow that
// this time is too short.
const longEnough = 10 * time.Minute

// eventually waits until so returns true.
func (c *club) eventually(what string, so func() bool) {
	c.Helper()
	for deadline := time.Now().Add(longEnough); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if so() {
			return
		}
	}
	c.Fatalf("%s never came about; the log:\n%s", what, c.log)
}

func (c *club) who(mailbox string) *local.Correspondent {
	if c.people[mailbox] == nil {
		c.people[mailbox] = &local.Correspondent{Name: mailbox, Address: mailbox + "@" + local.Domain, SMTP: c.post.SMTPAddr(), IMAP: c.post.IMAPAddr(), Now: time.Now}
	}
	return c.people[mailbox]
}

// box returns the letters in a mailbox, in order.
func (c *club) box(mailbox string) []local.Letter {
	c.Helper()
	letters, err := c.who(mailbox).Letters(0)
	if err != nil {
		c.Fatal(err)
	}
	return letters
}

// await waits for letter n of a mailbox, counted from 1, and checks its kind.
func (c *club) await(mailbox string, n int, kind string) local.Letter {
	c.Helper()
	c.eventually(fmt.Sprintf("letter %d to %s", n, mailbox), func() bool { return len(c.box(mailbox)) >= n })
	m := c.box(mailbox)[n-1]
	if got := m.Kind(); got != kind {
		c.Fatalf("letter %d to %s is %q (%s), want %q", n, mailbox, got, m.Get("Subject"), kind)
	}
	return m
}

// answer sends an answer to a letter through the mail server.
func (c *club) answer(mailbox string, to local.Letter, text string) {
	c.Helper()
	if err := c.who(mailbox).Answer(to, "", text); err != nil {
		c.Fatal(err)
	}
}

// addPlayers registers players as the operator does.
func (c *club) addPlayers(mailboxes ...string) {
	c.Helper()
	for _, m := range mailboxes {
		var p control.PlayerView
		if err := c.ctl.Call(context.Background(), "/player/add", control.Enrolment{Name: m, Address: m + "@" + local.Domain, Quiet: true}, &p); err != nil {
			c.Fatal(err)
		}
	}
}

// begin begins a game of alice (White) and bob, and gives White's first letter.
func (c *club) begin() local.Letter {
	c.Helper()
	c.addPlayers("alice", "bob")
	if err := c.who("alice").Write("corrd@"+local.Domain, "", "challenge bob@"+local.Domain+", colour white", ""); err != nil {
		c.Fatal(err)
	}
	c.answer("bob", c.await("bob", 1, "challenge"), "accept")
	c.await("bob", 2, "start")
	return c.await("alice", 2, "start")
}

func (c *club) moves() string {
	c.Helper()
	var g control.GameView
	if err := c.ctl.Call(context.Background(), "/game/show", control.Numbered{ID: 1}, &g); err != nil {
		c.Fatal(err)
	}
	var moves []string
	for _, m := range g.Moves {
		moves = append(moves, m.UCI)
	}
	return strings.Join(moves, " ")
}
