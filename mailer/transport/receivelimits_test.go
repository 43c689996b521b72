package transport

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

// outside is a listener whose clients seem to come from the public network:
// from the addresses it is given, in turn, the last one for ever.
type outside struct {
	net.Listener
	hosts []string
}

func (o *outside) Accept() (net.Conn, error) {
	conn, err := o.Listener.Accept()
	if err != nil {
		return nil, err
	}
	host := o.hosts[0]
	if len(o.hosts) > 1 {
		o.hosts = o.hosts[1:]
	}
	return elsewhere{conn, &net.TCPAddr{IP: net.ParseIP(host), Port: 25}}, nil
}

type elsewhere struct {
	net.Conn
	remote net.Addr
}

func (e elsewhere) RemoteAddr() net.Addr { return e.remote }

// TestFullQueueDefers: a letter that finds no place in the queue is told 451, and
// taken when it comes again.
func TestFullQueueDefers(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	r := startReceiver(t, ReceiverOptions{Queue: 2, Patience: time.Millisecond}, func(context.Context, mailer.Envelope, []byte, time.Time) error {
		begun <- struct{}{}
		<-goOn
		return nil
	})
	var waiting []*client
	for range 2 {
		c := r.dial()
		c.begin("EHLO", "corrd@club.example")
		c.say(plainLetter + ".\r\n")
		<-begun
		waiting = append(waiting, c)
	}
	late := r.dial()
	late.begin("EHLO", "corrd@club.example")
	late.say(plainLetter + ".\r\n")
	late.want("451 4.3.2")
	close(goOn)
	for _, c := range waiting {
		c.want("250")
	}
	late.command("MAIL FROM:<alice@player.example>", "250")
	late.command("RCPT TO:<corrd@club.example>", "250")
	late.command("DATA", "354")
	late.say(plainLetter + ".\r\n")
	<-begun
	late.want("250")
}

// TestFloodIsDeferred by LMTP: letters in one name to one address, and no others.
func TestFloodIsDeferred(t *testing.T) {
	var box postbox
	c := startReceiver(t, ReceiverOptions{LMTP: true, Rate: Rate{Burst: 2, Every: time.Hour}}, box.deliver).dial()
	c.command("LHLO mta.example", "250")
	try := func(from, to, code string) {
		t.Helper()
		c.command("MAIL FROM:<"+from+">", "250")
		c.command("RCPT TO:<"+to+">", code)
		c.command("RSET", "250")
	}
	try("alice@player.example", "corrd+a@club.example", "250")
	try("Alice@player.example", "corrd+A@club.example", "250")
	try("alice@player.example", "corrd+a@club.example", "451 4.7.0")
	try("alice@player.example", "corrd+b@club.example", "250")
	try("bob@player.example", "corrd+a@club.example", "250")
	try("", "corrd+a@club.example", "250")
}

// TestFloodFromOneHost is deferred whatever names it sends in, and no other host.
func TestFloodFromOneHost(t *testing.T) {
	var box postbox
	l := &outside{listenLoopback(t), []string{"2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"}}
	r := startReceiverOn(t, l, ReceiverOptions{Rate: Rate{Burst: 2, Every: time.Hour}}, box.deliver)
	first, same, other := r.dial(), r.dial(), r.dial()
	for _, c := range []*client{first, same, other} {
		c.command("EHLO host.example", "250")
	}
	first.names(1, "250")
	same.names(2, "250")
	first.names(3, "451 4.7.0")
	same.names(4, "451 4.7.0")
	other.names(5, "250")
}

// names begins a letter in a name of its own to an address of its own, and wants a code.
func (c *client) names(n int, code string) {
	c.Helper()
	c.command(fmt.Sprintf("MAIL FROM:<a%d@player.example>", n), "250")
	c.command(fmt.Sprintf("RCPT TO:<corrd+%d@club.example>", n), code)
	c.command("RSET", "250")
}

