package transport

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/mailer"
)

// TestMain has more tests run side by side than there are processors: they wait most of their time.
func TestMain(m *testing.M) {
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		parallel.Value.Set("8")
	}
	m.Run()
}

// hostile is a submission server that answers with whatever a test has it say, and keeps what the
// client says.
type hostile struct {
	greeting string
	says     map[string]string // the answers by verb; "." is the end of a letter, "" anything else
	closes   string            // the verb after which the server hangs up
	slowly   time.Duration     // the wait before each octet
	endless  string            // the verb to which the answer never ends; "greeting" is one

	mutex sync.Mutex
	heard []string
	came  int
}

// polite are the answers of a server that takes a letter.
func polite() map[string]string {
	return map[string]string{"EHLO": "250-hostile.test\r\n250-8BITMIME\r\n250 PIPELINING\r\n", "MAIL": "250 2.1.0 ok\r\n", "RCPT": "250 2.1.5 ok\r\n", "DATA": "354 go on\r\n",
		".": "250 2.0.0 taken\r\n", "RSET": "250 2.0.0 ok\r\n", "QUIT": "221 bye\r\n", "": "502 5.5.1 what\r\n"}
}

func (h *hostile) serve(conn net.Conn) {
	defer conn.Close()
	h.mutex.Lock()
	h.came++
	h.mutex.Unlock()
	say := func(verb, text string) error {
		for h.endless == verb && text != "" {
			if _, err := io.WriteString(conn, text[:3]+"-"+strings.Repeat("x", 500)+"\r\n"); err != nil {
				return err
			}
		}
		for i := 0; h.slowly > 0 && i < len(text); i++ {
			time.Sleep(h.slowly)
			if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
				return err
			}
		}
		if h.slowly > 0 {
			return nil
		}
		_, err := io.WriteString(conn, text)
		return err
	}
	if say("greeting", h.greeting) != nil {
		return
	}
	in := bufio.NewReader(conn)
	letter := false
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		if letter && line != "." {
			continue
		}
		h.mutex.Lock()
		h.heard = append(h.heard, line)
		answer, known := h.says[verb]
		if !known {
			answer = h.says[""]
		}
		h.mutex.Unlock()
		letter = verb == "DATA" && strings.HasPrefix(answer, "354")
		if say(verb, answer) != nil || h.closes == verb {
			return
		}
	}
}

// start has the server answer, and gives a Submission to it.
func (h *hostile) start(t *testing.T, o SubmissionOptions) *Submission {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			go h.serve(conn)
		}
	}()
	o.Addr = l.Addr().String()
	s := NewSubmission(o)
	t.Cleanup(func() { s.Close(); l.Close() })
	return s
}

// said returns what the client has said, in one text.
func (h *hostile) said() string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return strings.Join(h.heard, "\n")
}

