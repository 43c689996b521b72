package transport

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"corrd/mailer"
	"corrd/mailer/parse"
)

var testSite = mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}

func testKeys(t testing.TB) mailer.Keys {
	keys, err := mailer.NewKeys(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// ordinaryLetter is a letter of about 2 KB, as people send it.
var ordinaryLetter = strings.Replace(plainLetter, "P-K4", "P-K4"+strings.Repeat("\r\n> Black has played 6... B-K2 (in algebraic: Be7).", 36), 1)

// delivery is one call of a Deliver.
type delivery struct {
	env      mailer.Envelope
	raw      []byte
	received time.Time
}

// postbox is a Deliver that keeps what it is given.
type postbox struct {
	mutex      sync.Mutex
	deliveries []delivery
	refuse     func(to string) error
}

func (p *postbox) deliver(_ context.Context, env mailer.Envelope, raw []byte, received time.Time) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.refuse != nil {
		if err := p.refuse(env.To[0]); err != nil {
			return err
		}
	}
	p.deliveries = append(p.deliveries, delivery{env, raw, received})
	return nil
}

func (p *postbox) all() []delivery {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.deliveries
}

// reception is a Receiver at work on loopback.
type reception struct {
	*testing.T
	*Receiver
	addr string
	stop func() // ends Serve and waits for it
}

func startReceiver(t *testing.T, o ReceiverOptions, deliver Deliver) *reception {
	t.Helper()
	return startReceiverOn(t, listenLoopback(t), o, deliver)
}

func startReceiverOn(t *testing.T, l net.Listener, o ReceiverOptions, deliver Deliver) *reception {
	t.Helper()
	if o.Site.Domain == "" {
		o.Site = testSite
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	receiver := NewReceiver(o, deliver)
	go func() { ended <- receiver.Serve(ctx, l) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	t.Cleanup(stop)
	return &reception{T: t, Receiver: receiver, addr: l.Addr().String(), stop: stop}
}

// client is a dialogue written out by hand.
type client struct {
	*testing.T
	conn net.Conn
	in   *bufio.Reader
}

func (r *reception) dial() *client {
	r.Helper()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(longEnough))
	c := &client{r.T, conn, bufio.NewReader(conn)}
	c.want("220")
	return c
}

// reply reads one reply, of however many lines.
func (c *client) reply() string {
	c.Helper()
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			c.Fatalf("no reply: %v", err)
		}
		if len(line) > 3 && line[3] == ' ' {
			return strings.TrimSpace(line)
		}
	}
}

func (c *client) want(code string) {
	c.Helper()
	if got := c.reply(); !strings.HasPrefix(got, code) {
		c.Fatalf("reply %q, want %s", got, code)
	}
}

func (c *client) say(text string) {
	c.Helper()
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.Fatal(err)
	}
}

// command sends a line and sees how it is answered.
func (c *client) command(line, code string) {
	c.Helper()
	c.say(line + "\r\n")
	c.want(code)
}

// begin goes on to where the letter is awaited.
func (c *client) begin(hello string, to ...string) {
	c.Helper()
	c.command(hello+" player.example", "250")
	c.command("MAIL FROM:<alice@player.example>", "250")
	for _, address := range to {
		c.command("RCPT TO:<"+address+">", "250")
	}
	c.command("DATA", "354")
}

const plainLetter = "From: Alice <alice@player.example>\r\nTo: corrd@club.example\r\nMessage-ID: <1@player.example>\r\nSubject: move\r\n\r\nP-K4\r\n"

func TestReceiverTakesALetter(t *testing.T) {
	var box postbox
	r := startReceiver(t, ReceiverOptions{}, box.deliver)
	key := testKeys(t).Address(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0, testSite)
	before := time.Now()
	c := r.dial()
	c.begin("EHLO", key)
	c.say(plainLetter + ".\r\n")
	c.want("250")
	c.command("QUIT", "221")
	all := box.all()
	if len(all) != 1 {
		t.Fatalf("%d deliveries, want 1", len(all))
	}
	d := all[0]
	if d.env.From != "alice@player.example" || len(d.env.To) != 1 || d.env.To[0] != key {
		t.Errorf("envelope %+v", d.env)
	}
	if d.received.Before(before) || d.received.After(time.Now()) {
		t.Errorf("received at %s, not between %s and now", d.received, before)
	}
	l := parse.Letter(d.raw, d.env, parse.Options{Site: testSite})
	if l.Text != "P-K4" || l.Token.Number != 12 || l.From != "alice@player.example" || l.Machine != "" {
		t.Errorf("read as %+v", l)
	}
	parsed := mailer.ParseHead(d.raw)
	h, problems := parsed.Fields, parsed.Problems
	if len(problems) > 0 || h.Get("Return-Path") != "<alice@player.example>" || h.Get("Delivered-To") != key ||
		!strings.HasPrefix(h.Get("Received"), "from player.example ([127.0.0.1])") {
		t.Errorf("trace %v, problems %v", h, problems)
	}
}

