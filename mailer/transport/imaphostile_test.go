package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// script is an IMAP server on loopback that a test tells what to say.
type script struct {
	addr        string
	caps        string // what the server can do
	later       string // what the server can do beside, and does not say in its greeting
	connections atomic.Int64
	searches    atomic.Int64
	// answer says what comes before the tagged OK to a command, in which %T stands for the
	// tag; without the OK if stop is true. ok is false for the ordinary answer.
	answer func(command string) (said string, stop, ok bool)
}

// play serves the script on loopback.
func (s *script) play(t *testing.T) *script {
	t.Helper()
	l := listenLoopback(t)
	s.addr = l.Addr().String()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.connections.Add(1)
			go s.speak(conn)
		}
	}()
	return s
}

func (s *script) speak(conn net.Conn) {
	defer conn.Close()
	fmt.Fprintf(conn, "* OK [CAPABILITY IMAP4rev1%s] ready\r\n", s.caps)
	idle := ""
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		switch {
		case tag == "DONE":
			tag = idle
		case command == "IDLE":
			idle = tag
		}
		if strings.HasPrefix(command, "UID SEARCH") {
			s.searches.Add(1)
		}
		said, stop, ok := s.answer(command)
		switch {
		case command == "CAPABILITY":
			said, stop = "* CAPABILITY IMAP4rev1"+s.caps+s.later+"\r\n", false
		case !ok:
			said = ordinary(command)
		}
		if _, err := io.WriteString(conn, strings.ReplaceAll(said, "%T", tag)); err != nil {
			return
		}
		if stop {
			continue
		}
		if _, err := fmt.Fprintf(conn, "%s OK done\r\n", tag); err != nil {
			return
		}
	}
}

// aLetter is the letter with UID 5 of the scripted servers.
const aLetter = "Subject: x\r\n\r\nP-K4\r\n"

// ordinary is what an honest server says that has one letter.
func ordinary(command string) string {
	switch {
	case strings.HasPrefix(command, "LIST"):
		return "* LIST () \"/\" x\r\n"
	case strings.HasPrefix(command, "SELECT"):
		return "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n"
	case strings.HasPrefix(command, "UID SEARCH"):
		return "* SEARCH 5\r\n"
	case strings.Contains(command, "BODY.PEEK[]"):
		return fmt.Sprintf("* 1 FETCH (UID 5 BODY[] {%d}\r\n%s)\r\n", len(aLetter), aLetter)
	case strings.HasPrefix(command, "UID FETCH"):
		return fmt.Sprintf("* 1 FETCH (UID 5 RFC822.SIZE %d INTERNALDATE %q)\r\n",
			len(aLetter), "20-Nov-2026 08:00:00 +0000")
	}
	return ""
}

func (s *script) options() IMAPOptions {
	login := Login{User: "corrd", Secret: Fixed("x")}
	return IMAPOptions{Addr: s.addr, Login: login, Poll: time.Hour, BackOff: time.Millisecond}
}

// TestStructureThatHasNoBottom: a response that nobody asked for, with lists in lists in
// lists, costs the connection and not the daemon, wherever the server hides the lists.
func TestStructureThatHasNoBottom(t *testing.T) {
	deep := "* 1 FETCH (BODYSTRUCTURE " + strings.Repeat("(", 4<<20) + "\r\n"
	letter := `("message" "rfc822" NIL NIL NIL NIL 1 (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) `
	letters := "* 1 FETCH (BODYSTRUCTURE " + strings.Repeat(letter, 50_000) + "\r\n"
	for name, said := range map[string]string{
		"plainly":                          deep,
		"as letters in letters":            letters,
		"in the body":                      strings.Replace(deep, "STRUCTURE", "", 1),
		"behind text like a literal":       "* OK {5000000}\r\n" + deep,
		"behind such text in small":        "* ok {5000000}\r\n" + deep,
		"behind such text with a number":   "* 1 NO {5000000}\r\n" + deep,
		"behind text with a code":          "* OK [X] {5000000}\r\n" + deep,
		"behind a tagged text":             "%T OK {5000000}\r\n" + deep,
		"behind a code of several lines":   "* OK [X \r\n* 1 FETCH (BODY[] {5000000}\r\n] x\r\n" + deep,
		"behind a string of several lines": "* LIST () \"/\" \"\r\n* LIST {5000000}\r\n\"\r\n" + deep,
		"behind a quoted quotation mark":   "* LIST () \"/\" \"\\\"{5000000}\"\r\n" + deep,
		"behind a literal":                 "* LIST () \"/\" {3}\r\n(\"(\r\n" + deep,
		"behind an empty literal":          "* LIST () \"/\" {0}\r\n\r\n" + deep,
		"in a line of its own":             "* OK\r\n" + deep,
	} {
		t.Run(name, func(t *testing.T) {
			s := (&script{answer: func(command string) (string, bool, bool) {
				return said, false, strings.HasPrefix(command, "UID SEARCH")
			}}).play(t)
			m, err := Dial(t.Context(), s.options())
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			m.first.search()
			if _, err := m.first.search(); err == nil {
				t.Error("the connection is still in use")
			}
		})
	}
}

