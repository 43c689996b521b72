package transport

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/mailer"
)

// startFull serves clients that seem to come from hosts, in their order.
func startFull(t *testing.T, o ReceiverOptions, deliver Deliver, hosts ...string) *reception {
	t.Helper()
	return startReceiverOn(t, &outside{listenLoopback(t), hosts}, o, deliver)
}

// refused connects and wants to be told a code.
func (r *reception) refused(code string) {
	r.Helper()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(longEnough))
	if answer, _ := io.ReadAll(conn); !strings.HasPrefix(string(answer), code) {
		r.Errorf("a client that finds no place was told %q, want %s", answer, code)
	}
}

// send begins and ends a letter.
func (c *client) send() {
	c.Helper()
	c.begin("EHLO", "corrd@club.example")
	c.say(plainLetter + ".\r\n")
	c.want("250")
}

// fallBehind waits until some clients have kept corrd waiting for longer than they may. That corrd
// itself is slow is not their doing, and does not count.
func (r *reception) fallBehind(clients int) {
	r.Helper()
	for began := time.Now(); time.Since(began) < longEnough; time.Sleep(5 * time.Millisecond) {
		behind := 0
		r.mutex.Lock()
		for c := range r.clients {
			if lag, awaited := c.lag(time.Now()); awaited && lag > r.options.Idle {
				behind++
			}
		}
		r.mutex.Unlock()
		if behind == clients {
			return
		}
	}
	r.Errorf("not %d clients have fallen behind", clients)
}

// turnedOut waits until one of some clients is told 421 and gives the others.
func turnedOut(clients []*client) []*client {
	for at := 0; ; at = (at + 1) % len(clients) {
		c := clients[at]
		c.conn.SetReadDeadline(time.Now().Add(time.Millisecond))
		_, err := c.in.Peek(1)
		c.conn.SetReadDeadline(time.Now().Add(longEnough))
		if err == nil {
			c.want("421")
			return slices.Delete(clients, at, at+1)
		}
	}
}

// TestOneHostDoesNotKeepAllPlaces: a host that has taken all places, from several addresses
// of its network, loses idle connections to another host until both have as many, and a
// letter under way goes on.
func TestOneHostDoesNotKeepAllPlaces(t *testing.T) {
	var box postbox
	const many, other = "2001:db8::", "192.0.2.8"
	r := startFull(t, ReceiverOptions{Connections: 4}, box.deliver,
		many+"1", many+"2", many+"3", many+"4", other, other, other)
	writing := r.dial()
	writing.begin("EHLO", "corrd@club.example")
	idle := []*client{r.dial(), r.dial(), r.dial()}
	for range 2 {
		r.dial().send()
		idle = turnedOut(idle)
	}
	r.refused("421 4.3.2")
	idle[0].send()
	writing.say(plainLetter + ".\r\n")
	writing.want("250")
	if n := len(box.all()); n != 4 {
		t.Errorf("%d letters, want 4", n)
	}
}

// TestSilentAndSlowClientsGiveWay, each from a host of its own.
func TestSilentAndSlowClientsGiveWay(t *testing.T) {
	t.Parallel()
	const idle = 100 * time.Millisecond
	const data = "EHLO a.example\r\nMAIL FROM:<a@player.example>\r\n" +
		"RCPT TO:<corrd@club.example>\r\nDATA\r\n"
	for name, c := range map[string]struct{ first, again string }{
		"silent from the beginning":  {},
		"silent after the greeting":  {first: "EHLO a.example\r\n"},
		"silent in a letter":         {first: data + "x\r\n"},
		"commands that lead nowhere": {first: "EHLO a.example\r\n", again: "NOOP\r\n"},
		"a command without an end":   {again: "N"},
		"a letter octet by octet":    {first: data, again: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var box postbox
			r := startFull(t, ReceiverOptions{Connections: 2, Idle: idle}, box.deliver,
				"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4")
			var ended sync.WaitGroup
			for range 2 {
				slow := r.dial()
				slow.say(c.first)
				ended.Go(func() { io.Copy(io.Discard, slow.in) })
				go func() {
					for err := error(nil); err == nil && c.again != ""; time.Sleep(10 * time.Millisecond) {
						_, err = io.WriteString(slow.conn, c.again)
					}
				}()
			}
			r.fallBehind(2)
			for range 2 {
				r.dial().send()
			}
			ended.Wait()
			if n := len(box.all()); n != 2 {
				t.Errorf("%d letters, want 2", n)
			}
		})
	}
}