// TestReversePathsThatCannotBeWritten: of the reverse path a field is written above the letter.
func TestReversePathsThatCannotBeWritten(t *testing.T) {
	c := startReceiver(t, ReceiverOptions{}, new(postbox).deliver).dial()
	c.command("EHLO player.example", "250")
	for _, path := range []string{`"a b"@player.example`, "a\u0085@player.example", "a\u00a0b@player.example", "a\u2028@player.example"} {
		c.command("MAIL FROM:<"+path+"> SMTPUTF8", "553 5.1.7")
	}
	c.command("MAIL FROM:<jürgen@player.example> SMTPUTF8", "250")
}

func TestReceiverRelaysNothing(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	c.command("EHLO player.example", "250")
	c.command("MAIL FROM:<>", "250") // the null reverse-path is that of every bounce
	for address, code := range map[string]string{
		"bob@elsewhere.example":                "550 5.7.1",
		"corrd@sub.club.example":               "550 5.7.1",
		"webmaster@club.example":               "550 5.1.1",
		"postmaster@elsewhere.example":         "550 5.7.1",
		"postmaster+x@club.example":            "550 5.1.1",
		"PostMaster@Club.Example":              "250",
		"abuse@club.example":                   "250",
		"corrdx@club.example":                  "550 5.1.1",
		"corrd-g1@club.example":                "550 5.1.1",
		"bob%elsewhere.example@club.example":   "550 5.1.1",
		"@club.example:bob@elsewhere.example":  "550 5.7.1",
		"\"corrd@club.example\"@other.example": "550 5.7.1",
		"CORRD@Club.Example":                   "250",
		"corrd+anything@club.example":          "250",
	} {
		c.command("RCPT TO:<"+address+">", code)
	}
	c.command("AUTH PLAIN AGEAYg==", "5")
}

func TestReceiverRefusesBareLineEnds(t *testing.T) {
	for name, letter := range map[string]string{
		"bare LF in the text":  "Subject: x\r\n\r\nP-K4\nP-Q4\r\n.\r\n",
		"LF dot CRLF":          "Subject: x\r\n\r\nP-K4\n.\r\nMAIL FROM:<mallory@evil.example>\r\n.\r\n",
		"CRLF dot LF":          "Subject: x\r\n\r\nP-K4\r\n.\nMAIL FROM:<mallory@evil.example>\r\n.\r\n",
		"LF dot LF":            "Subject: x\r\n\r\nP-K4\n.\nMAIL FROM:<mallory@evil.example>\r\n.\r\n",
		"lines without any CR": "Subject: x\n\nP-K4\n\r\n.\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			var box postbox
			c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
			c.begin("EHLO", "corrd@club.example")
			c.say(letter)
			c.want("554")
			c.command("NOOP", "250") // one letter, one answer: nothing in it was a command
			if n := len(box.all()); n > 0 {
				t.Errorf("%d letters delivered", n)
			}
		})
	}
}