// TestLettersNamedOutOfOrder cost little, however many there are.
func TestLettersNamedOutOfOrder(t *testing.T) {
	t.Parallel()
	const many = 400_000
	var down, oddThenEven, up, shuffled []string
	for i := range many {
		down = append(down, strconv.Itoa(3_000_000-2*i))
		oddThenEven = append(oddThenEven, strconv.Itoa(1+2*i%many+2*i/many))
		up = append(up, strconv.Itoa(1+2*i))
		shuffled = append(shuffled, strconv.Itoa(1+(i*7919)%20_011))
	}
	for name, c := range map[string]struct {
		said string
		good bool
	}{
		"from the last to the first":   {"* SEARCH " + strings.Join(down, " ") + "\r\n", false},
		"in a line each":               {"* SEARCH " + strings.Join(down[:200_000], "\r\n* SEARCH ") + "\r\n", false},
		"as a set":                     {`* ESEARCH (TAG "%T") UID ALL ` + strings.Join(down, ",") + "\r\n", false},
		"where no letters are":         {"* OK [COPYUID 1 " + strings.Join(down, ",") + " 1] x\r\n", false},
		"every other one, then others": {"* SEARCH " + strings.Join(oddThenEven, " ") + "\r\n", false},
		"in order":                     {"* SEARCH " + strings.Join(up, " ") + "\r\n", true},
		"few in disorder":              {"* SEARCH " + strings.Join(shuffled[:10_000], " ") + "\r\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := (&script{answer: func(command string) (string, bool, bool) {
				return c.said, false, strings.HasPrefix(command, "UID SEARCH")
			}}).play(t)
			m, err := Dial(t.Context(), s.options())
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			for range 2 {
				began := time.Now()
				_, err := m.first.search()
				if (err == nil) != c.good {
					t.Errorf("%v", err)
				}
				if took := time.Since(began); took > time.Minute {
					t.Errorf("it took %s", took)
				}
			}
		})
	}
}

// TestLetterOfManyParentheses is a letter like any other, whatever it has of the protocol.
func TestLetterOfManyParentheses(t *testing.T) {
	letter := "Subject: \"((( {5}\r\nFrom: \"(((\" <a@player.example>\r\n" +
		"Message-ID: <1@player.example>\r\n\r\n" + strings.Repeat("(", 1000) +
		"\r\n* 1 FETCH (BODYSTRUCTURE " + strings.Repeat("((((\"{9}\r\n", 1000)
	p := startMailroom(t, imap.CapMove)
	p.put(t, letter)
	m := NewMailbox(p.options())
	if got := run(t, m, 1, processed); string(got[0].Raw) != letter {
		t.Errorf("%d octets of %d", len(got[0].Raw), len(letter))
	}
	var ids []string
	err := m.Taken(t.Context(), time.Now().Add(-48*time.Hour), func(g Glance) bool {
		ids = append(ids, g.MessageID)
		return false
	}, nil)
	if err != nil || len(ids) != 1 || ids[0] != "1@player.example" {
		t.Errorf("%q, %v", ids, err)
	}
}

// TestServerThatNamesTheUIDBehindTheLetter gives its letters all the same; a server that lists a
// letter and does not give it is an error, and a letter that is gone is none.
func TestServerThatNamesTheUIDBehindTheLetter(t *testing.T) {
	behind := fmt.Sprintf("* 1 FETCH (BODY[] {%d}\r\n%s UID 5)\r\n", len(aLetter), aLetter)
	for name, c := range map[string]struct {
		said  string
		found bool
		err   bool
	}{
		"behind":          {said: behind, found: true},
		"of another":      {said: strings.Replace(behind, "UID 5", "UID 6", 1), err: true},
		"without a UID":   {said: strings.Replace(behind, " UID 5", "", 1), err: true},
		"without letters": {said: "", err: true},
	} {
		s := (&script{answer: func(command string) (string, bool, bool) {
			return c.said, false, strings.Contains(command, "BODY.PEEK[]")
		}}).play(t)
		m, err := Dial(t.Context(), s.options())
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		letter, found, err := m.first.fetch(5)
		if found != c.found || (err != nil) != c.err || found && string(letter.Raw) != aLetter {
			t.Errorf("%s: %q, %v, %v", name, letter.Raw, found, err)
		}
		if _, found, err = m.first.fetch(6); found || err != nil {
			t.Errorf("%s: a letter that is not there: %v, %v", name, found, err)
		}
	}
}