// TestHostileSubmissionServers checks that a server which lies, breaks off, speaks for ever or says
// nothing neither holds a letter nor has it given up: the letter is tried again later, and each try
// ends in time.
func TestHostileSubmissionServers(t *testing.T) {
	t.Parallel()
	const patience = 300 * time.Millisecond
	with := func(verb, answer string) map[string]string {
		all := polite()
		all[verb] = answer
		return all
	}
	for name, h := range map[string]*hostile{
		"an endless greeting":                  {says: polite(), endless: "greeting"},
		"endless extensions":                   {says: polite(), endless: "EHLO"},
		"an endless answer to the sender":      {says: polite(), endless: "MAIL"},
		"an endless answer to the recipient":   {says: polite(), endless: "RCPT"},
		"an endless answer to the letter":      {says: polite(), endless: "."},
		"slow octets":                          {says: polite(), slowly: 40 * time.Millisecond},
		"enormous extensions":                  {says: with("EHLO", strings.Repeat("250-"+strings.Repeat("X", 900)+"\r\n", 100)+"250 OK\r\n")},
		"no greeting":                          {greeting: "\r\n", says: polite()},
		"a greeting of another protocol":       {greeting: "* OK IMAP4rev1 ready\r\n", says: polite()},
		"a greeting that refuses":              {greeting: "554 5.7.1 go away\r\n", says: polite()},
		"a line without an end":                {says: with("EHLO", "250 "+strings.Repeat("x", 1<<17))},
		"no code":                              {says: with("MAIL", "ok\r\n")},
		"a code of four figures":               {says: with("MAIL", "5500 no\r\n")},
		"a code that means nothing":            {says: with("RCPT", "999 no\r\n")},
		"a code above all":                     {says: with("MAIL", "600 no\r\n")},
		"a code of nought":                     {says: with(".", "000 no\r\n")},
		"control characters":                   {says: with("RCPT", "\x00\x1b[2J250 ok\r\n")},
		"codes that differ in one reply":       {says: with("RCPT", "250-ok\r\n550 no\r\n")},
		"a yes to DATA":                        {says: with("DATA", "250 2.0.0 taken\r\n")},
		"silence":                              {says: with("MAIL", "")},
		"silence after the letter":             {says: with(".", "")},
		"it closes after the sender":           {says: polite(), closes: "MAIL"},
		"it closes after DATA":                 {says: with("DATA", ""), closes: "DATA"},
		"it closes after the letter":           {says: with(".", ""), closes: "."},
		"busy for ever":                        {says: with("RCPT", "451 4.7.1 greylisted\r\n")},
		"full for ever":                        {says: with(".", "452 4.3.1 full\r\n")},
		"no service":                           {says: with("MAIL", "421 4.3.2 closing\r\n")},
		"a letter in the middle of the answer": {says: with(".", "4\r\n5\r\n1 x\r\n")},
		"a greeting of eight bits":             {greeting: "\xff\xfe\x80220 hostile\r\n", says: polite()},
		"an answer of eight bits":              {says: with("MAIL", "\xc2\xb2\xc2\xb50 ok\r\n")},
		"figures of another script":            {says: with("RCPT", "٢٥٠ ok\r\n")},
		"a reply of megabytes":                 {says: with(".", strings.Repeat("250-"+strings.Repeat("y", 400)+"\r\n", 6000)+"250 ok\r\n")},
		"a reply of empty lines":               {says: with("RCPT", strings.Repeat("\r\n", 1<<16)+"250 ok\r\n")},
		"a greeting without a name or an end":  {greeting: "220" + strings.Repeat(" ", 1<<17), says: polite()},
		"no service from the first":            {greeting: "421 4.3.2 come back\r\n", says: polite()},
		"more wanted instead of yes":           {says: with("MAIL", "354 go on\r\n")},
		"a challenge instead of yes":           {says: with("RCPT", "334 VXNlcm5hbWU6\r\n")},
		"busy when it has the letter":          {says: with(".", "450 4.2.0 busy\r\n")},
		"a code and nothing":                   {says: with("MAIL", "2\r\n")},
		"a negative code":                      {says: with(".", "-250 ok\r\n")},
		"an answer of another protocol":        {says: with("MAIL", "HTTP/1.1 200 OK\r\n\r\n")},
		"it closes in the middle of its reply": {says: with(".", "250-2.0.0 ta"), closes: "."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if h.greeting == "" {
				h.greeting = "220 hostile.test ESMTP\r\n"
			}
			s := h.start(t, SubmissionOptions{Timeout: patience})
			for range 2 {
				began := time.Now()
				err := s.Send(t.Context(), sender, recipient, []byte(outgoing))
				var e *mailer.SendError
				if !errors.As(err, &e) {
					t.Fatalf("the letter counts as taken: %v", err)
				}
				if !e.Temporary() {
					t.Errorf("the letter is given up: %v", err)
				}
				if took := time.Since(began); took > 20*patience+10*time.Second {
					t.Errorf("a try takes %v", took)
				}
				if len(e.Text) > 300 || e.Text != mailer.OneLine(e.Text) {
					t.Errorf("%d octets of its words are kept: %.200q", len(e.Text), e.Text)
				}
			}
		})
	}
}

