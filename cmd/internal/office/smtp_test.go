package office

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	alice  = "alice@corrd.localhost"
	server = "corrd@corrd.localhost"
)

// codeOf is the reply code in an error of the SMTP client.
func codeOf(err error) int {
	var refusal *smtp.SMTPError
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return 0
}

func TestAddressing(t *testing.T) {
	for to, owner := range map[string]string{
		"corrd@corrd.localhost":               "corrd",
		"corrd+g12.w7.ABCDEF@corrd.localhost": "corrd",
		"CoRRd+r7.x@CORRD.LOCALHOST":          "corrd",
		"alice+chess+more@corrd.localhost":    "alice",
		"Jürgen@corrd.localhost":              "jürgen",
		"o'neill.b_2@corrd.localhost":         "o'neill.b_2",
	} {
		o := openOffice(t, t.TempDir())
		send(t, o, "", "bob@example.org", to, plain("bob@example.org", "x", "x"))
		if o.Pending(owner) != 1 {
			t.Errorf("%s: not with %s but %v", to, owner, o.Users())
			continue
		}
		want := "\r\nDelivered-To: " + to + "\r\n"
		if text := texts(t, o, owner, "INBOX")[0]; !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", to, want, text)
		}
	}
}

func TestRefusedRecipients(t *testing.T) {
	o := openOffice(t, t.TempDir())
	for _, user := range []string{"", "alice"} {
		for _, to := range []string{"bob@example.org", "bob@sub.corrd.localhost", "+detail@corrd.localhost", `"a b"@corrd.localhost`} {
			err := trySend(t, o, user, alice, to, plain(alice, "x", "x"))
			if codeOf(err) != 550 {
				t.Errorf("user %q to %s: %v", user, to, err)
			}
		}
	}
	err := trySend(t, o, "alice", alice, "bob@example.org", plain(alice, "x", "x"))
	if !strings.Contains(err.Error(), "this office delivers only inside corrd.localhost") {
		t.Error(err)
	}
}

func TestAuthentication(t *testing.T) {
	o := openOffice(t, t.TempDir())
	for _, client := range []sasl.Client{
		sasl.NewPlainClient("", "alice", "chess"),
		sasl.NewPlainClient("", "ALICE@corrd.localhost", "chess"),
		sasl.NewLoginClient("alice", "chess"),
	} {
		if err := dialSMTP(t, o, "").Auth(client); err != nil {
			t.Errorf("right password: %v", err)
		}
	}
	for _, client := range []sasl.Client{
		sasl.NewPlainClient("", "alice", "Chess"),
		sasl.NewPlainClient("", "alice@example.org", "chess"),
		sasl.NewPlainClient("", "", "chess"),
		sasl.NewLoginClient("alice", ""),
	} {
		if err := dialSMTP(t, o, "").Auth(client); codeOf(err) != 535 {
			t.Errorf("wrong login: %v", err)
		}
	}
	if users := fmt.Sprint(o.Users()); users != "[alice corrd]" {
		t.Errorf("a login makes a mailbox, a failed one does not: %s", users)
	}
}

func TestExtensions(t *testing.T) {
	c := dialSMTP(t, openOffice(t, t.TempDir()), "")
	for name, want := range map[string]string{
		"AUTH": "PLAIN LOGIN", "SIZE": fmt.Sprint(1<<20 + 1<<18 + 1), "8BITMIME": "", "PIPELINING": "", "SMTPUTF8": "",
	} {
		if ok, value := c.Extension(name); !ok || value != want {
			t.Errorf("%s: %v %q", name, ok, value)
		}
	}
}

func TestNullSender(t *testing.T) {
	o := openOffice(t, t.TempDir())
	send(t, o, "", "", server, plain("mailer-daemon@example.org", "bounce", "no such user"))
	if text := texts(t, o, "corrd", "INBOX")[0]; !strings.HasPrefix(text, "Return-Path: <>\r\n") {
		t.Error(text)
	}
}

func TestSizeLimit(t *testing.T) {
	options := testOptions(t.TempDir())
	options.Limit = 10_000
	o, err := Open(options)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	head := plain(alice, "long", "")
	for size, code := range map[int]int{10_000: 0, 10_001: 552, 10_002: 552, 70_000: 552} {
		text := head + strings.Repeat("x", size-len(head)-2) + "\r\n"
		c := dialSMTP(t, o, "alice")
		if err := c.SendMail(alice, []string{server}, strings.NewReader(text)); codeOf(err) != code {
			t.Errorf("%d bytes: %v", size, err)
		}
		if err := c.SendMail(alice, []string{server}, strings.NewReader(head)); err != nil {
			t.Errorf("the letter after one of %d bytes: %v", size, err)
		}
	}
	if err := dialSMTP(t, o, "").Mail(alice, &smtp.MailOptions{Size: 20_000}); codeOf(err) != 552 {
		t.Errorf("announced size: %v", err)
	}
	if o.Pending("corrd") != 5 { // the one of just the limit, and one after each
		t.Errorf("%d letters", o.Pending("corrd"))
	}
}