// TestConnectionsFromOneHost: one host has its share of connections, and may connect again when one
// has ended.
func TestConnectionsFromOneHost(t *testing.T) {
	var box postbox
	l := &outside{listenLoopback(t), []string{"192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8", "192.0.2.7"}}
	r := startReceiverOn(t, l, ReceiverOptions{FromOneHost: 2}, box.deliver)
	first := r.dial()
	r.dial()
	refused, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer refused.Close()
	if answer, _ := io.ReadAll(refused); !strings.HasPrefix(string(answer), "421 4.7.0") {
		t.Errorf("the third was told %q", answer)
	}
	r.dial()
	first.command("QUIT", "221")
	if _, err := first.in.ReadByte(); err == nil {
		t.Error("the line is still open")
	}
	r.dial()
}

// one is a source that is counted by one name.
func one(name string) []span { return []span{{name, 1}} }

func TestRate(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	m := newMeter(Rate{Burst: 3, Every: time.Minute})
	taken := func(after time.Duration) (n int) {
		now = now.Add(after)
		for n < 10 && m.take(one("a"), 1, now) {
			n++
		}
		return n
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 3}, {59 * time.Second, 0}, {time.Second, 1}, {2 * time.Minute, 2}, {time.Hour, 3}} {
		if n := taken(c.after); n != c.want {
			t.Errorf("%d taken after %s, want %d", n, c.after, c.want)
		}
	}
	unlimited := newMeter(Rate{Burst: -1})
	for range 1000 {
		if !unlimited.take(one("a"), 1, now) {
			t.Fatal("refused without a limit")
		}
	}
}

// TestSourcesAreForgotten, so that a flood in many names costs no memory.
func TestSourcesAreForgotten(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	m := newMeter(Rate{Burst: 3, Every: time.Minute})
	for i := range 3 * maxSources {
		m.take(one(fmt.Sprint(i)), 1, now)
	}
	if len(m.full) > maxSources {
		t.Errorf("%d sources are counted", len(m.full))
	}
	now = now.Add(time.Hour)
	m.full = map[string]time.Time{}
	for i := range maxSources {
		m.take(one(fmt.Sprint(i)), 1, now)
		if i == 10 {
			now = now.Add(time.Hour)
		}
	}
	m.take(one("one more"), 1, now)
	if n := len(m.full); n != maxSources-11+1 {
		t.Errorf("%d sources are counted, of which 11 have full buckets", n)
	}
}

// TestFloodOfSourcesFreesNobody: many hosts that send a letter each do not make corrd forget a host
// that has sent too many, and a newcomer is taken.
func TestFloodOfSourcesFreesNobody(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	m := newMeter(Rate{Burst: 3, Every: time.Minute})
	m.take(one("flood"), 3, now)
	for i := range 5 * maxSources {
		m.take(one(fmt.Sprint(i)), 1, now)
	}
	if m.take(one("flood"), 1, now) {
		t.Error("a host that has sent too many letters is free again")
	}
	if !m.take(one("newcomer"), 1, now) {
		t.Error("a newcomer is refused")
	}
}