// TestBareCREndsTheConversation: a letter with a bare CR, whose end is doubtful, is refused as soon
// as the CR comes, and nothing behind the CR is taken for a command or a letter.
func TestBareCREndsTheConversation(t *testing.T) {
	const smuggled = "MAIL FROM:<mallory@evil.example>\r\nRCPT TO:<corrd@club.example>\r\nDATA\r\n" + plainLetter + ".\r\n"
	server, pool := testCertificate(t, time.Hour, "127.0.0.1")
	for name, text := range map[string]string{
		"in the text":                        "P-K4\rP-Q4\r\n.\r\n",
		"CR dot CR":                          "P-K4\r.\r" + smuggled,
		"before the end of the line":         "P-K4\r\r\n.\r\n",
		"before the end, and more":           "P-K4\r\r\n.\r\n" + smuggled,
		"behind the dot":                     "P-K4\r\n.\rX\r\n.\r\n",
		"behind the dot, and nothing more":   "P-K4\r\n.\rX",
		"behind the dot, and a line's end":   "P-K4\r\n.\r\r\n.\r\n" + smuggled,
		"behind two dots":                    "P-K4\r\n..\rX\r\n.\r\n",
		"between dots":                       "P-K4\r\n.\r.\r\n.\r\n",
		"behind the dot, and a reply":        "P-K4\r\n.\r250 x\r\n.\r\n",
		"behind the dot of the first line":   ".\rX\r\n.\r\n",
		"as the last octet before the end":   "P-K4\r\n\r\r\n.\r\n",
		"behind a letter that has its end":   "P-K4\r\n.\r\n\rMAIL FROM:<mallory@evil.example>\r\n",
		"in a header that no text follows":   "\r\n.\r\n"[:2] + "X\r:\r\n.\r\n",
		"in pieces that look like replies":   "P-K4\r\n.\r\x00250 x\r\n",
		"behind the dot, with NUL around it": "P-K4\r\n\x00.\r\x00\r\n.\r\n",
	} {
		for _, secure := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, TLS %t", name, secure), func(t *testing.T) {
				var box postbox
				c := startReceiver(t, ReceiverOptions{TLS: server}, box.deliver).dial()
				if secure {
					c.command("STARTTLS", "220")
					c.conn = tls.Client(c.conn, &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"})
					c.in = bufio.NewReader(c.conn)
				}
				c.begin("EHLO", "corrd@club.example")
				c.say(plainLetter[:len(plainLetter)-len("P-K4\r\n")] + text)
				c.want("554 5.6.0")
				c.conn.SetReadDeadline(time.Now().Add(longEnough))
				if rest, err := io.ReadAll(c.in); err != nil && !errors.Is(err, syscall.ECONNRESET) || strings.Contains("\n"+string(rest), "\n2") {
					t.Errorf("then %q, %v; want nothing taken any more", rest, err)
				}
				if n := len(box.all()); n > 0 {
					t.Errorf("%d letters delivered", n)
				}
			})
		}
	}
}

// TestLineEndInTwoPieces: a CR whose LF comes later is not a bare CR.
func TestLineEndInTwoPieces(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	c.begin("EHLO", "corrd@club.example")
	for _, piece := range strings.SplitAfter(plainLetter+".\r\nNOOP\r\nNOOP\r\nNOOP\r\n", "\r") {
		c.say(piece)
		time.Sleep(time.Millisecond) // so that most pieces are read one by one; the test holds in any case
	}
	for range 4 {
		c.want("250")
	}
}

func TestReceiverLimits(t *testing.T) {
	const limit = 5000
	var box postbox
	r := startReceiver(t, ReceiverOptions{LetterBytes: limit, Recipients: 2}, box.deliver)
	sized := func(n int) string {
		line := strings.Repeat("x", 98) + "\r\n"
		head := "Subject: x\r\n\r\n"
		fill := strings.Repeat(line, (n-len(head))/len(line)+1)
		return (head + fill)[:n-2] + "\r\n"
	}
	c := r.dial()
	c.begin("EHLO", "corrd@club.example")
	c.say(sized(limit) + ".\r\n")
	c.want("250")
	for _, n := range []int{limit + 1, 20 * limit} {
		c.command("MAIL FROM:<a@b.example>", "250")
		c.command("RCPT TO:<corrd@club.example>", "250")
		c.command("DATA", "354")
		c.say(sized(n) + ".\r\n")
		c.want("552")
	}
	c.command(fmt.Sprintf("MAIL FROM:<a@b.example> SIZE=%d", 2*limit), "552")
	c.command("MAIL FROM:<a@b.example>", "250")
	c.command("RCPT TO:<corrd@club.example>", "250")
	c.command("RCPT TO:<corrd+a@club.example>", "250")
	c.command("RCPT TO:<corrd+b@club.example>", "452")
	if n := len(box.all()); n != 1 {
		t.Errorf("%d letters delivered, want 1", n)
	}
}

