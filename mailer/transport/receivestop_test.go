package transport

import (
	"bytes"
	"net"
	"testing"
	"time"
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