// TestRefusalsOfAnyLengthAreFinal checks that a refusal in many words refuses, and that no more of
// the words is kept than can be quoted.
func TestRefusalsOfAnyLengthAreFinal(t *testing.T) {
	long := strings.Repeat("Your bank. Log in at evil.example/\x1b[2J\u202e ", 30)
	for verb, answer := range map[string]string{
		"RCPT": "550 5.1.1 " + long + "\r\n", "MAIL": "550-5.1.1 no\r\n550-" + long + "\r\n550 5.1.1 no\r\n", ".": "554 5.7.1 \x1b]0;x\x07" + long + "\r\n", "DATA": "550 5.1.1 \u202e\u2028\u0085" + long + "\r\n",
	} {
		h := &hostile{greeting: "220 hostile.test ESMTP\r\n", says: polite()}
		h.says[verb] = answer
		s := h.start(t, SubmissionOptions{Timeout: 2 * time.Second})
		err := s.Send(t.Context(), sender, recipient, []byte(outgoing))
		var e *mailer.SendError
		if !errors.As(err, &e) || e.Temporary() {
			t.Errorf("%s: the letter is tried again: %v", verb, err)
			continue
		}
		if len(e.Text) > 300 || e.Text != mailer.OneLine(e.Text) {
			t.Errorf("%s: %d octets of its words are kept: %.200q", verb, len(e.Text), e.Text)
		}
	}
}

// TestReplyTooManyIsNoAnswerToTheNextLetter checks that a refusal which a server says unasked after
// one letter is not taken for the answer to the next one.
func TestReplyTooManyIsNoAnswerToTheNextLetter(t *testing.T) {
	for _, extra := range []string{"550 5.1.1 <mallory@evil.test> unknown\r\n", "250 2.0.0 ok\r\n", "421 4.4.2 idle\r\n", "554 5.7.1 no more\r\n250 ok\r\n", "garbage\r\n"} {
		h := &hostile{greeting: "220 hostile.test ESMTP\r\n", says: polite()}
		s := h.start(t, SubmissionOptions{Timeout: longEnough})
		h.says["."] = "250 2.0.0 taken\r\n" + extra
		if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
			t.Fatalf("%q: the first letter: %v", extra, err)
		}
		h.mutex.Lock()
		h.says["."] = "250 2.0.0 taken\r\n"
		h.mutex.Unlock()
		err := s.Send(t.Context(), sender, recipient, []byte(outgoing))
		var e *mailer.SendError
		if errors.As(err, &e) && !e.Temporary() {
			t.Errorf("%q: the second letter is given up: %v", extra, err)
		}
		if err := s.Send(t.Context(), sender, recipient, []byte(outgoing)); err != nil {
			t.Errorf("%q: the third letter: %v", extra, err)
		}
	}
}

// TestNothingIsSaidToAServerThatStripsTLS checks that neither a letter nor a password goes to a
// server which offers no TLS, refuses it, or speaks in the clear behind its yes.
func TestNothingIsSaidToAServerThatStripsTLS(t *testing.T) {
	for name, answers := range map[string][2]string{
		"it offers none":              {"250-hostile.test\r\n250 AUTH PLAIN LOGIN\r\n", "502 5.5.1 what\r\n"},
		"it offers and refuses":       {"250-hostile.test\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n", "454 4.7.0 not now\r\n"},
		"it goes on in the clear":     {"250-hostile.test\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n", "220 go\r\n250-hostile.test\r\n250 AUTH PLAIN\r\n235 ok\r\n"},
		"it closes":                   {"250-hostile.test\r\n250 STARTTLS\r\n", ""},
		"it takes the password first": {"250-hostile.test\r\n250 AUTH PLAIN\r\n235 2.7.0 welcome\r\n", "235 2.7.0 welcome\r\n"},
	} {
		h := &hostile{greeting: "220 hostile.test ESMTP\r\n", says: polite()}
		h.says["EHLO"], h.says["STARTTLS"], h.says["AUTH"] = answers[0], answers[1], "235 2.7.0 welcome\r\n"
		if answers[1] == "" {
			h.closes = "STARTTLS"
		}
		login := Login{User: "club", Secret: func() (string, error) { return "open sesame", nil }}
		s := h.start(t, SubmissionOptions{Security: StartTLS, Login: login, Timeout: 2 * time.Second})
		err := s.Send(t.Context(), sender, recipient, []byte(outgoing))
		var e *mailer.SendError
		if !errors.As(err, &e) || !e.Temporary() {
			t.Errorf("%s: %v", name, err)
		}
		if said := h.said(); strings.Contains(said, "AUTH") || strings.Contains(said, "MAIL") || strings.Contains(said, "sesame") {
			t.Errorf("%s: the client says\n%s", name, said)
		}
	}
}