// TestQuotedStringOfTwoLines: a folded field of a letter, which some servers quote as the field
// stands, does not cost the connection.
func TestQuotedStringOfTwoLines(t *testing.T) {
	s := (&script{caps: " MOVE", answer: func(command string) (string, bool, bool) {
		said := "* 1 FETCH (UID 5 RFC822.SIZE 9 INTERNALDATE \"20-Nov-2026 08:00:00 +0000\" " +
			"ENVELOPE (NIL \"a move\r\n (the\r\n {9}\r\n third\\\r\n)\" NIL NIL NIL NIL NIL NIL NIL \"<1@player.example>\"))\r\n"
		return said, false, strings.Contains(command, "ENVELOPE")
	}}).play(t)
	var ids []string
	err := NewMailbox(s.options()).Taken(t.Context(), time.Now(), func(g Glance) bool {
		ids = append(ids, g.MessageID)
		return false
	}, nil)
	if err != nil || len(ids) != 1 || ids[0] != "1@player.example" {
		t.Errorf("%q, %v", ids, err)
	}
}

// TestCapabilitiesAfterLogin are those that count, however fast the server is. The client
// library forgets the capabilities of the greeting only after a login has succeeded.
func TestCapabilitiesAfterLogin(t *testing.T) {
	t.Parallel()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	s := (&script{caps: " IDLE", later: " MOVE", answer: func(string) (string, bool, bool) {
		return "", false, false
	}}).play(t)
	var wrong atomic.Int64
	var dials sync.WaitGroup
	for range 16 {
		dials.Go(func() {
			for range 150 {
				m, err := Dial(t.Context(), s.options())
				if err != nil {
					t.Error(err)
					return
				}
				if !m.first.canMove || !m.first.canIdle || m.first.marksOnly {
					wrong.Add(1)
				}
				m.Close()
			}
		})
	}
	dials.Wait()
	if n := wrong.Load(); n > 0 {
		t.Errorf("%d sessions go by what the server said before the login", n)
	}
}

// TestMailboxWithoutUIDValidity is not read: nothing says when its UIDs begin again.
func TestMailboxWithoutUIDValidity(t *testing.T) {
	for _, said := range []string{"* 1 EXISTS\r\n", "* 1 EXISTS\r\n* OK [UIDVALIDITY 0] .\r\n"} {
		s := (&script{answer: func(command string) (string, bool, bool) {
			return said, false, strings.HasPrefix(command, "SELECT")
		}}).play(t)
		if _, err := Dial(t.Context(), s.options()); !errors.Is(err, errNoUIDValidity) {
			t.Errorf("%v", err)
		}
	}
}

// TestServerThatTellsOfNothingAgainAndAgain is asked less and less often, and Kick has the
// mailbox looked at all the same.
func TestServerThatTellsOfNothingAgainAndAgain(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"UID SEARCH", "SELECT", "IDLE"} {
		t.Run(where, func(t *testing.T) {
			s := &script{caps: " MOVE IDLE", answer: func(command string) (string, bool, bool) {
				said := ordinary(command)
				if strings.HasPrefix(command, "UID SEARCH") {
					said = "* SEARCH\r\n"
				}
				if command == "IDLE" {
					said = "+ idling\r\n"
				}
				if strings.HasPrefix(command, where) {
					said += "* 1 EXISTS\r\n* 7 EXISTS\r\n"
				}
				return said, command == "IDLE", true
			}}
			o := s.play(t).options()
			o.BackOff = 20 * time.Millisecond
			m := NewMailbox(o)
			watched(t, m, Processed)
			until(t, "the mailbox is looked at", func() bool { return s.searches.Load() > 0 })
			time.Sleep(300 * time.Millisecond)
			before := s.searches.Load()
			if before > 10 {
				t.Errorf("%d looks in 300 ms", before)
			}
			m.Kick()
			until(t, "Kick brings a look", func() bool { return s.searches.Load() > before })
		})
	}
}

// TestServerThatStopsInALetter is hung up on after the time of a command, and tried again
// after longer and longer pauses, until the letter comes.
func TestServerThatStopsInALetter(t *testing.T) {
	t.Parallel()
	var stopped atomic.Int64
	s := &script{caps: " MOVE", answer: func(command string) (string, bool, bool) {
		if !strings.Contains(command, "BODY.PEEK[]") || stopped.Add(1) > 3 {
			return "", false, false
		}
		return "* 1 FETCH (UID 5 BODY[] {1000}\r\nSubject: ", true, true
	}}
	o := s.play(t).options()
	o.CommandTimeout, o.BackOff = 500*time.Millisecond, 20*time.Millisecond // no other command may take so long
	began := time.Now()
	f := next(t, watched(t, NewMailbox(o), Processed))
	if string(f.Raw) != aLetter || f.UID != 5 || f.UIDValidity != 7 {
		t.Errorf("%+v", f)
	}
	if n := s.connections.Load(); n < 4 { // more where the machine is so busy that another command takes too long
		t.Errorf("%d connections, want 4", n)
	}
	if took := time.Since(began); took < 3*o.CommandTimeout+7*o.BackOff {
		t.Errorf("all was tried in %s", took)
	}
}

