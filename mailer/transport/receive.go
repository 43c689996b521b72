package transport

import (
	"context"
	"corrd/mailer"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"
)

// Deliver takes one letter for one recipient of the site: env.To has exactly
// one address. It returns nil only after the letter is committed; on an error
// the client is told to bring the letter again. received is when the client
// had sent the last of it.
type Deliver func(ctx context.Context, env mailer.Envelope, raw []byte, received time.Time) error

// Check gives the verdict (DMARC) on the author of a letter that came from an Origin. An
// error means that there is none yet, and that the letter should come again.
type Check func(ctx context.Context, from mailer.Origin, raw []byte) (mailer.Auth, error)

// ReceiverOptions say what a Receiver takes. Zero fields have the defaults
// named with them.
type ReceiverOptions struct {
	Site        mailer.Site
	LMTP        bool          // speak LMTP (RFC 2033) with our own MTA, not SMTP (RFC 5321)
	LetterBytes int64         // longer letters are refused with 552; 1 MiB
	Recipients  int           // of one letter; 100
	Connections int           // served at a time, the next ones wait; 100
	FromOneHost int           // connections at a time from one address outside, further ones are told 421; 20
	Queue       int           // letters in Deliver at a time; 64
	Patience    time.Duration // how long a letter waits for a place there before it is told 451; 30 seconds
	Rate        Rate          // of letters from one source, further ones are told 451
	Timeout     time.Duration // of all that comes before a letter, whatever commands are given, and of all of a letter; 5 minutes
	Grace       time.Duration // for the letters under way when Serve is stopped; 10 seconds
	TLS         *tls.Config   // offers STARTTLS; nil does not
	Check       Check         // of the author's domain; nil leaves the verdict to the Authentication-Results in the letter
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
	queue    places // has an element for every letter in deliver
	large    places // of long letters that are read or delivered
	heavy    places // of long letters in deliver
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
	return &Receiver{options: o, deliver: deliver, queue: make(places, o.Queue), large: make(places, maxLarge), heavy: make(places, maxHeavy), meter: newMeter(o.Rate),
		lines: map[*line]struct{}{}, hosts: map[string]int{}}
}

// Serve answers the clients of l until ctx ends, and closes l. Letters under
// way then are finished within the grace, other clients are told 421. An error
// is one of the listener.
func (r *Receiver) Serve(ctx context.Context, l net.Listener) error {
	front := &lines{Listener: netutil.LimitListener(l, r.options.Connections), receiver: r}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		front.Close()
		r.hangUp()
	})
	var open sync.WaitGroup
	err := r.accept(front, func(known *line) {
		open.Go(func() { r.converse(context.WithoutCancel(ctx), known) })
	})
	if stop() {
		r.cut()
		open.Wait()
		return errors.Join(err, front.Close())
	}
	<-stopped
	grace := time.AfterFunc(r.options.Grace, r.cut)
	defer grace.Stop()
	open.Wait()
	return nil
}

// accept hands over every client until the listener fails or is closed.
func (r *Receiver) accept(front *lines, begin func(*line)) error {
	for {
		known, err := front.Accept()
		switch {
		case err == nil:
			begin(known)
		case isShortage(err):
			r.options.Log.Warn("no client can be accepted", "error", err)
			time.Sleep(shortagePause)
		default:
			return err
		}
	}
}

// shortagePause is how long the receiver waits before it accepts again, when the
// system has no more connections to give.
const shortagePause = 100 * time.Millisecond

// isShortage tells errors of accept that pass by themselves.
func isShortage(err error) bool {
	for _, passing := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// converse answers one client to the end. Each client has a server of the library of
// its own, because only the server's Debug shows what a client says under TLS.
func (r *Receiver) converse(ctx context.Context, known *line) {
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &receiving{receiver: r, ctx: ctx, conn: c, line: known}, nil
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
	server.Debug = &known.wire
	server.Serve(&single{known})          // ends when it asks for a second client
	server.Shutdown(context.Background()) // waits for the first
}

// single is a listener with one client.
type single struct{ client net.Conn }

// Accept gives the client, and then nothing more.
func (s *single) Accept() (net.Conn, error) {
	client := s.client
	if s.client = nil; client == nil {
		return nil, net.ErrClosed
	}
	return client, nil
}

// Close has nothing to close: the client is closed by whoever answers it.
func (s *single) Close() error { return nil }

// Addr is nowhere.
func (s *single) Addr() net.Addr { return nil }

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
