package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

// babbler is a server that says something and then sends more without end, until the client hangs
// up. babbler gives its address, and at the end how many octets it could send.
func babbler(t *testing.T, opening func(net.Conn), endless string) (addr string, said <-chan int) {
	t.Helper()
	l := listenLoopback(t)
	total := make(chan int, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		opening(conn)
		words, n := strings.Repeat(endless, 4000), 0
		for err == nil {
			var m int
			m, err = io.WriteString(conn, words)
			n += m
		}
		total <- n
	}()
	return l.Addr().String(), total
}

// hear reads up to the first line of a client that holds a word.
func hear(conn net.Conn, word string) {
	var heard strings.Builder
	for b := make([]byte, 1); !strings.Contains(heard.String(), word) || b[0] != '\n'; {
		if _, err := conn.Read(b); err != nil {
			return
		}
		heard.WriteByte(b[0])
	}
}

// roomForBuffers is how many octets of a connection the systems of both hosts may buffer.
const roomForBuffers = 16 << 20

func TestMailboxHangsUpOnAServerThatSaysTooMuch(t *testing.T) {
	t.Parallel()
	greet := func(conn net.Conn) { io.WriteString(conn, "* OK [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] ready\r\n") }
	for name, c := range map[string]struct {
		opening func(net.Conn)
		endless string
	}{
		"a greeting without an end":                {func(conn net.Conn) { io.WriteString(conn, "* OK ") }, "ready "},
		"an answer to LOGIN without an end":        {func(conn net.Conn) { greet(conn); hear(conn, "LOGIN"); io.WriteString(conn, "* OK ") }, "welcome "},
		"an answer to LOGIN of lines without end":  {func(conn net.Conn) { greet(conn); hear(conn, "LOGIN") }, "* OK welcome\r\n"},
		"capabilities without an end":              {func(conn net.Conn) { greet(conn); hear(conn, "LOGIN"); io.WriteString(conn, "* CAPABILITY") }, " X"},
		"mailboxes without an end after the login": {func(conn net.Conn) { greet(conn); hear(conn, "LOGIN"); io.WriteString(conn, "T1 OK\r\n") }, "* LIST () \"/\" a\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			addr, said := babbler(t, c.opening, c.endless)
			_, err := Dial(context.Background(), IMAPOptions{Addr: addr, Login: Login{User: "corrd", Secret: Fixed("x")}, CommandTimeout: time.Hour})
			if err == nil {
				t.Error("no error")
			}
			if n := <-said; n > longestAnswer+1<<20+roomForBuffers {
				t.Errorf("%d octets were taken", n)
			}
		})
	}
}

func TestSubmissionHangsUpOnAServerThatSaysTooMuch(t *testing.T) {
	greet := func(conn net.Conn) { io.WriteString(conn, "220 ready\r\n"); hear(conn, "EHLO") }
	for name, c := range map[string]struct {
		opening func(net.Conn)
		endless string
	}{
		"a greeting without an end":          {func(conn net.Conn) { io.WriteString(conn, "220 ") }, "ready "},
		"a greeting of lines without an end": {func(net.Conn) {}, "220-ready\r\n"},
		"a reply without an end":             {func(conn net.Conn) { greet(conn); io.WriteString(conn, "250 ") }, "hello "},
		"a reply of lines without an end":    {greet, "250-HELLO\r\n"},
		"an answer to MAIL without an end":   {func(conn net.Conn) { greet(conn); io.WriteString(conn, "250 hello\r\n"); hear(conn, "MAIL") }, "250-fine\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			addr, said := babbler(t, c.opening, c.endless)
			s := NewSubmission(SubmissionOptions{Addr: addr, Timeout: time.Hour})
			err := s.Send(context.Background(), "corrd@club.example", "alice@player.example", []byte("Subject: x\r\n\r\nx\r\n"))
			var e *mailer.SendError
			if !errors.As(err, &e) || !e.Temporary() {
				t.Errorf("error %v; want one that passes", err)
			}
			if n := <-said; n > longestReply+roomForBuffers {
				t.Errorf("%d octets were taken", n)
			}
		})
	}
}

// TestServerMaySayMoreWhenItIsSpokenTo checks that the limit on what a server says applies to
// each answer separately.
func TestServerMaySayMoreWhenItIsSpokenTo(t *testing.T) {
	b := &brief{Conn: verbose{}, most: 100}
	for range 3 {
		b.Write(nil)
		if n, err := io.ReadAtLeast(b, make([]byte, 100), 100); n != 100 || err != nil {
			t.Fatalf("%d octets, %v", n, err)
		}
	}
	if n, err := io.Copy(io.Discard, b); !errors.Is(err, errVerbose) || n > 1<<20 {
		t.Errorf("%d octets, %v", n, err)
	}
}

// verbose is a connection on which there is always more to read.
type verbose struct{ net.Conn }

func (verbose) Read(p []byte) (int, error)  { return len(p), nil }
func (verbose) Write(p []byte) (int, error) { return len(p), nil }
func (verbose) Close() error                { return nil }