// TestServerThatExpungesTheLetterZero, and then more letters than the client library holds
// numbers of, is heard to the end.
func TestServerThatExpungesTheLetterZero(t *testing.T) {
	s := (&script{caps: " UIDPLUS", answer: func(command string) (string, bool, bool) {
		said := "* 0 EXPUNGE\r\n" + strings.Repeat("* 1 EXPUNGE\r\n", 1000)
		return said, false, strings.HasPrefix(command, "UID EXPUNGE")
	}}).play(t)
	o := s.options()
	o.CommandTimeout = 2 * time.Second
	m := NewMailbox(o)
	if f := next(t, watched(t, m, Processed)); f.UID != 5 {
		t.Errorf("%+v", f)
	}
	until(t, "the letter is put away", func() bool { return !m.LastPoll().IsZero() })
}

// TestSTARTTLSOfAServerThatSaysTooMuch: nothing that is said in the clear is believed.
func TestSTARTTLSOfAServerThatSaysTooMuch(t *testing.T) {
	config, pool := testCertificate(t, time.Hour, "127.0.0.1")
	const hello, fine = "* OK ready\r\n", "* CAPABILITY IMAP4rev1\r\n%T OK go on\r\n"
	for name, c := range map[string]struct{ greeting, answer, says string }{
		"PREAUTH":                {"* PREAUTH you are in\r\n", fine, "PREAUTH"},
		"BYE":                    {"* BYE full\r\n", fine, "full"},
		"no greeting":            {"hello\r\n", fine, "hello"},
		"no STARTTLS":            {hello, "%T BAD what\r\n", "what"},
		"the wrong tag":          {hello, "x OK go on\r\n", "x OK"},
		"more after the OK":      {hello, fine + "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] .\r\n", "before TLS"},
		"a greeting without end": {"* OK " + strings.Repeat("x", 2*longestGreeting), fine, "EOF"},
		"lines without end":      {hello, strings.Repeat("* OK x\r\n", longestGreeting), "EOF"},
		"nothing wrong":          {hello, fine, "login"},
	} {
		t.Run(name, func(t *testing.T) {
			l := listenLoopback(t)
			go func() {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				io.WriteString(conn, c.greeting)
				line, _ := bufio.NewReader(conn).ReadString('\n')
				tag, _, _ := strings.Cut(line, " ")
				io.WriteString(conn, strings.ReplaceAll(c.answer, "%T", tag))
				secure := tls.Server(conn, config)
				if secure.Handshake() == nil {
					hear(secure, "\n")
				}
			}()
			o := IMAPOptions{Addr: l.Addr().String(), Security: StartTLS, Roots: pool}
			o.Login = Login{User: "corrd", Secret: Fixed("x")}
			_, err := Dial(context.Background(), o)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v; want %q", err, c.says)
			}
		})
	}
}

// TestLetterOfFourGiB: a server that announces more octets of a letter than any letter has, and
// then stops or goes on without end, is hung up on, and no memory is taken for what it announces.
func TestLetterOfFourGiB(t *testing.T) {
	for _, size := range []string{"4294967295", "4294967296", "9223372036854775807", "99999999999999999999", "-1", "1e9", "0x7fffffff"} {
		for more, after := range map[string]string{"stops": "Subject: x\r\n", "goes on": strings.Repeat("P-K4\r\n", 2<<20)} {
			s := (&script{caps: " MOVE", answer: func(command string) (string, bool, bool) {
				fetches := strings.Contains(command, "BODY.PEEK[]")
				return "* 1 FETCH (UID 5 BODY[] {" + size + "}\r\n" + after, fetches, fetches
			}}).play(t)
			o := s.options()
			o.CommandTimeout = 300 * time.Millisecond
			m, err := Dial(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			var before, then runtime.MemStats
			runtime.ReadMemStats(&before)
			begun := time.Now()
			if _, found, err := m.first.fetch(5); found || err == nil {
				t.Errorf("%s, and it %s: found %v, %v", size, more, found, err)
			}
			runtime.ReadMemStats(&then)
			if taken := then.TotalAlloc - before.TotalAlloc; taken > 128<<20 || time.Since(begun) > 10*time.Second {
				t.Errorf("%s, and it %s: %d MiB in %v", size, more, taken>>20, time.Since(begun))
			}
			m.Close()
		}
	}
}
