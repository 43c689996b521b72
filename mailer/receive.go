package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"
)

// Deliver takes one letter for one recipient of the site: env.To has exactly
// one address. It returns nil only after the letter is committed; on an error
// the client is told to bring the letter again. received is when the client
// had sent the last of it.
type Deliver func(ctx context.Context, env Envelope, raw []byte, received time.Time) error

// ReceiverOptions say what a Receiver takes. Zero fields have the defaults
// named with them.
type ReceiverOptions struct {
	Site        Site
	LMTP        bool          // speak LMTP (RFC 2033) with our own MTA, not SMTP (RFC 5321)
	LetterBytes int64         // longer letters are refused with 552; 1 MiB
	Recipients  int           // of one letter; 100
	Connections int           // served at a time, the next ones wait; 100. Each holds at most LetterBytes three times over
	FromOneHost int           // connections at a time from one address outside, further ones are told 421; 20
	Queue       int           // letters in Deliver at a time; 64
	Patience    time.Duration // how long a letter waits for a place there before it is told 451; 30 seconds
	Rate        Rate          // of letters from one source, further ones are told 451
	Timeout     time.Duration // of a command, and of all of a letter; 5 minutes
	Grace       time.Duration // for the letters under way when Serve is stopped; 10 seconds
	TLS         *tls.Config   // offers STARTTLS; nil does not
	Check       *Checker      // of the sender's domain; nil leaves it to the Authentication-Results in the letter
	Log         *slog.Logger  // nil discards
}

func (o ReceiverOptions) orDefault() ReceiverOptions {
	if o.LetterBytes <= 0 {
		o.LetterBytes = 1 << 20
	}
	if o.Recipients <= 0 {
		o.Recipients = 100 // RFC 5321, 4.5.3.1.8
	}
	if o.Connections <= 0 {
		o.Connections = 100
	}
	if o.FromOneHost <= 0 {
		o.FromOneHost = 20
	}
	if o.Queue <= 0 {
		o.Queue = 64
	}
	if o.Patience <= 0 {
		o.Patience = 30 * time.Second
	}
	o.Rate = o.Rate.orDefault()
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Minute // RFC 5321, 4.5.3.2.7
	}
	if o.Grace <= 0 {
		o.Grace = 10 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// maxLine is the longest line taken; the standard's 998 octets are too few for
// what clients send.
const maxLine = 64 << 10

// Receiver is an SMTP or LMTP server for the addresses of one site. It relays
// nothing and holds nothing back: what it answers 250 to has been delivered.
type Receiver struct {
	options  ReceiverOptions
	deliver  Deliver
	queue    chan struct{} // has an element for every letter in deliver
	meter    *meter
	arrivals arrivals

	mutex    sync.Mutex
	lines    map[*line]struct{}
	hosts    map[string]int // lines by network, of hosts outside
	stopping bool
}

// NewReceiver makes a Receiver that hands every letter to deliver, which may be
// called from many goroutines.
func NewReceiver(o ReceiverOptions, deliver Deliver) *Receiver {
	o = o.orDefault()
	return &Receiver{options: o, deliver: deliver, queue: make(chan struct{}, o.Queue), meter: newMeter(o.Rate),
		lines: map[*line]struct{}{}, hosts: map[string]int{}}
}

// Serve answers the clients of l until ctx ends, and closes l. Letters under
// way then are finished within the grace, other clients are told 421. An error
// is one of the listener.
func (r *Receiver) Serve(ctx context.Context, l net.Listener) error {
	server := r.newServer(context.WithoutCancel(ctx))
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		r.hangUp()
		grace, done := context.WithTimeout(context.WithoutCancel(ctx), r.options.Grace)
		defer done()
		if server.Shutdown(grace) != nil {
			r.cut()
		}
	})
	err := server.Serve(&lines{Listener: netutil.LimitListener(l, r.options.Connections), receiver: r})
	if stop() {
		return errors.Join(err, server.Close())
	}
	<-stopped
	return nil
}

func (r *Receiver) newServer(ctx context.Context) *smtp.Server {
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &receiving{receiver: r, ctx: ctx, conn: c}, nil
	}))
	server.LMTP = r.options.LMTP
	server.Domain = r.options.Site.Domain
	server.MaxRecipients = r.options.Recipients
	server.MaxMessageBytes = r.options.LetterBytes + 1 // the library refuses a letter of just its limit
	server.MaxLineLength = maxLine
	server.ReadTimeout, server.WriteTimeout = r.options.Timeout, r.options.Timeout
	server.EnableSMTPUTF8 = true
	server.TLSConfig = r.options.TLS
	server.ErrorLog = slog.NewLogLogger(r.options.Log.Handler(), slog.LevelWarn)
	return server
}

// hangUp ends every line that is not in the middle of a letter, now, and the
// others after it.
func (r *Receiver) hangUp() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.stopping = true
	for l := range r.lines {
		if !l.busy {
			l.Conn.SetReadDeadline(time.Unix(1, 0))
		}
	}
}

// cut ends every line there is.
func (r *Receiver) cut() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for l := range r.lines {
		l.Conn.Close()
	}
}

// lines is a listener whose connections the receiver knows.
type lines struct {
	net.Listener
	receiver *Receiver
}

// Accept gives the next client. One from a host that has too many lines is told
// so and hung up on.
func (l *lines) Accept() (net.Conn, error) {
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
	known := &line{Conn: conn, receiver: r}
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
	ended    atomic.Bool // nothing more comes from the client
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

// SetReadDeadline is in the past for a line without a letter once the receiver
// stops: its client is told 421 instead of being waited for.
func (l *line) SetReadDeadline(t time.Time) error {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	if l.receiver.stopping && !l.busy {
		t = time.Unix(1, 0)
	}
	return l.Conn.SetReadDeadline(t)
}

// Close ends the connection.
func (l *line) Close() error {
	l.receiver.leave(l)
	return l.Conn.Close()
}

// setBusy says whether a letter is under way. One that the client was told to send
// just before the receiver stopped is read all the same.
func (l *line) setBusy(busy bool) {
	l.receiver.mutex.Lock()
	defer l.receiver.mutex.Unlock()
	l.busy = busy
	if busy && l.receiver.stopping {
		l.Conn.SetReadDeadline(time.Now().Add(l.receiver.options.Timeout))
	}
}
