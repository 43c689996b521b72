package transport

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// The replies to a client that is not admitted.
const (
	tooManyOfOne = "421 4.7.0 Too many connections from your address; please try again later\r\n"
	tooManyOfAll = "421 4.3.2 Too many connections just now; please try again later\r\n"
)

// admit puts a connection on the list. The reply says why not if the client's host has too
// many connections, or if all places are taken and nobody gives way.
func (r *Receiver) admit(conn net.Conn) (known *clientConn, reply string) {
	known = &clientConn{Conn: conn, receiver: r, turn: make(chan struct{}), until: time.Now().Add(r.options.Timeout)}
	known.wire.hangUp = func() { conn.SetReadDeadline(time.Unix(1, 0)) }
	known.host, known.outside = spansOf(remoteIP(conn)), isOutside(remoteIP(conn))
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if known.outside && r.hosts.full(known.host, r.options.FromOneHost) {
		return nil, tooManyOfOne
	}
	if !r.findPlace(known) {
		return nil, tooManyOfAll
	}
	r.clients[known] = struct{}{}
	return known, ""
}

// leave takes a connection off the list. A second call does nothing.
func (r *Receiver) leave(l *clientConn) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if _, known := r.clients[l]; !known {
		return
	}
	delete(r.clients, l)
	if l.placed {
		r.giveBack(l)
	}
}

// clientConn is the connection of one client. The receiver's mutex guards the fields from
// busy to lastWord.
type clientConn struct {
	net.Conn
	receiver *Receiver
	host     []span // in which the client is counted
	outside  bool   // the client is on the public network

	busy     bool          // a letter is under way
	until    time.Time     // when the next letter must have begun, or the one under way must end
	awaited  time.Time     // since when corrd waits for the client; zero while corrd works
	spent    time.Duration // how long corrd has waited since a letter last began or ended
	octets   int           // those of the letter under way
	begun    bool          // a recipient of a letter has been taken
	whole    bool          // corrd has the whole letter, and the client waits for the reply
	placed   bool          // the client has a place
	lastWord time.Time     // until when a client that gave way may take the last reply

	turn  chan struct{} // closed when the client has a place
	ended atomic.Bool   // nothing more comes from the client
	wire  wire
}

// Read reads what the client sends and remembers the end of the stream: the library takes a
// last chunk (RFC 3030) that broke off for a whole chunk.
func (l *clientConn) Read(b []byte) (int, error) {
	n, err := l.await(func() (int, error) { return l.Conn.Read(b) }, false)
	if err != nil {
		l.ended.Store(true)
	}
	return n, err
}

// Write writes what the client is told.
func (l *clientConn) Write(b []byte) (int, error) {
	return l.await(func() (int, error) { return l.Conn.Write(b) }, true)
}

// SetWriteDeadline sets no later deadline than a client has that gave way.
func (l *clientConn) SetWriteDeadline(t time.Time) error {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	if !l.placed {
		t = l.lastWord
	}
	return l.Conn.SetWriteDeadline(t)
}

// SetReadDeadline sets no later deadline than the client has for its commands, or for its
// letter. The deadline is in the past for a client that sent a bare CR or gave way, and, once
// the receiver stops, for a client without a letter, which is then told 421.
func (l *clientConn) SetReadDeadline(t time.Time) error {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	switch {
	case l.receiver.stopping && !l.busy, !l.placed, l.wire.isBroken():
		t = time.Unix(1, 0)
	case t.After(l.until):
		t = l.until
	}
	return l.Conn.SetReadDeadline(t)
}

// Close ends the connection.
func (l *clientConn) Close() error {
	l.receiver.leave(l)
	return l.Conn.Close()
}

// setBusy notes that a letter begins or has ended, and starts the time of the letter or of
// the commands before the next one. A letter that the client was told to send just before
// the receiver stopped is still read.
func (l *clientConn) setBusy(busy bool) {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	l.busy, l.whole, l.spent, l.octets = busy, false, 0, 0
	now := time.Now()
	if !l.awaited.IsZero() {
		l.awaited = now // the client was not waited for while its letter was being delivered
	}
	l.until = now.Add(l.receiver.options.Timeout)
	if busy && l.placed {
		l.Conn.SetReadDeadline(l.until)
	}
}

// setBegun notes that a letter has its first recipient, or that there is no letter any more.
func (l *clientConn) setBegun(begun bool) {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	l.begun = begun
}

// setWhole notes that the letter under way has come.
func (l *clientConn) setWhole() {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	l.whole = true
}

// wire sees everything that a client and the library say to each other, in clear text also
// under TLS, and looks for a CR without LF, which no client may send (RFC 5321, 2.3.8). The
// library loses a CR behind the dot of a line, and misses the end of a letter behind one,
// so that one letter could look like two letters to another host. In chunks (RFC 3030) the
// library hands a CR over unchanged, and examine finds the CR.
type wire struct {
	hangUp func() // ends reading from the client

	mutex  sync.Mutex
	letter bool // a letter is being read
	atCR   bool // the last octet of the letter was a CR
	early  bool // there was a bare CR behind the last letter
	broken bool // there was a bare CR in a letter
}

// Write looks at one piece that was read from the client or written to the client. After a
// bare CR in a letter nothing more is read, and the library gets errBareLine.
func (w *wire) Write(b []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	before, atCR := bytes.CutSuffix(b, []byte("\r"))
	bare := bytes.Count(before, []byte("\r")) > bytes.Count(before, []byte("\r\n"))
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

// begin notes that a letter is being read; its first octets may have come already.
func (w *wire) begin() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.letter, w.broken = true, w.broken || w.early
}

// end notes that no letter is being read.
func (w *wire) end() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.letter, w.atCR, w.early = false, false, false
}

// isBroken reports whether there was a bare CR in a letter.
func (w *wire) isBroken() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.broken
}
