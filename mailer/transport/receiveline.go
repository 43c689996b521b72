package transport

import (
	"bytes"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// lines is a listener whose connections the receiver knows.
type lines struct {
	net.Listener
	receiver *Receiver
}

// Accept gives the next client. One from a host that has too many lines is told
// so and hung up on.
func (l *lines) Accept() (*line, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if known := l.receiver.admit(conn); known != nil {
			return known, nil
		}
		conn.SetWriteDeadline(time.Now().Add(time.Second))
		io.WriteString(conn, "421 4.7.0 Too many connections from your address; please try again later\r\n")
		conn.Close()
	}
}

// admit makes a line of a connection; nil if its host has enough of them.
func (r *Receiver) admit(conn net.Conn) *line {
	known := &line{Conn: conn, receiver: r, until: time.Now().Add(r.options.Timeout)}
	known.wire.hangUp = func() { conn.SetReadDeadline(time.Unix(1, 0)) }
	if ip := remoteIP(conn); isOutside(ip) {
		known.host = network(ip)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if known.host != "" && r.hosts[known.host] >= r.options.FromOneHost {
		return nil
	}
	r.lines[known] = struct{}{}
	r.hosts[known.host]++
	return known
}

// leave forgets a line; it may be called again.
func (r *Receiver) leave(l *line) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if _, known := r.lines[l]; !known {
		return
	}
	delete(r.lines, l)
	if r.hosts[l.host]--; r.hosts[l.host] == 0 {
		delete(r.hosts, l.host)
	}
}

// line is one client's connection.
type line struct {
	net.Conn
	receiver *Receiver
	host     string      // the network of a host outside, else ""
	busy     bool        // a letter is under way; guarded by the receiver's mutex
	until    time.Time   // the next letter must have begun, or this one come to its end; guarded by the receiver's mutex
	ended    atomic.Bool // nothing more comes from the client
	wire     wire
}

// Read reads what the client sends, and remembers when that has ended: the
// library takes a last chunk (RFC 3030) that broke off for a whole one.
func (l *line) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if err != nil {
		l.ended.Store(true)
	}
	return n, err
}

// SetReadDeadline is never later than the time that the client has for all its
// commands, or for the letter. It is in the past for a client that has sent a bare CR,
// and for a line without a letter once the receiver stops: its client is told 421
// instead of being waited for.
func (l *line) SetReadDeadline(t time.Time) error {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	switch {
	case l.receiver.stopping && !l.busy, l.wire.isBroken():
		t = time.Unix(1, 0)
	case t.After(l.until):
		t = l.until
	}
	return l.Conn.SetReadDeadline(t)
}

// Close ends the connection.
func (l *line) Close() error {
	l.receiver.leave(l)
	return l.Conn.Close()
}

// setBusy says whether a letter is under way: its time begins, and when it has come
// to its end that of the commands before the next. One that the client was told to
// send just before the receiver stopped is read all the same.
func (l *line) setBusy(busy bool) {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	l.busy = busy
	l.until = time.Now().Add(l.receiver.options.Timeout)
	if busy {
		l.Conn.SetReadDeadline(l.until)
	}
}

// wire sees all that a client and the library say to each other, in the clear also
// under TLS. It looks for a CR without LF, which no client may send (RFC 5321, 2.3.8):
// the library loses one that stands behind the dot of a line, and misses the end of
// a letter behind it, so that one letter could look like two to another host. Letters
// that come in chunks (RFC 3030) need it not: the library hands them over as they are.
type wire struct {
	hangUp func() // ends the reading

	mutex  sync.Mutex
	letter bool // a letter is read, and the client alone speaks
	atCR   bool // the last octet of it was a CR
	early  bool // there was a bare CR since the last letter
	broken bool // there was one in a letter
}

// Write looks at what was read from the client, or written to it, in one piece. After
// a bare CR in a letter nothing more is read, and its error is what the library reads.
func (w *wire) Write(b []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	before, atCR := bytes.CutSuffix(b, []byte("\r"))
	bare := hasBareCR(before)
	switch {
	case !w.letter:
		w.early = w.early || bare
	case bare, w.atCR && !bytes.HasPrefix(b, []byte("\n")):
		w.broken = true
	}
	w.atCR = w.letter && atCR
	if !w.broken {
		return len(b), nil
	}
	w.hangUp()
	return 0, errBareLine
}

// begin says that a letter is read; its beginning may have come already.
func (w *wire) begin() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.letter, w.broken = true, w.broken || w.early
}

// end says that no letter is read any more.
func (w *wire) end() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.letter, w.atCR, w.early = false, false, false
}

// isBroken tells whether there was a bare CR in a letter.
func (w *wire) isBroken() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.broken
}

func hasBareCR(b []byte) bool { return bytes.Count(b, []byte("\r")) > bytes.Count(b, []byte("\r\n")) }