// dialogue speaks SMTP line by line, for what no proper client would send.
func dialogue(t *testing.T, o *Office, lines ...string) (last string) {
	t.Helper()
	conn, err := net.Dial("tcp", o.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r := textproto.NewReader(bufio.NewReader(conn))
	for _, line := range append([]string{""}, lines...) {
		fmt.Fprint(conn, line)
		code, text, err := r.ReadResponse(0)
		if code == 0 {
			t.Fatalf("after %q: %v", line, err)
		}
		last = fmt.Sprint(code, " ", text)
	}
	return last
}

func TestBareLineEndsAreRefused(t *testing.T) {
	o := openOffice(t, t.TempDir())
	for _, body := range []string{
		"a\nb\r\n",
		"a\rb\r\n",
		"a\n.\nMAIL FROM:<x@example.org>\r\n",
		"a\n.\r\nMAIL FROM:<x@example.org>\r\n",
		"a\r.\rb\r\n",
		"a\r\n.\nb\r\n",
		"a\r\r\nb\r\n",
		"a\r\n.\rb\r\n",
		"a\r\n.\r\r\n",
	} {
		got := dialogue(t, o, "EHLO x\r\n", "MAIL FROM:<b@example.org>\r\n", "RCPT TO:<"+server+">\r\n", "DATA\r\n",
			"From: b@example.org\r\n\r\n"+body+".\r\n")
		if !strings.HasPrefix(got, "554 ") {
			t.Errorf("%q: %s", body, got)
		}
	}
	if o.Pending("corrd") != 0 {
		t.Errorf("%d letters", o.Pending("corrd"))
	}
}

// TestReversePathsThatCannotBeWritten: of the reverse path a field is written above the letter.
func TestReversePathsThatCannotBeWritten(t *testing.T) {
	o := openOffice(t, t.TempDir())
	for path, code := range map[string]string{`"a b"@example.org`: "553 ", "a\u0085@example.org": "553 ", "a\u2028@example.org": "553 ", "jürgen@example.org": "250 "} {
		if got := dialogue(t, o, "EHLO x\r\n", "MAIL FROM:<"+path+"> SMTPUTF8\r\n"); !strings.HasPrefix(got, code) {
			t.Errorf("%q: %s", path, got)
		}
	}
}

func TestChunking(t *testing.T) {
	o := openOffice(t, t.TempDir())
	head, body := "From: b@example.org\r\n\r\n", "P-K4\r\n"
	got := dialogue(t, o, "EHLO x\r\n", "MAIL FROM:<b@example.org>\r\n", "RCPT TO:<"+server+">\r\n",
		fmt.Sprintf("BDAT %d\r\n%s", len(head), head), fmt.Sprintf("BDAT %d LAST\r\n%s", len(body), body))
	if !strings.HasPrefix(got, "250 ") || o.Pending("corrd") != 1 {
		t.Fatal(got)
	}
	got = dialogue(t, o, "EHLO x\r\n", "MAIL FROM:<b@example.org>\r\n", "RCPT TO:<"+server+">\r\n",
		fmt.Sprintf("BDAT %d\r\n%s", len(head), head), "RSET\r\n")
	if !strings.HasPrefix(got, "250 ") || o.Pending("corrd") != 1 {
		t.Error("a letter that was reset half way:", got, o.Pending("corrd"))
	}
}

func TestLetterThatBreaksOffIsNotDelivered(t *testing.T) {
	o := openOffice(t, t.TempDir())
	dialogue(t, o, "EHLO x\r\n", "MAIL FROM:<b@example.org>\r\n", "RCPT TO:<"+server+">\r\n", "DATA\r\n")
	conn, err := net.Dial("tcp", o.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "EHLO x\r\nMAIL FROM:<b@example.org>\r\nRCPT TO:<%s>\r\nDATA\r\nFrom: b@example.org\r\n\r\nP-K", server)
	conn.Close()
	send(t, o, "", "b@example.org", server, plain("b@example.org", "whole", "P-K4"))
	if o.Pending("corrd") != 1 {
		t.Errorf("%d letters", o.Pending("corrd"))
	}
}

func TestSeveralRecipientsGetACopyEach(t *testing.T) {
	o := openOffice(t, t.TempDir())
	to := []string{"corrd+g1.KEY@corrd.localhost", "corrd+g2.KEY@corrd.localhost", "bob@corrd.localhost", "CORRD+g1.key@corrd.localhost"}
	if err := dialSMTP(t, o, "alice").SendMail(alice, to, strings.NewReader(plain(alice, "x", "x"))); err != nil {
		t.Fatal(err)
	}
	letters := texts(t, o, "corrd", "INBOX")
	if len(letters) != 2 || len(texts(t, o, "bob", "INBOX")) != 1 {
		t.Fatalf("%d letters", len(letters))
	}
	for i, text := range letters {
		if !strings.Contains(text, "Delivered-To: "+to[i]+"\r\n") || strings.Count(text, "Delivered-To:") != 1 {
			t.Errorf("letter %d:\n%s", i, text)
		}
	}
}

func TestSixtySendersAtOnce(t *testing.T) {
	const senders, letters = 60, 5
	o := openOffice(t, t.TempDir())
	var wg sync.WaitGroup
	for i := range senders {
		name := fmt.Sprintf("p%d@corrd.localhost", i)
		c := dialSMTP(t, o, name)
		wg.Go(func() {
			for j := range letters {
				if err := c.SendMail(name, []string{server}, strings.NewReader(plain(name, fmt.Sprint(j), name))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	from := make(map[string]int)
	for _, text := range texts(t, o, "corrd", "INBOX") {
		_, body, _ := strings.Cut(text, "\r\n\r\n")
		from[body]++
	}
	for name, n := range from {
		if n != letters {
			t.Errorf("%q: %d letters", name, n)
		}
	}
	if len(from) != senders || len(o.Users()) != senders+1 {
		t.Errorf("%d senders, %d users", len(from), len(o.Users()))
	}
}
