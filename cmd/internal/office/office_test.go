package office

import (
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// noon is the time of every office in these tests.
var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// longEnough is how long a test waits for what must come: a machine that is so
// slow is none.
const longEnough = 10 * time.Minute

func testOptions(dir string) Options {
	return Options{
		Dir: dir, SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0",
		Now: func() time.Time { return noon },
	}
}

func openOffice(t testing.TB, dir string) *Office {
	t.Helper()
	o, err := Open(testOptions(dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	return o
}

func dialSMTP(t testing.TB, o *Office, user string) *smtp.Client {
	t.Helper()
	c, err := smtp.Dial(o.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if user != "" {
		if err := c.Auth(sasl.NewPlainClient("", user, "chess")); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// send posts a letter as a user, who authenticates unless the name is "".
func send(t testing.TB, o *Office, user, from, to, text string) {
	t.Helper()
	if err := trySend(t, o, user, from, to, text); err != nil {
		t.Fatalf("letter from %q to %q: %v", from, to, err)
	}
}

func trySend(t testing.TB, o *Office, user, from, to, text string) error {
	t.Helper()
	return dialSMTP(t, o, user).SendMail(from, []string{to}, strings.NewReader(text))
}

// plain is a small letter with CRLF line ends.
func plain(from, subject, body string) string {
	return crlf(fmt.Sprintf("From: %s\nTo: corrd@corrd.localhost\nSubject: %s\n\n%s\n", from, subject, body))
}

func crlf(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

func dialIMAP(t testing.TB, o *Office, user string, options *imapclient.Options) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(o.IMAPAddr(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Login(user, "chess").Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// mailbox logs in and selects.
func mailbox(t testing.TB, o *Office, user, name string) *imapclient.Client {
	t.Helper()
	c := dialIMAP(t, o, user, nil)
	if _, err := c.Select(name, nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// texts reads every letter of a mailbox through IMAP.
func texts(t testing.TB, o *Office, user, name string) (all []string) {
	t.Helper()
	c := mailbox(t, o, user, name)
	section := &imap.FetchItemBodySection{Peek: true}
	letters, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{
		BodySection: []*imap.FetchItemBodySection{section},
	}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range letters {
		all = append(all, string(l.FindBodySection(section)))
	}
	return all
}

func TestOpenRefusesOtherThanLoopback(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:2525"} {
		for _, service := range []string{"smtp", "imap"} {
			options := testOptions(t.TempDir())
			if service == "smtp" {
				options.SMTPAddr = addr
			} else {
				options.IMAPAddr = addr
			}
			_, err := Open(options)
			var where *ListenError
			if !errors.Is(err, ErrNotLoopback) || !errors.As(err, &where) || where.Service != service || where.Addr != addr {
				t.Errorf("%s on %q: %v", service, addr, err)
			}
		}
	}
}

func TestOpenNamesThePortInUse(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	options := testOptions(t.TempDir())
	options.IMAPAddr = other.Addr().String()
	_, err = Open(options)
	var where *ListenError
	if !errors.Is(err, ErrPortInUse) || !errors.As(err, &where) || where.Addr != options.IMAPAddr {
		t.Fatal(err)
	}
	if !strings.Contains(err.Error(), options.IMAPAddr) || strings.Contains(err.Error(), "\n") {
		t.Errorf("not one line with the address: %q", err)
	}
}

func TestOneOfficePerFolder(t *testing.T) {
	dir := t.TempDir()
	first := openOffice(t, dir)
	if _, err := Open(testOptions(dir)); !errors.Is(err, ErrLocked) {
		t.Fatalf("second office: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	openOffice(t, dir)
}

func TestCloseEndsSessionsAndGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	o, err := Open(testOptions(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	var clients []io.Reader
	for range 5 {
		for _, addr := range []string{o.SMTPAddr(), o.IMAPAddr()} {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			clients = append(clients, c)
		}
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range clients {
		io.Copy(io.Discard, c) // returns only when the office has hung up
	}
	for end := time.Now().Add(longEnough); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

func TestUsersPendingAndMessages(t *testing.T) {
	o := openOffice(t, t.TempDir())
	send(t, o, "Alice", "alice@corrd.localhost", "corrd+g1.w1.KEY@corrd.localhost", plain("alice@corrd.localhost", "one", "P-K4"))
	send(t, o, "", "bob@example.org", "CORRD@Corrd.Localhost", plain("bob@example.org", "two", "P-Q4"))
	if got := fmt.Sprint(o.Users()); got != "[alice corrd]" {
		t.Errorf("users %s", got)
	}
	if o.Pending("corrd") != 2 || o.Pending("alice") != 0 || o.Pending("nobody") != 0 {
		t.Errorf("pending %d %d %d", o.Pending("corrd"), o.Pending("alice"), o.Pending("nobody"))
	}
	messages, err := o.Messages("corrd", "INBOX")
	if err != nil || len(messages) != 2 {
		t.Fatal(messages, err)
	}
	text, err := messages[1].Bytes()
	if err != nil || !strings.HasSuffix(string(text), "P-Q4\r\n") {
		t.Errorf("%v %q", err, text)
	}
	if !messages[0].Received.Equal(noon) {
		t.Errorf("received %v", messages[0].Received)
	}
	if _, err := o.Messages("corrd", "Nowhere"); err == nil {
		t.Error("a mailbox that does not exist was listed")
	}
}
