package office

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
)

// The reasons why an address cannot be listened on, found with errors.Is.
var (
	ErrPortInUse   = errors.New("the port is in use by another program; choose another, or port 0 for any free one")
	ErrNotLoopback = errors.New("the office has no TLS and one password, so it listens on loopback only; use 127.0.0.1 or [::1]")
)

// ListenError says that a server of the office could not listen. Its text is
// one line that names the address and how to mend the matter.
type ListenError struct {
	Service string // "smtp", "imap", or one beside the office
	Addr    string // the address in the Options
	Err     error  // ErrPortInUse, ErrNotLoopback or what the system said
}

// Error returns the one line.
func (e *ListenError) Error() string { return fmt.Sprintf("%s on %s: %v", e.Service, e.Addr, e.Err) }

// Unwrap returns the reason.
func (e *ListenError) Unwrap() error { return e.Err }

// maxConnections is how many clients one server talks to at a time; the next
// one waits in the system's queue.
const maxConnections = 256

// gate is a listener on loopback that admits a limited number of connections and keeps a
// list of them, so that shut can end them all and wait for their handlers.
type gate struct {
	net.Listener
	slots chan struct{}
	quit  chan struct{}

	mu       sync.Mutex
	open     map[*admitted]struct{}
	closed   bool
	handlers sync.WaitGroup
}

// listen opens the gate of a service.
func (o *Office) listen(service, addr string) (*gate, error) {
	listener, err := o.options.Listen(service, addr)
	if err != nil {
		return nil, &ListenError{Service: service, Addr: addr, Err: err}
	}
	return &gate{
		Listener: listener,
		slots:    make(chan struct{}, maxConnections),
		quit:     make(chan struct{}),
		open:     make(map[*admitted]struct{}),
	}, nil
}

// Listen binds a loopback address for a service beside the office, as the office does for its own.
func Listen(service, addr string) (net.Listener, error) {
	l, err := listenLoopback(service, addr)
	if err != nil {
		return nil, &ListenError{Service: service, Addr: addr, Err: err}
	}
	return l, nil
}

// listenLoopback binds addr, which must be a loopback address.
func listenLoopback(_, addr string) (net.Listener, error) {
	where, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	if !where.IP.IsLoopback() {
		return nil, ErrNotLoopback
	}
	listener, err := net.ListenTCP("tcp", where)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, ErrPortInUse
	}
	if err != nil {
		return nil, err
	}
	return listener, nil
}

// Accept waits for a free slot and a client. After shut it returns net.ErrClosed.
func (g *gate) Accept() (net.Conn, error) {
	select {
	case g.slots <- struct{}{}:
	case <-g.quit:
		return nil, net.ErrClosed
	}
	conn, err := g.Listener.Accept()
	if err != nil {
		<-g.slots
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	a := &admitted{Conn: conn, gate: g}
	g.open[a] = struct{}{}
	g.handlers.Add(1)
	return a, nil
}

// shut stops accepting, cuts every connection and waits until each handler has
// closed its own.
func (g *gate) shut() error {
	g.mu.Lock()
	g.closed = true
	close(g.quit)
	err := g.Listener.Close()
	for a := range g.open {
		a.Conn.Close()
	}
	g.mu.Unlock()
	g.handlers.Wait()
	return err
}

// admitted is a connection that gives its slot back when its handler closes it.
type admitted struct {
	net.Conn
	gate *gate
	once sync.Once
}

// Close ends the connection and lets the next one in. Closing twice does no harm.
func (a *admitted) Close() error {
	err := a.Conn.Close()
	a.once.Do(func() {
		a.gate.mu.Lock()
		delete(a.gate.open, a)
		a.gate.mu.Unlock()
		<-a.gate.slots
		a.gate.handlers.Done()
	})
	return err
}

// report runs serve until the gate is shut, and logs an error of serve.
func (o *Office) report(service string, g net.Listener, serve func(net.Listener) error) {
	if err := serve(g); err != nil && !errors.Is(err, net.ErrClosed) {
		o.options.Logger.Error("office: server ended", "service", service, "err", err)
	}
}