// TestALetterThatComesAlongKeepsItsPlace while another client says nothing.
func TestALetterThatComesAlongKeepsItsPlace(t *testing.T) {
	t.Parallel()
	var box postbox
	const idle = 300 * time.Millisecond
	r := startFull(t, ReceiverOptions{Connections: 2, Idle: idle}, box.deliver,
		"192.0.2.1", "192.0.2.2", "192.0.2.3")
	writing, silent := r.dial(), r.dial()
	writing.begin("EHLO", "corrd@club.example")
	writing.say(plainLetter)
	for began := time.Now(); time.Since(began) < 2*idle; time.Sleep(10 * time.Millisecond) {
		writing.say(strings.Repeat("> a move of yesterday\r\n", 20))
	}
	r.dial().send()
	silent.want("421")
	writing.say(".\r\n")
	writing.want("250")
}

// TestAClientThatTakesNoReplyGivesWay over a connection that holds nothing of what is written.
func TestAClientThatTakesNoReplyGivesWay(t *testing.T) {
	t.Parallel()
	var box postbox
	l := &handed{make(chan net.Conn), make(chan struct{})}
	startReceiverOn(t, l, ReceiverOptions{Connections: 1, Idle: time.Millisecond}, box.deliver)
	dial := func(host string) *client {
		near, far := net.Pipe()
		l.conns <- elsewhere{far, &net.TCPAddr{IP: net.ParseIP(host)}}
		t.Cleanup(func() { near.Close() })
		near.SetDeadline(time.Now().Add(longEnough))
		return &client{t, near, bufio.NewReader(near)}
	}
	deaf := dial("192.0.2.1")
	time.Sleep(50 * time.Millisecond)
	dial("192.0.2.2").want("220")
	if _, err := io.WriteString(deaf.conn, "x"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the connection is still open: %v", err)
	}
}

// handed is a listener that accepts what it is handed.
type handed struct {
	conns chan net.Conn
	done  chan struct{}
}

func (h *handed) Accept() (net.Conn, error) {
	select {
	case c := <-h.conns:
		return c, nil
	case <-h.done:
		return nil, net.ErrClosed
	}
}

func (h *handed) Close() error {
	close(h.done)
	return nil
}

func (h *handed) Addr() net.Addr { return &net.TCPAddr{} }

// TestAClientThatWaitsForItsReplyKeepsItsPlace, however long its letter is being delivered.
func TestAClientThatWaitsForItsReplyKeepsItsPlace(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	slowly := func(context.Context, mailer.Envelope, []byte, time.Time) error {
		close(begun)
		<-goOn
		return nil
	}
	r := startFull(t, ReceiverOptions{Connections: 1, Idle: time.Millisecond}, slowly,
		"192.0.2.1", "192.0.2.2")
	c := r.dial()
	c.begin("EHLO", "corrd@club.example")
	c.say(plainLetter + ".\r\n")
	<-begun
	time.Sleep(20 * time.Millisecond)
	r.refused("421 4.3.2")
	close(goOn)
	c.want("250")
}