// TestHostileLogins checks that a server which asks without end, or answers what it was not asked,
// keeps no letter: each try ends in time, the letter is tried again, and the password is said as
// often as the mechanism says it.
func TestHostileLogins(t *testing.T) {
	t.Parallel()
	const patience = 300 * time.Millisecond
	offer := "250-hostile.test\r\n250 AUTH PLAIN LOGIN XOAUTH2 OAUTHBEARER\r\n"
	for _, mechanism := range Mechanisms {
		for name, answers := range map[string][2]string{ // to AUTH, and to whatever follows
			"it asks for ever":               {"334 UGFzc3dvcmQ6\r\n", "334 UGFzc3dvcmQ6\r\n"},
			"it asks for the name for ever":  {"334 VXNlcm5hbWU6\r\n", "334 VXNlcm5hbWU6\r\n"},
			"it asks nothing for ever":       {"334 \r\n", "334 \r\n"},
			"it asks in no base64":           {"334 %%%\r\n", "334 %%%\r\n"},
			"it asks at length":              {"334 " + strings.Repeat("QUFB", 400) + "\r\n", "334 " + strings.Repeat("QUFB", 400) + "\r\n"},
			"it is silent":                   {"", ""},
			"it answers in no form":          {"\x1b[2J ok\r\n", "ok\r\n"},
			"it refuses, and then asks":      {"535 5.7.8 no\r\n334 UGFzc3dvcmQ6\r\n", "334 UGFzc3dvcmQ6\r\n"},
			"it refuses at length, for ever": {"535-5.7.8 " + strings.Repeat("no ", 300) + "\r\n535 5.7.8 no\r\n", "535 5.7.8 no\r\n"},
		} {
			h := &hostile{greeting: "220 hostile.test ESMTP\r\n", says: polite()}
			h.says["EHLO"], h.says["AUTH"], h.says[""] = offer, answers[0], answers[1]
			s := h.start(t, SubmissionOptions{Login: Login{User: "club", Secret: Fixed("open sesame"), Mechanism: mechanism}, Timeout: patience})
			began, ended := time.Now(), make(chan error, 1)
			go func() { ended <- s.Send(t.Context(), sender, recipient, []byte(outgoing)) }()
			select {
			case err := <-ended:
				var e *mailer.SendError
				if !errors.As(err, &e) || !e.Temporary() || strings.Contains(e.Error(), "sesame") {
					t.Errorf("%s, %s: %v", mechanism, name, err)
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("%s, %s: the letter is still held after %v", mechanism, name, time.Since(began))
			}
			if n := strings.Count(h.said(), "b3BlbiBzZXNhbWU") + strings.Count(h.said(), "open sesame"); n > 1 {
				t.Errorf("%s, %s: the password is said %d times", mechanism, name, n)
			}
			if strings.Contains(h.said(), "MAIL FROM") {
				t.Errorf("%s, %s: a letter is handed to a server at which nobody is logged in", mechanism, name)
			}
		}
	}
}