func TestReceiverRefusesALetterWithAnEndlessLine(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	c.begin("EHLO", "corrd@club.example")
	go io.WriteString(c.conn, "Subject: x\r\n\r\n"+strings.Repeat("P-K4 ", 20_000)+"\r\n.\r\nRSET\r\n")
	c.want("554")
	c.want("500") // and hangs up: what follows is not taken for commands
	if _, err := c.in.ReadByte(); err == nil {
		t.Error("the line is still open")
	}
	if n := len(box.all()); n > 0 {
		t.Errorf("%d letters delivered", n)
	}
}

func TestReceiverRefusesALoop(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	c.begin("EHLO", "corrd@club.example")
	c.say(strings.Repeat("Received: from a by b; Sat, 21 Nov 2026 04:00:00 +0000\r\n", maxHops+1) + plainLetter + ".\r\n")
	c.want("554 5.4.6")
}

func TestOwnTroubleIsTemporary(t *testing.T) {
	box := postbox{refuse: func(string) error { return errors.New("the disk is full") }}
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	c.begin("EHLO", "corrd@club.example")
	c.say(plainLetter + ".\r\n")
	if reply := c.reply(); !strings.HasPrefix(reply, "451 4.3.0") || strings.Contains(reply, "disk") {
		t.Errorf("reply %q, want a 451 that tells nothing of the inside", reply)
	}
}

func TestLMTPAnswersForEachRecipient(t *testing.T) {
	box := postbox{refuse: func(to string) error {
		if to == "corrd+full@club.example" {
			return errors.New("no room")
		}
		return nil
	}}
	c := startReceiver(t, ReceiverOptions{LMTP: true}, box.deliver).dial()
	c.begin("LHLO", "corrd+a@club.example", "corrd+full@club.example", "corrd+a@club.example", "corrd+b@club.example")
	c.say(plainLetter + ".\r\n")
	for _, code := range []string{"250", "451", "250", "250"} {
		c.want(code)
	}
	if n := len(box.all()); n != 2 {
		t.Errorf("%d deliveries, want one for each of two recipients", n)
	}
	c.command("EHLO player.example", "500")
}

func TestSMTPRecipientsAreDeliveredOneByOne(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	// an address in another case is the same address
	c.begin("EHLO", "corrd+a@club.example", "corrd+b@club.example", "Corrd+A@Club.example", "corrd+b@club.example")
	c.say(plainLetter + ".\r\n")
	c.want("250")
	all := box.all()
	if len(all) != 2 || all[0].env.To[0] != "corrd+a@club.example" || all[1].env.To[0] != "corrd+b@club.example" {
		t.Errorf("deliveries %+v", all)
	}
}

func TestLetterThatBreaksOffIsNotDelivered(t *testing.T) {
	for name, sent := range map[string]string{
		"in DATA":          "DATA\r\n" + plainLetter,
		"in the only BDAT": fmt.Sprintf("BDAT %d LAST\r\n%s", len(plainLetter)+20, plainLetter),
		"in a first BDAT":  fmt.Sprintf("BDAT %d\r\n%s", len(plainLetter)+20, plainLetter),
		"between BDATs":    fmt.Sprintf("BDAT %d\r\n%s", len(plainLetter), plainLetter),
	} {
		t.Run(name, func(t *testing.T) {
			var box postbox
			r := startReceiver(t, ReceiverOptions{}, box.deliver)
			c := r.dial()
			c.command("EHLO player.example", "250")
			c.command("MAIL FROM:<alice@player.example>", "250")
			c.command("RCPT TO:<corrd@club.example>", "250")
			c.say(sent)
			c.conn.(*net.TCPConn).CloseWrite()
			io.Copy(io.Discard, c.in)
			r.stop()
			if n := len(box.all()); n > 0 {
				t.Errorf("%d letters delivered", n)
			}
		})
	}
}

func TestReceiverTakesChunks(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
	c.command("EHLO player.example", "250")
	c.command("MAIL FROM:<alice@player.example>", "250")
	c.command("RCPT TO:<corrd@club.example>", "250")
	half := len(plainLetter) / 2
	c.say(fmt.Sprintf("BDAT %d\r\n%s", half, plainLetter[:half]))
	c.want("250")
	c.say(fmt.Sprintf("BDAT %d LAST\r\n%s", len(plainLetter)-half, plainLetter[half:]))
	c.want("250")
	if all := box.all(); len(all) != 1 || !bytes.HasSuffix(all[0].raw, []byte(plainLetter)) {
		t.Errorf("deliveries %+v", all)
	}
}