// TestTheTimeOfADeliveryIsNotTheClients, also where the letter came in one piece with the commands
// before it, so that corrd read nothing between its last reply and the delivery.
func TestTheTimeOfADeliveryIsNotTheClients(t *testing.T) {
	t.Parallel()
	const idle = time.Second
	slowly := func(context.Context, mailer.Envelope, []byte, time.Time) error {
		time.Sleep(idle * 3 / 2)
		return nil
	}
	r := startFull(t, ReceiverOptions{Connections: 1, Idle: idle}, slowly, "192.0.2.1", "192.0.2.2")
	c := r.dial()
	c.say("EHLO a.example\r\n")
	c.want("250")
	c.say("MAIL FROM:<a@player.example>\r\nRCPT TO:<corrd@club.example>\r\n" +
		fmt.Sprintf("BDAT %d LAST\r\n%s", len(plainLetter), plainLetter))
	for range 3 {
		c.want("250")
	}
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(longEnough))
	if said, _ := bufio.NewReader(conn).ReadString('\n'); !strings.HasPrefix(said, "421 4.3.2") {
		t.Errorf("a newcomer is told %q while the client has just been answered", said)
	}
}

// TestHostsInsideHavePlacesOfTheirOwn, where hosts outside hold all of theirs, and wait for
// one where other hosts inside hold those.
func TestHostsInsideHavePlacesOfTheirOwn(t *testing.T) {
	var box postbox
	r := startFull(t, ReceiverOptions{Connections: 1}, box.deliver,
		"192.0.2.1", "192.0.2.2", "10.0.0.1", "192.168.0.1", "192.168.0.1", "192.0.2.2")
	outside := r.dial()
	r.refused("421 4.3.2")
	inside := r.dial()
	inside.send()
	for range 2 {
		next, dialled := (*client)(nil), make(chan struct{})
		go func() {
			defer close(dialled)
			next = r.dial()
		}()
		select {
		case <-dialled:
			t.Error("there are more places inside than there ought to be")
		case <-time.After(20 * time.Millisecond):
		}
		inside.command("QUIT", "221")
		<-dialled
		inside = next
	}
	outside.send()
	outside.command("QUIT", "221")
	if _, err := outside.in.ReadByte(); err == nil {
		t.Error("the line is still open")
	}
	r.dial().send()
}

// TestHostsInsideWaitNoLongerThanTheirPatience, and silent ones give way to them then.
func TestHostsInsideWaitNoLongerThanTheirPatience(t *testing.T) {
	var box postbox
	o := ReceiverOptions{Connections: 1, Patience: time.Millisecond}
	r := startFull(t, o, box.deliver, "10.0.0.1", "10.0.0.2")
	r.dial()
	r.refused("421 4.3.2")
	o.Idle, o.Patience = 50*time.Millisecond, 200*time.Millisecond
	r = startFull(t, o, box.deliver, "10.0.0.1", "10.0.0.2")
	silent := r.dial()
	r.dial().send()
	silent.want("421")
}

// TestStopSendsThoseAwayThatWait for a place.
func TestStopSendsThoseAwayThatWait(t *testing.T) {
	var box postbox
	r := startReceiver(t, ReceiverOptions{Connections: 1, Patience: longEnough}, box.deliver)
	r.dial()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	time.Sleep(20 * time.Millisecond)
	r.stop()
	if said, _ := io.ReadAll(conn); !strings.Contains(string(said), "421") {
		t.Errorf("a client that waited is told %q", said)
	}
}

// TestLag: silence counts as it is, and the time of a letter as far as the letter falls
// behind.
func TestLag(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	paced := func(seconds int) *clientConn {
		octets := seconds * leastPace
		return &clientConn{awaited: now.Add(-time.Second), spent: time.Minute, octets: octets}
	}
	silent := &clientConn{awaited: now.Add(-12 * time.Second), octets: 500 << 10}
	for name, c := range map[string]struct {
		client *clientConn
		lag    time.Duration
	}{
		"silent in a letter that came fast": {silent, 12 * time.Second},
		"a letter that comes along":         {paced(100), time.Second},
		"a letter that falls behind":        {paced(21), 40 * time.Second},
		"commands":                          {paced(0), 61 * time.Second},
	} {
		if lag, awaited := c.client.lag(now); lag != c.lag || !awaited {
			t.Errorf("%s: %s, %v; want %s", name, lag, awaited, c.lag)
		}
	}
	if _, awaited := (&clientConn{spent: time.Hour}).lag(now); awaited {
		t.Error("a client that waits for corrd is awaited")
	}
}
