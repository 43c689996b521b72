package daemon_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// The directions of a line.
const (
	up   = 0 // client to server
	down = 1
)

// network holds the sockets of one world: listeners by address, and the open lines. Only a reader
// ever blocks on it, so that the time of a bubble can always pass.
type network struct {
	faults  *faults
	history history

	mu        sync.Mutex
	listeners map[string]*listener
	lines     map[*line]struct{}
}

func newNetwork(f *faults) *network {
	return &network{faults: f, listeners: map[string]*listener{}, lines: map[*line]struct{}{}}
}

// listen takes the place of the office's loopback.
func (n *network) listen(service, _ string) (net.Listener, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := &listener{name: service, network: n, waiting: make(chan net.Conn, 64), done: make(chan struct{})}
	n.listeners[service] = l
	return l, nil
}

// client opens lines. Its faults are drawn from a random source of its own name, and a client
// that is a process can be killed.
type client struct {
	name   string
	killed func() // nil: the client cannot be killed
}

// dial connects a client to a service. The line may get a fault.
func (n *network) dial(by *client, service string) (net.Conn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.listeners[service]
	if l == nil {
		return nil, syscall.ECONNREFUSED
	}
	c := &line{network: n, by: by, service: service}
	c.fault, c.name = n.faults.draw(by, service)
	for d := range c.flow {
		c.flow[d].changed = make(chan struct{})
		c.flow[d].takes = pace(c.name, d)
		c.flow[d].arrival = stopped()
	}
	n.lines[c] = struct{}{}
	select {
	case l.waiting <- &end{line: c, out: down, expiry: stopped()}:
		return &end{line: c, out: up, expiry: stopped()}, nil
	default:
		return nil, syscall.ECONNREFUSED
	}
}

// stopped is a timer that has not been set.
func stopped() *time.Timer {
	t := time.NewTimer(0)
	t.Stop()
	return t
}

// forget makes services unreachable.
func (n *network) forget(services ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range services {
		delete(n.listeners, s)
	}
}

// cutAll breaks every open line for which wanted is true.
func (n *network) cutAll(wanted func(*line) bool) {
	n.mu.Lock()
	all := make([]*line, 0, len(n.lines))
	for c := range n.lines {
		all = append(all, c)
	}
	n.mu.Unlock()
	for _, c := range all {
		if wanted(c) {
			c.cut()
		}
	}
}

// listener is the server's side of an address.
type listener struct {
	name    string
	network *network
	waiting chan net.Conn
	done    chan struct{}
	once    sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.waiting:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() {
		l.network.mu.Lock()
		if l.network.listeners[l.name] == l {
			delete(l.network.listeners, l.name)
		}
		l.network.mu.Unlock()
		close(l.done)
		for {
			select {
			case c := <-l.waiting:
				c.Close()
			default:
				return
			}
		}
	})
	return nil
}

func (l *listener) Addr() net.Addr { return address }

var address = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 25}

// line is one connection, with the bytes in each direction that have been written and not yet
// read.
type line struct {
	network *network
	by      *client
	service string
	name    string // unique in the world

	mu     sync.Mutex
	fault  *fault
	flow   [2]flow
	broken bool
	ends   int // how many ends are closed
}

// flow is one direction of a line. A reader can read what was written a little later, and each
// flow has a delay of its own. Therefore two processes never act at the same instant, and the
// scheduler does not decide their order.
type flow struct {
	takes   time.Duration
	waiting []packet
	tail    []byte        // the last bytes written, in which a mark that two writes share is found
	closed  bool          // the writer has closed the flow
	silent  bool          // what is written is lost
	arrival *time.Timer   // wakes the reader when the first packet has arrived
	changed chan struct{} // closed when anything else has happened
}

// packet holds bytes that are on their way, and the time of their arrival.
type packet struct {
	bytes []byte
	there time.Time
}

// send puts bytes on their way.
func (f *flow) send(p []byte) {
	f.waiting = append(f.waiting, packet{slices.Clone(p), time.Now().Add(f.takes)})
	if len(f.waiting) == 1 {
		f.arrival.Reset(f.takes)
	}
}

// arrived moves what has arrived to p, and says how much that is.
func (f *flow) arrived(p []byte) (n int) {
	now := time.Now()
	for len(f.waiting) > 0 && n < len(p) && !f.waiting[0].there.After(now) {
		first := &f.waiting[0]
		moved := copy(p[n:], first.bytes)
		n, first.bytes = n+moved, first.bytes[moved:]
		if len(first.bytes) == 0 {
			f.waiting = f.waiting[1:]
		}
	}
	if len(f.waiting) > 0 {
		f.arrival.Reset(f.waiting[0].there.Sub(now))
	}
	return n
}