// TestSlowClientsAreHungUpOn: the time runs on whatever a client says, and however slowly
// a command or a letter comes.
func TestSlowClientsAreHungUpOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ first, again string }{
		"says nothing of use":                   {"EHLO a.example\r\n", "NOOP\r\n"},
		"begins again and again":                {"EHLO a.example\r\n", "MAIL FROM:<a@player.example>\r\nRSET\r\n"},
		"greets again and again":                {"", "EHLO a.example\r\n"},
		"a command without an end":              {"", "N"},
		"an address again and again":            {"EHLO a.example\r\nMAIL FROM:<a@player.example>\r\n", "RCPT TO:<nobody@club.example>\r\n"},
		"a letter without an end":               {"EHLO a.example\r\nMAIL FROM:<a@player.example>\r\nRCPT TO:<corrd@club.example>\r\nDATA\r\n", "x"},
		"a letter without an end, by its lines": {"EHLO a.example\r\nMAIL FROM:<a@player.example>\r\nRCPT TO:<corrd@club.example>\r\nDATA\r\n", "x\r\n"},
		"a letter in small chunks":              {"EHLO a.example\r\nMAIL FROM:<a@player.example>\r\nRCPT TO:<corrd@club.example>\r\n", "BDAT 1\r\nx"},
	} {
		t.Run(name, func(t *testing.T) {
			var box postbox
			client := startReceiver(t, ReceiverOptions{Timeout: 50 * time.Millisecond}, box.deliver).dial()
			hungUp := make(chan struct{})
			go func() {
				io.Copy(io.Discard, client.in)
				close(hungUp)
			}()
			client.say(c.first)
			for waiting := true; waiting; {
				select {
				case <-hungUp:
					waiting = false
				case <-time.After(time.Millisecond):
					io.WriteString(client.conn, c.again)
				}
			}
			if n := len(box.all()); n > 0 {
				t.Errorf("%d letters delivered", n)
			}
		})
	}
}

// TestManyLettersInOneConversation: each letter of a connection has the time of one letter.
func TestManyLettersInOneConversation(t *testing.T) {
	l := &clientConn{receiver: NewReceiver(ReceiverOptions{Timeout: time.Minute}, nil), Conn: elsewhere{}}
	for range 3 {
		l.until = time.Now().Add(-time.Hour)
		l.setBusy(false)
		if left := time.Until(l.until); left < 50*time.Second {
			t.Errorf("%s are left for the next letter", left)
		}
	}
}

// TestLongLettersWaitForEachOther: no more of them are read at a time than there are
// places, nor stored, and short ones pass by.
func TestLongLettersWaitForEachOther(t *testing.T) {
	begun, goOn := make(chan int), make(chan struct{})
	r := startReceiver(t, ReceiverOptions{}, func(_ context.Context, _ mailer.Envelope, raw []byte, _ time.Time) error {
		begun <- len(raw)
		<-goOn
		return nil
	})
	long := plainLetter + strings.Repeat(strings.Repeat("x", 998)+"\r\n", 200)
	send := func(letter string) *client {
		c := r.dial()
		c.begin("EHLO", "corrd@club.example")
		c.say(letter + ".\r\n")
		return c
	}
	var waiting []*client
	for range maxHeavy + 3 {
		waiting = append(waiting, send(long))
	}
	for range maxHeavy {
		<-begun
	}
	short := send(plainLetter)
	if n := <-begun; n > longLetter {
		t.Errorf("a further letter of %d octets is stored beside %d others", n, maxHeavy)
	}
	goOn <- struct{}{}
	go func() {
		for range begun {
		}
	}()
	close(goOn)
	for _, c := range append(waiting, short) {
		c.want("250")
	}
}

// TestOneHostHasItsShareOfTheDisk: a long letter counts as many letters in the share of a host.
func TestOneHostHasItsShareOfTheDisk(t *testing.T) {
	var box postbox
	l := &outside{listenLoopback(t), []string{"192.0.2.7", "192.0.2.8"}}
	r := startReceiverOn(t, l, ReceiverOptions{Rate: Rate{Burst: 20, Every: time.Hour}}, box.deliver)
	long := plainLetter + strings.Repeat(strings.Repeat("x", 998)+"\r\n", 7*letterUnit/1000)
	try := func(c *client, letter, code string) {
		t.Helper()
		c.command("MAIL FROM:<a@player.example>", "250")
		c.command("RCPT TO:<corrd@club.example>", "250")
		c.command("DATA", "354")
		c.say(letter + ".\r\n")
		c.want(code)
	}
	first, other := r.dial(), r.dial()
	for _, c := range []*client{first, other} {
		c.command("EHLO host.example", "250")
	}
	try(first, long, "250")
	try(first, long, "250")
	try(first, long, "451 4.7.0")
	try(first, plainLetter, "250")
	try(other, long, "250")
}