// TestChunksMayEndAtACR: a chunk may end at a CR whose LF comes with the next chunk, and bare CRs
// are refused.
func TestChunksMayEndAtACR(t *testing.T) {
	for letter, code := range map[string]string{plainLetter: "250", strings.Replace(plainLetter, "P-K4", "P-K4\rP-Q4", 1): "554 5.6.0"} {
		var box postbox
		c := startReceiver(t, ReceiverOptions{}, box.deliver).dial()
		c.command("EHLO player.example", "250")
		c.command("MAIL FROM:<alice@player.example>", "250")
		c.command("RCPT TO:<corrd@club.example>", "250")
		chunks := strings.SplitAfter(letter, "\r")
		var all strings.Builder
		for _, chunk := range chunks[:len(chunks)-1] {
			fmt.Fprintf(&all, "BDAT %d\r\n%s", len(chunk), chunk)
		}
		fmt.Fprintf(&all, "BDAT 1 LAST\r\n\n")
		c.say(all.String())
		for range chunks[:len(chunks)-1] {
			c.want("250")
		}
		c.want(code)
		c.command("MAIL FROM:<alice@player.example>", "250")
	}
}

// stalled is a Deliver that tells when it has begun and waits to be let go on.
type stalled struct{ begun, goOn chan struct{} }

func (s stalled) deliver(ctx context.Context, _ mailer.Envelope, _ []byte, _ time.Time) error {
	close(s.begun)
	<-s.goOn
	return ctx.Err()
}

func TestStopFinishesTheLetterUnderWay(t *testing.T) {
	s := stalled{make(chan struct{}), make(chan struct{})}
	r := startReceiver(t, ReceiverOptions{}, s.deliver)
	idle, busy := r.dial(), r.dial()
	idle.command("EHLO player.example", "250")
	busy.begin("EHLO", "corrd@club.example")
	busy.say(plainLetter + ".\r\n")
	<-s.begun
	stopped := make(chan struct{})
	go func() { r.stop(); close(stopped) }()
	idle.want("421")
	close(s.goOn)
	busy.want("250")
	busy.want("421")
	<-stopped
	if conn, err := net.Dial("tcp", r.addr); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

func TestStopWaitsNoLongerThanTheGrace(t *testing.T) {
	r := startReceiver(t, ReceiverOptions{Grace: 50 * time.Millisecond}, func(context.Context, mailer.Envelope, []byte, time.Time) error { return nil })
	c := r.dial()
	c.begin("EHLO", "corrd@club.example")
	c.say("Subject: the rest of this never comes\r\n")
	time.Sleep(20 * time.Millisecond)
	r.stop()
	if _, err := c.in.ReadByte(); err == nil {
		t.Error("the line is still open, and was answered")
	}
}

func TestTwoHundredClientsAtOnce(t *testing.T) {
	const clients = 200
	var box postbox
	r := startReceiver(t, ReceiverOptions{Connections: 20}, box.deliver)
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			letter := strings.NewReader(strings.Replace(plainLetter, "<1@", fmt.Sprintf("<%d@", i), 1))
			c, err := smtp.Dial(r.addr)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			if err := c.SendMail("alice@player.example", []string{"corrd@club.example"}, letter); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if n := len(box.all()); n != clients {
		t.Errorf("%d letters delivered, want %d", n, clients)
	}
}

func TestReceiverSpeaksTLS(t *testing.T) {
	server, pool := testCertificate(t, time.Hour, "127.0.0.1")
	var box postbox
	r := startReceiver(t, ReceiverOptions{TLS: server}, box.deliver)
	c, err := smtp.DialStartTLS(r.addr, &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SendMail("alice@player.example", []string{"corrd@club.example"}, strings.NewReader(plainLetter)); err != nil {
		t.Fatal(err)
	}
	if all := box.all(); len(all) != 1 || !bytes.Contains(all[0].raw, []byte("with ESMTPS")) {
		t.Errorf("deliveries %+v", all)
	}
}
