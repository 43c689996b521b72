package transport

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

// stopping is a listener whose receiver is stopped at the moment at which the receiver has told a
// client to send its letter.
type stopping struct {
	net.Listener
	stop func()
}

func (l *stopping) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &stoppingConn{conn, l, make(chan struct{}, 1)}, err
}

type stoppingConn struct {
	net.Conn
	listener *stopping
	hungUp   chan struct{}
}

func (c *stoppingConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if bytes.HasPrefix(b, []byte("354 ")) {
		go c.listener.stop()
		<-c.hungUp
	}
	return n, err
}

func (c *stoppingConn) SetReadDeadline(t time.Time) error {
	if t.Equal(time.Unix(1, 0)) {
		select {
		case c.hungUp <- struct{}{}:
		default:
		}
	}
	return c.Conn.SetReadDeadline(t)
}

func TestStopFinishesTheLetterThatWasAskedFor(t *testing.T) {
	for _, lmtp := range []bool{false, true} {
		var p postbox
		l := &stopping{Listener: listenLoopback(t)}
		r := startReceiverOn(t, l, ReceiverOptions{LMTP: lmtp}, p.deliver)
		l.stop = r.stop
		c := r.dial()
		c.begin(map[bool]string{false: "EHLO", true: "LHLO"}[lmtp], "corrd@club.example")
		c.say(plainLetter + ".\r\n")
		c.want("250")
		c.want("421")
		r.stop()
		if n := len(p.all()); n != 1 {
			t.Errorf("%d letters", n)
		}
	}
}

// TestNoKeyIsLogged: the log says to whom a letter goes that is not taken, or not now, without the
// key with which anybody could write in the place of the key's owner.
func TestNoKeyIsLogged(t *testing.T) {
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	token := keys.Sign(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0)
	to := keys.Address(token, 0, testSite)
	_, key, _ := strings.Cut(to, ".w7.")
	key, _, _ = strings.Cut(key, "@")
	var log bytes.Buffer
	box := postbox{refuse: func(string) error { return errors.New("a fault of ours") }}
	r := startReceiver(t, ReceiverOptions{LMTP: true, Rate: Rate{Burst: 1, Every: time.Hour}, Log: slog.New(slog.NewTextHandler(&log, nil))}, box.deliver)
	c := r.dial()
	c.begin("LHLO", to)
	c.say(plainLetter + ".\r\n")
	c.want("451")
	c.command("MAIL FROM:<alice@player.example>", "250")
	c.command("RCPT TO:<"+to+">", "451")
	r.stop()
	for _, what := range []string{"letter not taken", "too many letters", "corrd+g12.w7."} {
		if !strings.Contains(log.String(), what) {
			t.Errorf("the log does not say %q", what)
		}
	}
	if len(key) < 16 || strings.Contains(log.String(), key) {
		t.Errorf("the key %q is in the log:\n%s", key, &log)
	}
}

// TestUndeliveredLettersAreKnown asks a Receiver while it delivers a letter, and
// when it has.
func TestUndeliveredLettersAreKnown(t *testing.T) {
	var r *Receiver
	deliver := func(_ context.Context, _ mailer.Envelope, _ []byte, received time.Time) error {
		if !r.Undelivered(received) {
			t.Error("a letter that is being delivered is not known")
		}
		if r.Undelivered(received.Add(-time.Second)) {
			t.Error("it is said to have come before it came")
		}
		return nil
	}
	r = NewReceiver(ReceiverOptions{Site: testSite}, deliver)
	l := listenLoopback(t)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Serve(ctx, l) }()
	c := (&reception{T: t, addr: l.Addr().String()}).dial()
	c.begin("EHLO", testKeys(t).Address(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0, testSite))
	c.say(plainLetter + ".\r\n")
	c.want("250")
	c.command("QUIT", "221")
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if r.Undelivered(time.Now()) {
		t.Error("a letter that has been delivered is said to wait")
	}
}