func (f *flow) signal() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// cut breaks the line as a reset does. Bytes that have not been sent are lost.
func (c *line) cut() {
	c.mu.Lock()
	c.breakLine()
	c.mu.Unlock()
}

func (c *line) breakLine() {
	c.broken = true
	for d := range c.flow {
		c.flow[d].signal()
	}
}

// write puts bytes on the line, as far as the fault lets them, and reports
// whether the client is to be killed.
func (c *line) write(dir int, p []byte) (killed bool) {
	f := &c.flow[dir]
	through, what := c.fault.pass(c, dir, p)
	if c.fault != nil {
		f.tail = append(f.tail, through[max(0, len(through)-longestMark):]...)
		f.tail = slices.Clone(f.tail[max(0, len(f.tail)-longestMark):])
	}
	if !f.silent {
		f.send(through)
	}
	switch what {
	case cutLine:
		c.breakLine()
	case silence:
		c.flow[up].silent, c.flow[down].silent = true, true
	case killClient:
		c.breakLine()
		killed = true
	}
	return killed
}

// end is the connection of one side.
type end struct {
	*line
	out      int
	shut     bool
	deadline time.Time   // the deadline of reads; writes never wait
	expiry   *time.Timer // wakes the reader at the deadline
}

func (e *end) Read(p []byte) (int, error) {
	in := &e.flow[1-e.out]
	for {
		e.mu.Lock()
		if !e.shut {
			if n := in.arrived(p); n > 0 || len(p) == 0 {
				if !in.closed { // the peer need not read what is written while this side closes
					e.network.history.heard(e.name, p[:n])
				}
				e.mu.Unlock()
				return n, nil
			}
		}
		err := e.trouble(in)
		changed := in.changed
		e.mu.Unlock()
		if err != nil {
			return 0, err
		}
		select {
		case <-in.arrival.C:
		case <-e.expiry.C:
		case <-changed:
		}
	}
}

// trouble returns the error for which nothing more can be read, or nil if something may still come.
func (e *end) trouble(in *flow) error {
	switch {
	case e.shut:
		return net.ErrClosed
	case e.broken:
		return syscall.ECONNRESET
	case in.closed && !in.silent && len(in.waiting) == 0:
		return io.EOF
	case !e.deadline.IsZero() && !time.Now().Before(e.deadline):
		return os.ErrDeadlineExceeded
	}
	return nil
}

func (e *end) Write(p []byte) (int, error) {
	e.mu.Lock()
	switch {
	case e.shut:
		e.mu.Unlock()
		return 0, net.ErrClosed
	case e.broken:
		e.mu.Unlock()
		return 0, syscall.ECONNRESET
	}
	killed := e.write(e.out, p)
	kill := e.fault.killer()
	e.mu.Unlock()
	if killed {
		kill()
	}
	return len(p), nil
}

func (e *end) Close() error {
	e.mu.Lock()
	if e.shut {
		e.mu.Unlock()
		return net.ErrClosed
	}
	e.shut, e.flow[e.out].closed = true, true
	e.flow[up].signal()
	e.flow[down].signal()
	e.ends++
	last := e.ends == 2
	e.mu.Unlock()
	if last {
		e.network.mu.Lock()
		delete(e.network.lines, e.line)
		e.network.mu.Unlock()
	}
	return nil
}

func (e *end) SetReadDeadline(t time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.deadline = t
	if t.IsZero() {
		e.expiry.Stop()
	} else {
		e.expiry.Reset(time.Until(t))
	}
	return nil
}

func (e *end) SetDeadline(t time.Time) error      { return e.SetReadDeadline(t) }
func (e *end) SetWriteDeadline(_ time.Time) error { return nil }
func (e *end) LocalAddr() net.Addr                { return address }
func (e *end) RemoteAddr() net.Addr               { return address }

// dialer returns dial in the form of transport.Dialer; the address is the name of the service.
func (n *network) dialer(by *client) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, service string) (net.Conn, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return n.dial(by, service)
	}
}

func markIn(tail, p []byte, mark string) (at int, found bool) {
	joined := append(slices.Clone(tail), p...)
	at = bytes.Index(joined, []byte(mark))
	return max(0, at-len(tail)), at >= 0
}
